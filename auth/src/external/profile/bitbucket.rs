//! Bitbucket, which states the addresses in a second response.

use serde_json::Value;

use super::member::{is_true, text, text_at};
use super::record::{Profile, ProviderEmail};
use super::request::ProfileRequest;
use crate::external::ProviderError;

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/user").await?;
    let addresses = request.get("/user/emails").await?;
    let values = addresses.get("values").and_then(Value::as_array).into_iter().flatten();
    let emails = values.map(|email| ProviderEmail {
        address: text(email, "email"),
        is_verified: is_true(email.get("is_confirmed")),
        is_primary: is_true(email.get("is_primary")),
    });
    let emails = emails.filter(|email| !email.address.is_empty()).collect();
    let (id, name, picture) =
        (text(&user, "uuid"), text(&user, "display_name"), text_at(&user, "/avatar/href"));
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
