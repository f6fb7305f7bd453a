//! WorkOS, which returns the profile together with the access token.

use super::member::{members, text};
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

pub(super) fn profile(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.tokens.profile.as_ref().ok_or(ProviderError::Missing("profile"))?;
    let id = text(user, "id");
    let name = format!("{} {}", text(user, "first_name"), text(user, "last_name"));
    let name = name.trim();
    let claims =
        [("iss", request.base), ("sub", &id), ("name", name), ("full_name", name), ("provider_id", &id)];
    let custom = members(user, &["connection_id", "organization_id"]);
    Ok(Profile::new(only_email(&text(user, "email"), true), &claims).with_custom_claims(custom))
}
