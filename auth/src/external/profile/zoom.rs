//! Zoom.

use super::member::text;
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

/// The login type of people who signed up with an e-mail address.
const BY_EMAIL: &str = "100";

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/users/me").await?;
    let (id, picture) = (text(&user, "id"), text(&user, "pic_url"));
    let name = format!("{} {}", text(&user, "first_name"), text(&user, "last_name"));
    let name = name.trim();
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", name),
        ("picture", &picture),
        ("avatar_url", &picture),
        ("full_name", name),
        ("provider_id", &id),
    ];
    // Only people who signed up by e-mail get a link that verifies their address. The others have it from a provider.
    let has_followed_link = !matches!(text(&user, "verified").as_str(), "" | "0");
    let is_verified = text(&user, "login_type") != BY_EMAIL || has_followed_link;
    Ok(Profile::new(only_email(&text(&user, "email"), is_verified), &claims))
}
