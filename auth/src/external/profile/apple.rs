//! Apple. The name comes once, beside the code of the first sign-in.

use serde_json::{Map, Value, json};

use super::member::{is_true, text};
use super::record::{Profile, only_email};
use crate::external::IdToken;

pub(super) fn profile(token: &IdToken) -> Profile {
    let subject = token.text("sub");
    let claims = [("iss", token.text("iss")), ("sub", subject), ("provider_id", subject)];
    let mut custom = Map::new();
    if let Some(is_private) = token.claims.get("is_private_email") {
        custom.insert("is_private_email".to_owned(), json!(is_true(Some(is_private))));
    }
    for name in ["auth_time", "transfer_sub"] {
        if let Some(value) = token.claims.get(name) {
            custom.insert(name.to_owned(), value.clone());
        }
    }
    // Apple returns only verified addresses.
    Profile::new(only_email(token.text("email"), true), &claims).with_custom_claims(custom)
}

/// Adds the name in the callback's field `user`: `{"name": {"firstName", "lastName"}}`.
pub(in crate::external) fn add_name(profile: &mut Profile, user: &str) {
    let Ok(user) = serde_json::from_str::<Value>(user) else { return };
    let Some(name) = user.get("name") else { return };
    let full = format!("{} {}", text(name, "firstName"), text(name, "lastName"));
    let full = full.trim();
    if !full.is_empty() {
        for claim in ["name", "full_name"] {
            profile.claims.insert(claim.to_owned(), json!(full));
        }
    }
}
