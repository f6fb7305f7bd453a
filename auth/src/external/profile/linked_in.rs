//! LinkedIn: its id token.

use super::member::is_true;
use super::record::{Profile, only_email};
use crate::external::IdToken;

pub(super) fn of_id_token(token: &IdToken) -> Profile {
    let (subject, given, family) = (token.text("sub"), token.text("given_name"), token.text("family_name"));
    let name = format!("{given} {family}");
    let claims = [
        ("iss", token.text("iss")),
        ("sub", subject),
        ("name", name.trim()),
        ("given_name", given),
        ("family_name", family),
        ("locale", token.text("locale")),
        ("picture", token.text("picture")),
        ("provider_id", subject),
    ];
    let is_verified = is_true(token.claims.get("email_verified"));
    Profile::new(only_email(token.text("email"), is_verified), &claims)
}
