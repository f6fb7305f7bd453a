//! GitLab, which states the confirmation only for the primary address.

use super::member::text;
use super::record::{Profile, ProviderEmail, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/api/v4/user").await?;
    let further = request.get("/api/v4/user/emails").await?;
    let mut emails: Vec<ProviderEmail> = Vec::new();
    for address in further.as_array().into_iter().flatten().map(|email| text(email, "email")) {
        if !address.is_empty() {
            emails.push(ProviderEmail { address, is_verified: false, is_primary: false });
        }
    }
    emails.extend(only_email(&text(&user, "email"), !text(&user, "confirmed_at").is_empty()));
    let (id, name, picture) = (text(&user, "id"), text(&user, "name"), text(&user, "avatar_url"));
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", &name),
        ("picture", &picture),
        ("avatar_url", &picture),
        ("full_name", &name),
        ("provider_id", &id),
    ];
    Ok(Profile::new(emails, &claims))
}
