//! Discord.

use serde_json::{Map, json};

use super::member::{is_true, text};
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

/// The number of default pictures; the discriminator chooses one.
const DEFAULT_PICTURES: u64 = 5;

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/users/@me").await?;
    let (id, name, discriminator) =
        (text(&user, "id"), text(&user, "username"), text(&user, "discriminator"));
    let picture = match text(&user, "avatar") {
        avatar if avatar.is_empty() => {
            let number = discriminator.parse::<u64>().unwrap_or_default() % DEFAULT_PICTURES;
            format!("https://cdn.discordapp.com/embed/avatars/{number}.png")
        }
        avatar => {
            let extension = if avatar.starts_with("a_") { "gif" } else { "png" };
            format!("https://cdn.discordapp.com/avatars/{id}/{avatar}.{extension}")
        }
    };
    let unique_name = format!("{name}#{discriminator}");
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", &unique_name),
        ("picture", &picture),
        ("avatar_url", &picture),
        ("full_name", &name),
        ("provider_id", &id),
    ];
    let emails = only_email(&text(&user, "email"), is_true(user.get("verified")));
    let custom = Map::from_iter([("global_name".to_owned(), json!(text(&user, "global_name")))]);
    Ok(Profile::new(emails, &claims).with_custom_claims(custom))
}
