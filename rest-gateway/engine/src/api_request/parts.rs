//! The parts of an HTTP request that the engine reads.

use actix_web::http::header::{AsHeaderName, HeaderMap};

pub(crate) struct Parts<'a> {
    pub method: &'a str,
    /// The path below the engine's mount point.
    pub path: &'a str,
    pub query: &'a str,
    pub headers: &'a HeaderMap,
}

impl Parts<'_> {
    /// `None` for a header that is missing or not ASCII.
    pub(super) fn header(&self, name: impl AsHeaderName) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
