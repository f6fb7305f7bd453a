//! A request as its client sent and signed it, before proxies changed its path and host.

use std::str::Utf8Error;

use actix_web::HttpRequest;
use actix_web::http::header::{CONTENT_LENGTH, HOST};
use percent_encoding::percent_decode_str;

use super::settings::Settings;

/// The path below which this service has the protocol.
const MOUNT: &str = "/s3";

/// The parts of a request that a signature covers.
pub struct Incoming<'a> {
    pub request: &'a HttpRequest,
    /// The path as the client sent it, percent-encoded.
    pub signed_path: String,
    /// The path below the endpoint, percent-encoded: `/`, `/bucket` or `/bucket/key`.
    pub path: &'a str,
    /// The query's names and values, decoded.
    pub query: Vec<(String, String)>,
}

impl<'a> Incoming<'a> {
    /// # Errors
    /// When the query is not UTF-8.
    pub fn new(request: &'a HttpRequest, settings: &Settings) -> Result<Self, Utf8Error> {
        let own_path = request.uri().path();
        let path = own_path.strip_prefix(MOUNT).filter(|path| !path.is_empty()).unwrap_or("/");
        // From anybody, it would move the end of a signed path to where it names another bucket.
        let forwarded = header(request, "x-forwarded-prefix").filter(|_| settings.allow_forwarded_prefix);
        let forwarded = forwarded.as_deref().unwrap_or_default().trim_end_matches('/');
        let signed_path = format!("{forwarded}{}{own_path}", settings.path_prefix);
        Ok(Self { request, signed_path, path, query: decode_query(request.query_string())? })
    }

    /// The value of a query parameter.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// A header's value; several values are joined with commas.
    pub fn header(&self, name: &str) -> Option<String> {
        header(self.request, name)
    }

    /// A header's value in a canonical request. A proxy may have replaced `Host`, and an HTTP client leaves out the
    /// length of an empty body.
    pub fn signed_header(&self, name: &str) -> Option<String> {
        if name == HOST {
            return self.header("x-forwarded-host").or_else(|| self.header(name));
        }
        let empty_body = || (name == CONTENT_LENGTH).then(|| "0".to_owned());
        self.header(name).or_else(empty_body)
    }
}

fn header(request: &HttpRequest, name: &str) -> Option<String> {
    let values: Vec<_> =
        request.headers().get_all(name).map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    (!values.is_empty()).then(|| values.join(","))
}

fn decode_query(query: &str) -> Result<Vec<(String, String)>, Utf8Error> {
    let decode = |text: &str| {
        let text = text.replace('+', " ");
        percent_decode_str(&text).decode_utf8().map(|text| text.into_owned())
    };
    let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        Ok((decode(name)?, decode(value)?))
    });
    pairs.collect()
}
