//! Header names and values that all error responses share.

use actix_web::http::header::HeaderName;

pub(super) const JSON: &str = "application/json; charset=utf-8";
pub(super) const SB_ERROR_CODE: HeaderName = HeaderName::from_static("sb-error-code");
