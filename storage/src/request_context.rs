//! What policies may see of a request besides its claims: `request.jwt`, `request.method`, `request.path`,
//! `request.headers`.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderName;
use serde_json::{Map, Value};

pub struct RequestContext {
    /// The token as it came.
    pub jwt: String,
    pub method: String,
    /// As this service sees it, with the query.
    pub path: String,
    /// A JSON object with lower-cased names; values of a name that came twice are joined.
    pub headers: String,
}

impl RequestContext {
    pub fn new(request: &HttpRequest, jwt: &str) -> Self {
        Self {
            jwt: jwt.to_owned(),
            method: request.method().to_string(),
            path: request.uri().path_and_query().map_or("/", |path| path.as_str()).to_owned(),
            headers: headers(request),
        }
    }
}

fn headers(request: &HttpRequest) -> String {
    let values = |name: &HeaderName| {
        let values = request.headers().get_all(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
        values.collect::<Vec<_>>().join(", ")
    };
    let headers: Map<String, Value> =
        request.headers().keys().map(|name| (name.to_string(), values(name).into())).collect();
    Value::Object(headers).to_string()
}
