//! Fly.

use super::member::{members, text};
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/oauth/token/info").await?;
    let (id, name) = (text(&user, "user_id"), text(&user, "user_name"));
    let claims = [("iss", request.base), ("sub", &id), ("full_name", &name), ("provider_id", &id)];
    let custom =
        members(&user, &["resource_owner_id", "organizations", "application", "scope", "created_at"]);
    Ok(Profile::new(only_email(&text(&user, "email"), true), &claims).with_custom_claims(custom))
}
