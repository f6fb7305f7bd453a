//! Azure (Microsoft Entra ID).

use super::member::is_true;
use super::record::{Profile, only_email};
use crate::external::IdToken;

/// Claims that are not kept among the custom ones.
const PROTOCOL_CLAIMS: [&str; 16] = [
    "aud",
    "iss",
    "iat",
    "nbf",
    "exp",
    "c_hash",
    "at_hash",
    "aio",
    "nonce",
    "rh",
    "uti",
    "jti",
    "ver",
    "sub",
    "name",
    "preferred_username",
];

pub(super) fn profile(token: &IdToken) -> Profile {
    let subject = token.text("sub");
    let claims = [
        ("iss", token.text("iss")),
        ("sub", subject),
        ("provider_id", subject),
        ("preferred_username", token.text("preferred_username")),
        ("full_name", token.text("name")),
    ];
    // `xms_edov` says whether the tenant owns the address's domain. Where it is not configured, only tenants without
    // guests give out addresses.
    let owner_verified = token.claims.get("xms_edov");
    let is_verified = owner_verified.is_none_or(|claim| is_true(Some(claim)));
    let mut custom = token.claims.clone();
    custom.retain(|name, _| !PROTOCOL_CLAIMS.contains(&name.as_str()));
    Profile::new(only_email(token.text("email"), is_verified), &claims).with_custom_claims(custom)
}
