//! Twitch.

use super::member::{members, text};
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let users = request.get_with("/helix/users", &[("client-id", request.client_id)]).await?;
    let user = users.pointer("/data/0").ok_or(ProviderError::Missing("user"))?;
    let (id, login, display_name, picture) =
        (text(user, "id"), text(user, "login"), text(user, "display_name"), text(user, "profile_image_url"));
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", &login),
        ("nickname", &display_name),
        ("picture", &picture),
        ("slug", &display_name),
        ("avatar_url", &picture),
        ("full_name", &login),
        ("provider_id", &id),
    ];
    let custom =
        members(user, &["broadcaster_type", "description", "type", "offline_image_url", "view_count"]);
    // Twitch returns only verified addresses.
    Ok(Profile::new(only_email(&text(user, "email"), true), &claims).with_custom_claims(custom))
}
