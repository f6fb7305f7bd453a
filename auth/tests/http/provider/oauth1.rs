//! The endpoints of OAuth 1.0a (RFC 5849) below `/twitter`. Each request must be signed with the secrets of its step, and
//! each token works once.

use std::collections::{BTreeMap, HashMap};

use actix_web::http::header::{AUTHORIZATION, LOCATION};
use actix_web::web::{self, Data, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use ring::hmac;
use serde_json::Value;
use url::form_urlencoded;
use uuid::Uuid;

use super::{CLIENT_ID, CLIENT_SECRET, Provider};

const ACCESS_TOKEN: &str = "7-access";
const ACCESS_SECRET: &str = "access secret";
const UNESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A request token.
pub struct RequestToken {
    secret: String,
    callback: String,
    /// `None` until the person has approved it.
    verifier: Option<String>,
}

pub fn configure(config: &mut ServiceConfig) {
    config
        .route("/twitter/oauth/request_token", web::post().to(request_token))
        .route("/twitter/oauth/authenticate", web::get().to(authenticate))
        .route("/twitter/oauth/access_token", web::post().to(access_token))
        .route("/twitter/1.1/account/verify_credentials.json", web::get().to(profile));
}

async fn request_token(provider: Data<Provider>, request: HttpRequest) -> HttpResponse {
    let Some(sent) = verified(&request, None) else { return HttpResponse::Unauthorized().finish() };
    let (token, secret) = (Uuid::new_v4().to_string(), Uuid::new_v4().to_string());
    let callback = sent["oauth_callback"].clone();
    let pending = RequestToken { secret: secret.clone(), callback, verifier: None };
    provider.state().request_tokens.insert(token.clone(), pending);
    form(&[("oauth_token", &token), ("oauth_token_secret", &secret), ("oauth_callback_confirmed", "true")])
}

/// Redirects back at once: with the consent, or with a rejection if the test asks for one.
async fn authenticate(provider: Data<Provider>, query: Query<HashMap<String, String>>) -> HttpResponse {
    let mut state = provider.state();
    let rejects = state.rejects;
    let token = &query["oauth_token"];
    let Some(pending) = state.request_tokens.get_mut(token) else {
        return HttpResponse::NotFound().finish();
    };
    let verifier = Uuid::new_v4().to_string();
    let answer = match rejects {
        true => format!("denied={token}"),
        false => format!("oauth_token={token}&oauth_verifier={verifier}"),
    };
    pending.verifier = Some(verifier);
    let back = format!("{}&{answer}", pending.callback);
    HttpResponse::Found().insert_header((LOCATION, back)).finish()
}

async fn access_token(provider: Data<Provider>, request: HttpRequest) -> HttpResponse {
    let mut state = provider.state();
    let named = fields(&request).remove("oauth_token").unwrap_or_default();
    let Some(pending) = state.request_tokens.remove(&named) else {
        return HttpResponse::Unauthorized().finish();
    };
    match verified(&request, Some(&pending.secret)) {
        Some(sent) if sent.get("oauth_verifier") == pending.verifier.as_ref() => form(&[
            ("oauth_token", ACCESS_TOKEN),
            ("oauth_token_secret", ACCESS_SECRET),
            ("screen_name", "m"),
        ]),
        _ => HttpResponse::Unauthorized().finish(),
    }
}

async fn profile(provider: Data<Provider>, request: HttpRequest) -> HttpResponse {
    let sent = verified(&request, Some(ACCESS_SECRET));
    if sent.is_none_or(|sent| sent["oauth_token"] != ACCESS_TOKEN) {
        return HttpResponse::Unauthorized().finish();
    }
    let mut user = provider.state().claims.clone();
    if !request.query_string().contains("include_email=true") {
        user.remove("email");
    }
    HttpResponse::Ok().json(Value::Object(user))
}

/// The parameters in `Authorization`, decoded, if the signature is right.
fn verified(request: &HttpRequest, token_secret: Option<&str>) -> Option<BTreeMap<String, String>> {
    let mut sent = fields(request);
    let signature = sent.remove("oauth_signature")?;
    if sent.get("oauth_consumer_key").map(String::as_str) != Some(CLIENT_ID) {
        return None;
    }
    let query = form_urlencoded::parse(request.query_string().as_bytes()).into_owned();
    let mut pairs: Vec<String> = query
        .chain(sent.clone())
        .map(|(name, value)| format!("{}={}", escape(&name), escape(&value)))
        .collect();
    pairs.sort();
    let info = request.connection_info();
    let address = format!("{}://{}{}", info.scheme(), info.host(), request.path());
    let base = format!("{}&{}&{}", request.method(), escape(&address), escape(&pairs.join("&")));
    let key = format!("{}&{}", escape(CLIENT_SECRET), escape(token_secret.unwrap_or_default()));
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, key.as_bytes());
    let signature = BASE64_STANDARD.decode(signature).ok()?;
    hmac::verify(&key, base.as_bytes(), &signature).ok()?;
    Some(sent)
}

fn fields(request: &HttpRequest) -> BTreeMap<String, String> {
    let header = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let list = header.and_then(|value| value.strip_prefix("OAuth ")).unwrap_or_default();
    let pairs = list.split(',').filter_map(|pair| pair.trim().split_once('='));
    pairs
        .map(|(name, value)| {
            let value = percent_decode_str(value.trim_matches('"')).decode_utf8_lossy();
            (name.to_owned(), value.into_owned())
        })
        .collect()
}

fn form(pairs: &[(&str, &str)]) -> HttpResponse {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    HttpResponse::Ok().content_type("text/html; charset=utf-8").body(body)
}

fn escape(text: &str) -> String {
    utf8_percent_encode(text, UNESCAPED).to_string()
}
