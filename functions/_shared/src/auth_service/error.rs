//! Why the auth service did not do what a call asks for, and what that means for the function's client.

use crate::{GatewayFailure, GatewayResponse};
use hyper::StatusCode;
use hyper::header::RETRY_AFTER;
use serde::Deserialize;
use service_kit::{Error, RequestError};

/// Seconds until another attempt, if a 429 does not say.
const DEFAULT_RETRY_AFTER: u64 = 60;

/// A failed call.
#[derive(Debug, thiserror::Error)]
pub enum AuthServiceError {
    /// There is no response.
    #[error(transparent)]
    NoResponse(#[from] GatewayFailure),
    /// The response is an error.
    #[error("the auth service answered {status} {code}")]
    Rejected {
        /// The status.
        status: StatusCode,
        /// The auth service's code; empty for an error of the gateway.
        code: String,
        /// The seconds of `Retry-After`.
        retry_after: Option<u64>,
    },
    /// The body of the response has another form.
    #[error("the auth service's response is unreadable: {0}")]
    Unreadable(serde_json::Error),
}

#[derive(Default, Deserialize)]
struct Body {
    #[serde(default)]
    code: String,
}

impl AuthServiceError {
    pub(super) fn rejected(response: &GatewayResponse) -> AuthServiceError {
        let retry_after = response.headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
        AuthServiceError::Rejected {
            status: response.status,
            // The gateway's own errors have a number in its place.
            code: serde_json::from_slice::<Body>(&response.body).unwrap_or_default().code,
            retry_after: retry_after.and_then(|seconds| seconds.parse().ok()),
        }
    }

    /// The code of a rejection, empty for a failure.
    pub fn code(&self) -> &str {
        match self {
            AuthServiceError::Rejected { code, .. } => code,
            AuthServiceError::NoResponse(_) | AuthServiceError::Unreadable(_) => "",
        }
    }

    /// Whether the call's token is no longer accepted: its session has ended, or the account was banned or deleted.
    pub fn is_rejected_token(&self) -> bool {
        matches!(
            self.code(),
            "bad_jwt" | "session_not_found" | "session_expired" | "user_not_found" | "user_banned"
        )
    }
}

/// An error that no function has a sentence for. Functions handle their own codes first.
impl From<AuthServiceError> for Error {
    fn from(error: AuthServiceError) -> Error {
        match error {
            AuthServiceError::Rejected { status: StatusCode::TOO_MANY_REQUESTS, retry_after, .. } => {
                let retry_after = retry_after.unwrap_or(DEFAULT_RETRY_AFTER);
                RequestError::TooManyRequests { retry_after }.into()
            }
            AuthServiceError::Rejected { ref code, .. } if code == "over_request_rate_limit" => {
                Error::Overloaded
            }
            AuthServiceError::Rejected { status, .. } if !status.is_server_error() => Error::internal(error),
            AuthServiceError::Unreadable(_) => Error::internal(error),
            error => Error::unavailable(error),
        }
    }
}
