//! What SQL may see of a request: `request.method`, `request.path`, `request.headers`, `request.cookies`.

use actix_web::http::header;
use serde_json::{Map, Value};

use super::Parts;

#[derive(Debug)]
pub(crate) struct RequestContext {
    pub method: String,
    pub path: String,
    /// A JSON object with lower-cased names, without the cookies.
    pub headers: String,
    /// A JSON object.
    pub cookies: String,
}

impl RequestContext {
    pub fn new(parts: &Parts<'_>) -> RequestContext {
        let path =
            if parts.path.starts_with('/') { parts.path.to_owned() } else { format!("/{}", parts.path) };
        RequestContext {
            method: parts.method.to_owned(),
            path,
            headers: headers(parts),
            cookies: cookies(parts),
        }
    }
}

fn headers(parts: &Parts<'_>) -> String {
    let headers: Map<String, Value> = parts
        .headers
        .iter()
        .filter(|(name, _)| *name != header::COOKIE)
        .map(|(name, value)| {
            // A setting of Postgres holds no NUL; a header's value holds none either.
            (name.as_str().to_owned(), Value::String(String::from_utf8_lossy(value.as_bytes()).into_owned()))
        })
        .collect();
    Value::Object(headers).to_string()
}

fn cookies(parts: &Parts<'_>) -> String {
    let cookies: Map<String, Value> = parts
        .headers
        .get_all(header::COOKIE)
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .map(|(name, value)| (name.to_owned(), Value::String(value.trim_matches('"').to_owned())))
        .collect();
    Value::Object(cookies).to_string()
}
