//! Notion.

use super::member::text_at;
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

const VERSION: (&str, &str) = ("notion-version", "2021-08-16");

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let bot = request.get_with("/v1/users/me", &[VERSION]).await?;
    let of_owner = |member: &str| text_at(&bot, &format!("/bot/owner/user/{member}"));
    let (id, name, picture) = (of_owner("id"), of_owner("name"), of_owner("avatar_url"));
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", &name),
        ("picture", &picture),
        ("avatar_url", &picture),
        ("full_name", &name),
        ("provider_id", &id),
    ];
    Ok(Profile::new(only_email(&of_owner("person/email"), true), &claims))
}
