//! The standard claims of OpenID Connect (Core 1.0, section 5.1).

use serde_json::{Map, Value};

use super::member::is_true;
use super::record::{Profile, only_email};

/// The claims that an identity keeps, with those of supabase/auth's own.
pub(super) const CLAIMS: [&str; 27] = [
    "iss",
    "sub",
    "aud",
    "iat",
    "exp",
    "name",
    "family_name",
    "given_name",
    "middle_name",
    "nickname",
    "preferred_username",
    "profile",
    "picture",
    "website",
    "gender",
    "birthdate",
    "zoneinfo",
    "locale",
    "updated_at",
    "phone",
    "phone_verified",
    "custom_claims",
    "full_name",
    "avatar_url",
    "slug",
    "provider_id",
    "user_name",
];

pub(super) fn profile(claims: &Map<String, Value>) -> Profile {
    let email = claims.get("email").and_then(Value::as_str).unwrap_or_default();
    let emails = only_email(email, is_true(claims.get("email_verified")));
    let kept = claims.iter().filter(|(name, value)| CLAIMS.contains(&name.as_str()) && !value.is_null());
    Profile { emails, claims: kept.map(|(name, value)| (name.clone(), value.clone())).collect() }
}
