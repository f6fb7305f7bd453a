//! The errors of requests: Supabase's error codes, statuses and messages.

mod code;
mod postgres;
mod redirect;
mod response;

use std::borrow::Cow;

use actix_web::http::StatusCode;

pub use code::ErrorCode;
pub(crate) use postgres::{email_exists, phone_exists};
pub(crate) use response::{chain, render_errors};

/// The result of handlers and of the modules below them.
pub type Result<T, E = Error> = std::result::Result<T, E>;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// The error type of all handlers and of the modules below them.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rejected request.
    #[error("{message}")]
    Rejected {
        /// The status of the response.
        status: StatusCode,
        /// The machine-readable code.
        code: ErrorCode,
        /// The message for developers.
        message: Cow<'static, str>,
    },
    /// A password that the rules reject: 422 with the broken rules.
    #[error("{message}")]
    WeakPassword {
        /// The message for developers.
        message: String,
        /// The broken rules: `length`, `characters` or `pwned`.
        reasons: Vec<&'static str>,
    },
    /// The client has exceeded a rate limit: 429 with `Retry-After`.
    #[error("Request rate limit reached")]
    RateLimited {
        /// Seconds until the next attempt is allowed.
        retry_after: u64,
    },
    /// An error in the form of OAuth 2.0 (RFC 6749, section 5.2).
    #[error("{description}")]
    OAuth {
        /// The error of RFC 6749.
        error: &'static str,
        /// The message for developers.
        description: Cow<'static, str>,
    },
    /// The queue of passwords to hash is full: 503 with `Retry-After`.
    #[error("Too many requests are waiting")]
    Overloaded,
    /// Postgres cannot be reached: 503 with `Retry-After`.
    #[error("the service is temporarily unavailable")]
    Unavailable(#[source] Cause),
    /// A failure of this service: a 500 whose cause is logged.
    #[error("internal error")]
    Internal(#[source] Cause),
}

impl Error {
    fn rejected(status: StatusCode, code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Error {
        Error::Rejected { status, code, message: message.into() }
    }

    /// 400.
    pub fn bad_request(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Error {
        Error::rejected(StatusCode::BAD_REQUEST, code, message)
    }

    /// 400 `validation_failed`.
    pub fn invalid(message: impl Into<Cow<'static, str>>) -> Error {
        Error::bad_request(ErrorCode::ValidationFailed, message)
    }

    /// 401.
    pub fn unauthorized(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Error {
        Error::rejected(StatusCode::UNAUTHORIZED, code, message)
    }

    /// 403.
    pub fn forbidden(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Error {
        Error::rejected(StatusCode::FORBIDDEN, code, message)
    }

    /// 404.
    pub fn not_found(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Error {
        Error::rejected(StatusCode::NOT_FOUND, code, message)
    }

    /// 409.
    pub fn conflict(message: impl Into<Cow<'static, str>>) -> Error {
        Error::rejected(StatusCode::CONFLICT, ErrorCode::Conflict, message)
    }

    /// 413.
    pub fn too_large(message: impl Into<Cow<'static, str>>) -> Error {
        Error::rejected(StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::RequestEntityTooLarge, message)
    }

    /// 422.
    pub fn unprocessable(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Error {
        Error::rejected(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// 429. Unlike [`Error::RateLimited`] it is about what was sent to a person.
    pub fn too_many_requests(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Error {
        Error::rejected(StatusCode::TOO_MANY_REQUESTS, code, message)
    }

    /// 504.
    pub fn timed_out() -> Error {
        let message = "Processing this request timed out, please retry after a moment.";
        Error::rejected(StatusCode::GATEWAY_TIMEOUT, ErrorCode::RequestTimeout, message)
    }

    /// 500 `unexpected_failure` with a message of its own. The caller has logged the cause.
    pub fn failed(message: impl Into<Cow<'static, str>>) -> Error {
        Error::rejected(StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::UnexpectedFailure, message)
    }

    /// 400 in the form of OAuth 2.0.
    pub fn oauth(error: &'static str, description: impl Into<Cow<'static, str>>) -> Error {
        Error::OAuth { error, description: description.into() }
    }

    /// A failure of this service.
    pub fn internal(cause: impl Into<Cause>) -> Error {
        Error::Internal(cause.into())
    }

    /// A temporary failure, after which the client may retry.
    pub fn unavailable(cause: impl Into<Cause>) -> Error {
        Error::Unavailable(cause.into())
    }
}

impl From<password_hashing::PasswordError> for Error {
    fn from(error: password_hashing::PasswordError) -> Error {
        match error {
            password_hashing::PasswordError::Overloaded => Error::Overloaded,
            other => Error::internal(other),
        }
    }
}
