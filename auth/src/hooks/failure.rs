//! The error of a hook that does not work.

use std::borrow::Cow;

use actix_web::http::StatusCode;

use crate::error::{Error, ErrorCode};

/// A 500 whose message the client sees, as supabase/auth answers when a hook fails.
pub(super) fn failure(message: impl Into<Cow<'static, str>>) -> Error {
    let (status, code) = (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::UnexpectedFailure);
    Error::Rejected { status, code, message: message.into() }
}
