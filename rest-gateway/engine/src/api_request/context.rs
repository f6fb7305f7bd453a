//! What SQL can read of a request: the GUCs `request.method`, `request.path`, `request.headers` and `request.cookies`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use actix_web::http::header;

use super::parts::Parts;

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
    let headers = parts.headers.iter().filter(|(name, _)| *name != header::COOKIE);
    // A GUC cannot hold a NUL character, and a valid header value contains none.
    object(headers.map(|(name, value)| (name.as_str(), String::from_utf8_lossy(value.as_bytes()))))
}

fn cookies(parts: &Parts<'_>) -> String {
    let lines = parts.headers.get_all(header::COOKIE).filter_map(|value| value.to_str().ok());
    let cookies = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    object(cookies.map(|(name, value)| (name, Cow::Borrowed(value.trim_matches('"')))))
}

/// A JSON object sorted by name. A name that occurs twice keeps its last value.
fn object<'a>(pairs: impl Iterator<Item = (&'a str, Cow<'a, str>)>) -> String {
    let pairs: BTreeMap<&str, Cow<'_, str>> = pairs.collect();
    // A map of strings always serialises.
    serde_json::to_string(&pairs).unwrap_or_else(|_| "{}".to_owned())
}
