//! Twitter, with OAuth 1.0a. It returns only verified addresses.

use super::member::text;
use super::record::{Profile, only_email};
use super::request::ProfileRequest;
use crate::external::ProviderError;
use crate::external::oauth1::Signer;

const PATH: &str = "/1.1/account/verify_credentials.json";
const QUERY: &str = "include_entities=false&skip_status=true&include_email=true";

pub(super) async fn fetch(request: &ProfileRequest<'_>) -> Result<Profile, ProviderError> {
    let issuer = format!("{}{PATH}", request.base);
    let url = format!("{issuer}?{QUERY}");
    let token = Some((request.tokens.access_token.as_str(), request.tokens.token_secret.as_str()));
    let signer = Signer { client_id: request.client_id, client_secret: request.client_secret, token };
    let authorization = signer.authorization("GET", &url, &[])?;
    let user = request.client.get(&url, None, &[("authorization", &authorization)]).await?;
    let (id, name, username) = (text(&user, "id_str"), text(&user, "name"), text(&user, "screen_name"));
    let picture = text(&user, "profile_image_url_https");
    let claims = [
        ("iss", issuer.as_str()),
        ("sub", &id),
        ("name", &name),
        ("preferred_username", &username),
        ("picture", &picture),
        ("avatar_url", &picture),
        ("full_name", &name),
        ("provider_id", &id),
        ("user_name", &username),
    ];
    Ok(Profile::new(only_email(&text(&user, "email"), true), &claims))
}
