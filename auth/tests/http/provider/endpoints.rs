//! The provider's endpoints.

use actix_web::http::header::{AUTHORIZATION, LOCATION};
use actix_web::web::{self, Data, Form, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use chrono::Utc;
use ring::hmac;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use url::form_urlencoded;
use uuid::Uuid;

use super::keys::unsigned;
use super::{CLIENT_ID, CLIENT_SECRET, Fault, Grant, Key, Provider, REDIRECT_URI, State, oauth1};

/// The access token of every sign-in.
const ACCESS_TOKEN: &str = "provider-access-token";

/// The endpoints of an authorization and of a token, by the discovery document and by the APIs of providers.
const ENDPOINTS: [(&str, &str); 17] = [
    ("/authorize", "/token"),
    ("/login/oauth/authorize", "/login/oauth/access_token"),
    ("/oauth/authorize", "/oauth/token"),
    ("/api/oauth2/authorize", "/api/oauth2/token"),
    ("/protocol/openid-connect/auth", "/protocol/openid-connect/token"),
    ("/tenant/oauth2/v2.0/authorize", "/tenant/oauth2/v2.0/token"),
    ("/site/oauth2/authorize", "/site/oauth2/access_token"),
    ("/dialog/oauth", "/oauth/access_token"),
    ("/oauth", "/v1/oauth/token"),
    ("/v1/oauth/authorize", "/v1/oauth/token"),
    ("/openid/connect/authorize", "/api/openid.connect.token"),
    ("/accounts/oauth2/auth", "/accounts/oauth2/token"),
    ("/authorize", "/api/token"),
    ("/oauth2/authorize", "/oauth2/token"),
    ("/sso/authorize", "/sso/token"),
    ("/i/oauth2/authorize", "/2/oauth2/token"),
    ("/oauth/v2/authorization", "/oauth/v2/accessToken"),
];

type Fields = HashMap<String, String>;

pub fn configure(config: &mut ServiceConfig) {
    for (authorization, token_endpoint) in ENDPOINTS {
        config.route(authorization, web::get().to(authorize));
        config.route(token_endpoint, web::post().to(token));
    }
    config
        .configure(oauth1::configure)
        .route("/.well-known/openid-configuration", web::get().to(discovery))
        .route("/other/.well-known/openid-configuration", web::get().to(discovery))
        .route("/tenant/v2.0/.well-known/openid-configuration", web::get().to(discovery))
        .route("/keys", web::get().to(keys))
        .default_service(web::get().to(document));
}

async fn discovery(provider: Data<Provider>, request: HttpRequest) -> HttpResponse {
    let state = provider.state();
    let base = &state.issuer;
    let issuer =
        if request.path().starts_with("/tenant") { format!("{base}/tenant/v2.0") } else { base.clone() };
    HttpResponse::Ok().json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{base}/authorize"),
        "token_endpoint": format!("{base}/token"),
        "userinfo_endpoint": format!("{base}/userinfo"),
        "jwks_uri": format!("{base}/keys"),
        "token_endpoint_auth_methods_supported": [state.authentication.unwrap_or("client_secret_basic")],
    }))
}

async fn keys(provider: Data<Provider>) -> HttpResponse {
    let mut state = provider.state();
    state.key_requests += 1;
    HttpResponse::Ok().json(json!({ "keys": [state.key.public()] }))
}

/// The person consents at once.
async fn authorize(provider: Data<Provider>, query: Query<Fields>) -> HttpResponse {
    let field = |name: &str| query.get(name).cloned();
    if field("client_id").as_deref() != Some(CLIENT_ID)
        || field("redirect_uri").as_deref() != Some(REDIRECT_URI)
    {
        return HttpResponse::BadRequest().finish();
    }
    assert_eq!(field("response_type").as_deref(), Some("code"));
    let challenge = field("code_challenge");
    assert_eq!(field("code_challenge_method"), challenge.as_ref().map(|_| "S256".to_owned()));
    let code = Uuid::new_v4().to_string();
    let grant = Grant { redirect_uri: REDIRECT_URI.to_owned(), challenge, nonce: field("nonce") };
    provider.state().grants.insert(code.clone(), grant);
    let state = field("state").unwrap_or_default();
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("code", code.as_str()), ("state", state.as_str())])
        .finish();
    HttpResponse::Found().insert_header((LOCATION, format!("{REDIRECT_URI}?{query}"))).finish()
}

