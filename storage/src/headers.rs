//! Request headers, and header values that are stored with an object.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderValue;

use crate::error::{Error, Result};

/// The longest stored header value, in bytes.
const MAX_STORED_VALUE: usize = 255;

/// A request header's value; none when the header is missing or its value is not visible ASCII.
pub fn header<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name).and_then(|value| value.to_str().ok())
}

/// Checks a value that is stored with an object and sent as a header with every download of it.
pub fn storable_value(text: &str) -> Result<String> {
    let valid = text.len() <= MAX_STORED_VALUE && HeaderValue::from_str(text).is_ok();
    if valid {
        Ok(text.to_owned())
    } else {
        Err(Error::InvalidRequest("a header is too long or malformed".to_owned()))
    }
}
