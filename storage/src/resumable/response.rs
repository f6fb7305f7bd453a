//! Headers that every response of the protocol has.

use std::time::SystemTime;

use actix_web::http::StatusCode;
use actix_web::http::header::{ACCESS_CONTROL_EXPOSE_HEADERS, HttpDate};
use actix_web::{HttpResponse, HttpResponseBuilder};
use chrono::{DateTime, Utc};

/// The version of the protocol.
pub const TUS_VERSION: &str = "1.0.0";
/// The headers that pages of other origins may send, and read from responses.
pub const CORS_HEADERS: &str = "Authorization, Content-Type, Location, Tus-Extension, Tus-Max-Size, Tus-Resumable, \
                                Tus-Version, Upload-Concat, Upload-Defer-Length, Upload-Length, Upload-Metadata, \
                                Upload-Offset, X-HTTP-Method-Override, X-Requested-With, X-Forwarded-Host, \
                                X-Forwarded-Proto, Forwarded, Upload-Expires, Tus-Complete, X-Request-Id";

pub fn tus_response(status: StatusCode) -> HttpResponseBuilder {
    let mut response = HttpResponse::build(status);
    response.insert_header(("Tus-Resumable", TUS_VERSION));
    response.insert_header((ACCESS_CONTROL_EXPOSE_HEADERS, CORS_HEADERS));
    response
}

/// Says up to where the bytes were received, and until when the upload can be continued or that it is complete.
pub fn insert_progress(
    response: &mut HttpResponseBuilder,
    offset: u64,
    is_complete: bool,
    expires_at: DateTime<Utc>,
) {
    response.insert_header(("Upload-Offset", offset.to_string()));
    insert_end(response, is_complete, expires_at);
}

/// Says until when the upload can be continued, or that it is complete.
pub fn insert_end(response: &mut HttpResponseBuilder, is_complete: bool, expires_at: DateTime<Utc>) {
    if is_complete {
        response.insert_header(("Tus-Complete", "1"));
    } else {
        response.insert_header(("Upload-Expires", HttpDate::from(SystemTime::from(expires_at))));
    }
}
