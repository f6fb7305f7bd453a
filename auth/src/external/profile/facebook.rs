//! Facebook: the Graph API, or the id token of Limited Login.

use ring::hmac;

use super::member::{text, text_at};
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::{IdToken, ProviderError};

const PATH: &str = "/me?fields=email,first_name,last_name,name,picture";

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let proof = proof(&request.tokens.access_token, request.client_secret);
    let user = request.get(&format!("{PATH}&appsecret_proof={proof}")).await?;
    let (id, alias, picture) = (text(&user, "id"), text(&user, "name"), text_at(&user, "/picture/data/url"));
    let name = format!("{} {}", text(&user, "first_name"), text(&user, "last_name"));
    let (name, issuer) = (name.trim(), format!("{}{PATH}", request.base));
    let claims = [
        ("iss", issuer.as_str()),
        ("sub", &id),
        ("name", name),
        ("nickname", &alias),
        ("picture", &picture),
        ("slug", &alias),
        ("avatar_url", &picture),
        ("full_name", name),
        ("provider_id", &id),
    ];
    // Facebook returns only confirmed addresses.
    Ok(Profile::new(only_email(&text(&user, "email"), true), &claims))
}

pub(super) fn of_id_token(token: &IdToken) -> Profile {
    let subject = token.text("sub");
    let claims = [
        ("iss", token.text("iss")),
        ("sub", subject),
        ("name", token.text("name")),
        ("picture", token.text("picture")),
        ("provider_id", subject),
    ];
    Profile::new(only_email(token.text("email"), true), &claims)
}

/// Proves that the request comes from the application that the token was issued to.
fn proof(access_token: &str, client_secret: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, client_secret.as_bytes());
    let tag = hmac::sign(&key, access_token.as_bytes());
    tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
