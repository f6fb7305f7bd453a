//! The marketplace of Vercel: its id token.

use super::record::{Profile, only_email};
use crate::external::IdToken;

pub(super) fn of_id_token(token: &IdToken) -> Profile {
    // A person has one subject for each installation of the application, and one id across all of them.
    let subject = match token.text("global_user_id") {
        "" => token.text("sub").to_owned(),
        id => format!("global_user_id:{id}"),
    };
    let claims = [
        ("iss", token.text("iss")),
        ("sub", &subject),
        ("name", token.text("user_name")),
        ("picture", token.text("user_avatar_url")),
        ("provider_id", &subject),
    ];
    Profile::new(only_email(token.text("user_email"), true), &claims)
}
