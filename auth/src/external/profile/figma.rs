//! Figma.

use super::member::text;
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/v1/me").await?;
    let (id, name) = (text(&user, "id"), text(&user, "handle"));
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", &name),
        ("avatar_url", &text(&user, "img_url")),
        ("full_name", &name),
        ("provider_id", &id),
    ];
    Ok(Profile::new(only_email(&text(&user, "email"), true), &claims))
}
