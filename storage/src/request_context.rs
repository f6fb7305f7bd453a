//! The request properties that policies may read besides the claims, as Postgres settings (GUCs): `request.jwt`,
//! `request.method`, `request.path` and `request.headers`.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderName;
use serde_json::{Map, Value};

/// The values of these settings.
pub struct RequestContext {
    /// The encoded token.
    pub jwt: String,
    pub method: String,
    /// The path below `/storage/v1`, with the query string.
    pub path: String,
    /// A JSON object with lower-case names. The values of a repeated header are joined with `, `.
    pub headers: String,
}

impl RequestContext {
    pub fn new(request: &HttpRequest, jwt: &str) -> Self {
        Self {
            jwt: jwt.to_owned(),
            method: request.method().to_string(),
            path: request.uri().path_and_query().map_or("/", |path| path.as_str()).to_owned(),
            headers: headers_as_json(request),
        }
    }
}

fn headers_as_json(request: &HttpRequest) -> String {
    let values = |name: &HeaderName| {
        let values = request.headers().get_all(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
        values.collect::<Vec<_>>().join(", ")
    };
    let headers: Map<String, Value> =
        request.headers().keys().map(|name| (name.to_string(), values(name).into())).collect();
    Value::Object(headers).to_string()
}
