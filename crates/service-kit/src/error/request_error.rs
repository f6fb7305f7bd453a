//! The client errors that any service can have.

use super::client_error::ClientError;
use super::sentences::SENTENCES;
use crate::language::Language;
use actix_web::http::StatusCode;

/// A request that is rejected before its meaning matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The body is not JSON, not an object, breaks off, or holds the NUL character.
    #[error("the body is malformed")]
    MalformedBody,
    /// There is no token, or one that is expired, forged, or not a person's.
    #[error("there is no valid token")]
    Unauthorized,
    /// The token is valid; its bearer has no permission.
    #[error("the caller has no permission")]
    Forbidden,
    /// No route has this path.
    #[error("no route has this path")]
    NotFound,
    /// The path has a route, but not for this method.
    #[error("the route does not take this method")]
    MethodNotAllowed,
    /// The body did not arrive in time.
    #[error("the body did not arrive in time")]
    Timeout,
    /// The body is larger than allowed.
    #[error("the body is too large")]
    TooLarge,
    /// The call does not read bodies of this media type.
    #[error("the media type is not supported")]
    UnsupportedMediaType,
    /// Rate limit: too many requests of one address or for one account.
    #[error("the rate limit is exceeded")]
    TooManyRequests {
        /// Seconds until the next request is allowed.
        retry_after: u64,
    },
}

impl ClientError for RequestError {
    fn status(&self) -> StatusCode {
        match self {
            RequestError::MalformedBody => StatusCode::BAD_REQUEST,
            RequestError::Unauthorized => StatusCode::UNAUTHORIZED,
            RequestError::Forbidden => StatusCode::FORBIDDEN,
            RequestError::NotFound => StatusCode::NOT_FOUND,
            RequestError::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            RequestError::Timeout => StatusCode::REQUEST_TIMEOUT,
            RequestError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            RequestError::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            RequestError::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            RequestError::MalformedBody => "bad_json",
            RequestError::Unauthorized => "unauthorized",
            RequestError::Forbidden => "forbidden",
            RequestError::NotFound => "not_found",
            RequestError::MethodNotAllowed => "method_not_allowed",
            RequestError::Timeout => "request_timeout",
            RequestError::TooLarge => "request_entity_too_large",
            RequestError::UnsupportedMediaType => "unsupported_media_type",
            RequestError::TooManyRequests { .. } => "over_request_rate_limit",
        }
    }

    fn sentence(&self, language: Language) -> String {
        let key = match self {
            RequestError::MalformedBody => "malformed_body",
            RequestError::Unauthorized => "unauthorized",
            RequestError::Forbidden => "forbidden",
            RequestError::NotFound => "not_found",
            RequestError::MethodNotAllowed => "method_not_allowed",
            RequestError::Timeout => "timeout",
            RequestError::TooLarge => "too_large",
            RequestError::UnsupportedMediaType => "unsupported_media_type",
            RequestError::TooManyRequests { .. } => "too_many_requests",
        };
        SENTENCES.sentence(key, language, &[])
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            RequestError::TooManyRequests { retry_after } => Some(*retry_after),
            _ => None,
        }
    }
}
