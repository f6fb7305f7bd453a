//! Keycloak: the user info endpoint of a realm.

use super::member::{is_true, text};
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/protocol/openid-connect/userinfo").await?;
    let (id, name, email) = (text(&user, "sub"), text(&user, "name"), text(&user, "email"));
    let is_verified = is_true(user.get("email_verified"));
    let claims =
        [("iss", request.base), ("sub", &id), ("name", &name), ("full_name", &name), ("provider_id", &id)];
    let mut custom = user.as_object().cloned().unwrap_or_default();
    custom.retain(|claim, _| !["name", "sub", "email", "email_verified"].contains(&claim.as_str()));
    Ok(Profile::new(only_email(&email, is_verified), &claims).with_custom_claims(custom))
}