async fn token(provider: Data<Provider>, request: HttpRequest, form: Form<Fields>) -> HttpResponse {
    let fault = provider.state().fault;
    match fault {
        Some(Fault::Garbage) => return HttpResponse::Ok().body("<html>busy</html>"),
        Some(Fault::Huge) => return HttpResponse::Ok().body(vec![b' '; 2 << 20]),
        Some(Fault::Silence) => std::future::pending::<()>().await,
        Some(Fault::Redirect) => {
            return HttpResponse::Found().insert_header((LOCATION, "http://169.254.169.254/token")).finish();
        }
        _ => {}
    }
    let mut state = provider.state();
    if !is_authenticated(&state, &request, &form) {
        return HttpResponse::Unauthorized().json(json!({ "error": "invalid_client" }));
    }
    let field = |name: &str| form.get(name).map(String::as_str);
    let grant = field("code").and_then(|code| state.grants.remove(code));
    let is_valid = grant.as_ref().is_some_and(|grant| {
        let verifier = field("code_verifier").unwrap_or_default();
        let derived = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
        field("grant_type") == Some("authorization_code")
            && field("redirect_uri") == Some(&grant.redirect_uri)
            && grant.challenge.as_ref().is_none_or(|challenge| *challenge == derived)
    });
    let Some(grant) = grant.filter(|_| is_valid) else {
        return HttpResponse::BadRequest().json(json!({ "error": "invalid_grant" }));
    };
    HttpResponse::Ok().json(json!({
        "access_token": ACCESS_TOKEN,
        "token_type": "Bearer",
        "refresh_token": "provider-refresh-token",
        "id_token": state.sign(grant.nonce.as_deref(), request.path()),
        "profile": state.documents.get(request.path()),
    }))
}

fn is_authenticated(state: &State, request: &HttpRequest, form: &Fields) -> bool {
    let posted = (form.get("client_id"), form.get("client_secret"));
    let is_posted = posted == (Some(&CLIENT_ID.to_owned()), Some(&CLIENT_SECRET.to_owned()));
    let default = if request.path() == "/token" { "client_secret_basic" } else { "client_secret_post" };
    if state.authentication.unwrap_or(default) == "client_secret_post" {
        return is_posted;
    }
    let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let pair = BASE64_STANDARD.encode(format!("{}:{}", encode(CLIENT_ID), encode(CLIENT_SECRET)));
    let header = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    header == Some(&format!("Basic {pair}"))
}

/// The user info endpoint, and the API of providers that have one of their own.
async fn document(provider: Data<Provider>, request: HttpRequest) -> HttpResponse {
    let header = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if header != Some(&format!("Bearer {ACCESS_TOKEN}")) {
        return HttpResponse::Unauthorized().finish();
    }
    let has = |name: &str, value: &str| request.headers().get(name).is_some_and(|sent| sent == value);
    let is_complete = match request.path() {
        // Spotify has this path too.
        "/me" if request.query_string().starts_with("fields=") => {
            request.query_string().ends_with(&format!("appsecret_proof={}", appsecret_proof()))
        }
        "/v1/users/me" => has("notion-version", "2021-08-16"),
        "/helix/users" => has("client-id", CLIENT_ID),
        _ => true,
    };
    if !is_complete {
        return HttpResponse::BadRequest().finish();
    }
    let state = provider.state();
    let document = state.documents.get(request.path()).cloned();
    HttpResponse::Ok().json(document.unwrap_or_else(|| Value::Object(state.claims.clone())))
}

/// What Facebook demands from a client with a secret.
fn appsecret_proof() -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, CLIENT_SECRET.as_bytes());
    hmac::sign(&key, ACCESS_TOKEN.as_bytes()).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

impl State {
    /// The claims of an id token.
    pub fn id_claims(&self, nonce: Option<&str>, path: &str) -> Map<String, Value> {
        let now = Utc::now().timestamp();
        let issuer = if path.starts_with("/tenant") {
            format!("{}/tenant/v2.0", self.issuer)
        } else {
            self.issuer.clone()
        };
        let half = &Sha256::digest(ACCESS_TOKEN.as_bytes())[..16];
        let mut claims = self.claims.clone();
        for (name, value) in [
            ("iss", json!(issuer)),
            ("aud", json!([CLIENT_ID])),
            ("iat", json!(now)),
            ("exp", json!(now + 300)),
            ("at_hash", json!(BASE64_URL_SAFE_NO_PAD.encode(half))),
            ("nonce", json!(nonce)),
        ] {
            claims.insert(name.to_owned(), value);
        }
        claims.retain(|_, value| !value.is_null());
        claims
    }

    fn sign(&self, nonce: Option<&str>, path: &str) -> String {
        let mut claims = self.id_claims(nonce, path);
        let mut set = |name: &str, value: Value| claims.insert(name.to_owned(), value);
        match self.fault {
            Some(Fault::Audience) => drop(set("aud", json!("another-client"))),
            Some(Fault::Issuer) => drop(set("iss", json!("https://evil.example"))),
            Some(Fault::Expired) => drop(set("exp", json!(Utc::now().timestamp() - 60))),
            Some(Fault::NoSubject) => drop(claims.remove("sub")),
            Some(Fault::AccessToken) => drop(set("at_hash", json!("AAAAAAAAAAAAAAAAAAAAAA"))),
            _ => {}
        }
        let claims = Value::Object(claims);
        match self.fault {
            Some(Fault::Key) => Key::generate("first").sign(&claims),
            Some(Fault::Unsigned) => unsigned(&claims),
            Some(Fault::SharedSecret) => self.key.sign_as_shared_secret(&claims),
            _ => self.key.sign(&claims),
        }
    }
}
