//! The caller of an HTTP request: the bearer token, or else the API key.

use actix_web::HttpRequest;
use actix_web::http::header::AUTHORIZATION;
use service_kit::Verifier;

use crate::token::{self, Claims};

/// The claims of the caller's token. `None` without a valid token.
pub(super) fn caller(request: &HttpRequest, verifier: &Verifier) -> Option<Claims> {
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let bearer = header(AUTHORIZATION.as_str()).and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    let token = bearer.or_else(|| header("apikey"))?;
    token::verify(verifier, token).ok()
}

/// The request's headers whose names begin with `prefix`, as a JSON object.
pub(super) fn headers_as_json(request: &HttpRequest, prefix: &str) -> String {
    let texts = request.headers().iter().filter(|(name, _)| name.as_str().starts_with(prefix));
    let texts = texts.filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)));
    let object: serde_json::Map<_, _> = texts.map(|(name, value)| (name.to_owned(), value.into())).collect();
    serde_json::Value::Object(object).to_string()
}
