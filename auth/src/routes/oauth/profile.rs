//! The claims that the scope `profile` grants.

use serde_json::{Map, Value};

use crate::models::User;

/// The claims of the scope `profile` (OpenID Connect Core 1.0, section 5.4). A claim without a value is left out.
pub(super) fn profile_claims(user: &User) -> Map<String, Value> {
    let field = |name: &str| {
        let text = user.user_metadata.get(name).and_then(Value::as_str);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let email = user.email.clone().filter(|email| !email.is_empty());
    let claims = [
        ("name", field("name").or(email)),
        ("picture", field("picture").or_else(|| field("avatar_url"))),
        ("preferred_username", field("preferred_username").or_else(|| field("username"))),
    ];
    let mut profile: Map<String, Value> =
        claims.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?.into()))).collect();
    if let Some(updated_at) = user.updated_at {
        profile.insert("updated_at".to_owned(), updated_at.timestamp().into());
    }
    profile
}
