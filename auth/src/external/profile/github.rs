//! GitHub, whose user object has no verified address: a second request asks for the addresses.

use serde_json::Value;

use super::member::{is_true, text};
use super::record::{Profile, ProviderEmail};
use super::request::ProfileRequest;
use crate::external::ProviderError;

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/user").await?;
    let addresses = request.get("/user/emails").await?;
    let emails = addresses.as_array().into_iter().flatten().map(|email| ProviderEmail {
        address: text(email, "email"),
        is_verified: is_true(email.get("verified")),
        is_primary: is_true(email.get("primary")),
    });
    let emails = emails.filter(|email| !email.address.is_empty()).collect();
    let (id, name, login) = (text(&user, "id"), text(&user, "name"), text(&user, "login"));
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", &name),
        ("preferred_username", &login),
        ("avatar_url", user.get("avatar_url").and_then(Value::as_str).unwrap_or_default()),
        ("full_name", &name),
        ("provider_id", &id),
        ("user_name", &login),
    ];
    Ok(Profile::new(emails, &claims))
}
