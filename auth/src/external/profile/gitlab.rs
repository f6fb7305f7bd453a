//! GitLab, which states the confirmation only for the primary address.

use super::member::text;
use super::record::{Profile, ProviderEmail, only_email};
use crate::external::ProviderError;
use crate::external::client::Client;

pub(super) async fn fetch(client: &Client, base: &str, token: &str) -> Result<Profile, ProviderError> {
    let user = client.get(&format!("{base}/api/v4/user"), Some(token)).await?;
    let further = client.get(&format!("{base}/api/v4/user/emails"), Some(token)).await?;
    let mut emails: Vec<ProviderEmail> = Vec::new();
    for address in further.as_array().into_iter().flatten().map(|email| text(email, "email")) {
        if !address.is_empty() {
            emails.push(ProviderEmail { address, is_verified: false, is_primary: false });
        }
    }
    emails.extend(only_email(&text(&user, "email"), !text(&user, "confirmed_at").is_empty()));
    let (id, name, picture) = (text(&user, "id"), text(&user, "name"), text(&user, "avatar_url"));
    let claims = [
        ("iss", base),
        ("sub", &id),
        ("name", &name),
        ("picture", &picture),
        ("avatar_url", &picture),
        ("full_name", &name),
        ("provider_id", &id),
    ];
    Ok(Profile::new(emails, &claims))
}
