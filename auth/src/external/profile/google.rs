//! Google: the id token, or the older user info endpoint, which returns `id` and `verified_email`.

use serde_json::{Map, Value, json};

use super::member::{is_true, text};
use super::record::{Profile, only_email};

pub(super) fn profile(claims: &Value) -> Profile {
    let subject = [text(claims, "sub"), text(claims, "id")].into_iter().find(|id| !id.is_empty());
    let subject = subject.unwrap_or_default();
    let (name, picture, email) = (text(claims, "name"), text(claims, "picture"), text(claims, "email"));
    let is_verified = is_true(claims.get("email_verified")) || is_true(claims.get("verified_email"));
    let members = [
        ("iss", text(claims, "iss")),
        ("sub", subject.clone()),
        ("name", name.clone()),
        ("picture", picture.clone()),
        ("avatar_url", picture),
        ("full_name", name),
        ("provider_id", subject),
    ];
    let members: Vec<(&str, &str)> = members.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let mut custom = Map::new();
    let domain = text(claims, "hd");
    if !domain.is_empty() {
        custom.insert("hd".to_owned(), json!(domain));
    }
    Profile::new(only_email(&email, is_verified), &members).with_custom_claims(custom)
}
