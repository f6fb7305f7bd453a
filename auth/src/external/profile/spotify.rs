//! Spotify, which does not verify addresses.

use serde_json::Value;

use super::member::text;
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let user = request.get("/me").await?;
    let (id, name, picture) = (text(&user, "id"), text(&user, "display_name"), largest_picture(&user));
    let claims = [
        ("iss", request.base),
        ("sub", &id),
        ("name", &name),
        ("picture", &picture),
        ("avatar_url", &picture),
        ("full_name", &name),
        ("provider_id", &id),
    ];
    Ok(Profile::new(only_email(&text(&user, "email"), false), &claims))
}

fn largest_picture(user: &Value) -> String {
    let side = |image: &Value, name| image.get(name).and_then(Value::as_u64).unwrap_or_default();
    let area = |image: &&Value| side(image, "width").saturating_mul(side(image, "height"));
    let images = user.get("images").and_then(Value::as_array).into_iter().flatten();
    images.max_by_key(area).map(|image| text(image, "url")).unwrap_or_default()
}
