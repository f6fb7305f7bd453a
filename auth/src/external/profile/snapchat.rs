//! Snapchat: a query in GraphQL, or the id token.

use url::form_urlencoded;

use super::member::text_at;
use super::openid;
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::known_issuers::SNAPCHAT;
use crate::external::{IdToken, ProviderError};

const QUERY: &str = "{me { externalId displayName bitmoji { avatar id } email } }";

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let query: String = form_urlencoded::byte_serialize(QUERY.as_bytes()).collect();
    let answer = request.get(&format!("/v1/me?query={query}")).await?;
    let of_me = |member: &str| text_at(&answer, &format!("/data/me/{member}"));
    let (id, name, picture) = (of_me("externalId"), of_me("displayName"), of_me("bitmoji/avatar"));
    let claims = [
        ("iss", SNAPCHAT),
        ("sub", &id),
        ("name", &name),
        ("picture", &picture),
        ("slug", &name),
        ("avatar_url", &picture),
        ("full_name", &name),
        ("provider_id", &id),
    ];
    Ok(Profile::new(only_email(&of_me("email"), true), &claims))
}

pub(super) fn of_id_token(token: &IdToken) -> Profile {
    // Its tokens do not say whether the address is verified. Only verified ones are in them.
    Profile { emails: only_email(token.text("email"), true), ..openid::profile(&token.claims) }
}
