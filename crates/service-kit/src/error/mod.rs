//! The error of every handler, and the JSON body that a client gets.
//!
//! [`Error::Client`] holds what the client did wrong, with a status, a code and a public sentence. The other variants
//! are failures of this service or of something behind it: their cause is logged and never part of a response.

mod client_error;
mod request_error;
mod sentences;

pub use client_error::ClientError;
pub use request_error::RequestError;

use crate::language::Language;
use actix_web::http::StatusCode;
use actix_web::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use sentences::SENTENCES;
use serde_json::{Value, json};

/// `Retry-After` in seconds of a 503.
const RETRY_SECONDS: u64 = 2;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A client error, 4xx.
    #[error("{0}")]
    Client(Box<dyn ClientError>),
    /// 503: the queue for a bounded resource is full, or a permit did not come in time.
    #[error("too many requests are waiting")]
    Overloaded,
    /// 503: the database or another service does not answer.
    #[error("unavailable: {0}")]
    Unavailable(#[source] Cause),
    /// 500: an unexpected error.
    #[error("{0}")]
    Internal(#[source] Cause),
}

impl Error {
    /// An unexpected error, with its cause for the log.
    pub fn internal(cause: impl Into<Cause>) -> Error {
        Error::Internal(cause.into())
    }

    /// A dependency that is down, with the cause for the log.
    pub fn unavailable(cause: impl Into<Cause>) -> Error {
        Error::Unavailable(cause.into())
    }

    /// The machine-readable code in the response body.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Client(error) => error.code(),
            Error::Overloaded => "overloaded",
            Error::Unavailable(_) => "service_unavailable",
            Error::Internal(_) => "internal_error",
        }
    }

    /// The sentence for the person who uses the client.
    pub fn sentence(&self, language: Language) -> String {
        let key = match self {
            Error::Client(error) => return error.sentence(language),
            Error::Overloaded => "overloaded",
            Error::Unavailable(_) => "unavailable",
            Error::Internal(_) => "internal",
        };
        SENTENCES.sentence(key, language, &[])
    }

    /// Seconds for `Retry-After`, when a later attempt can succeed.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Error::Client(error) => error.retry_after(),
            Error::Overloaded | Error::Unavailable(_) => Some(RETRY_SECONDS),
            Error::Internal(_) => None,
        }
    }

    /// The HTTP response, with a body of the shape that the service chose.
    pub fn respond(&self, body: ErrorBody, language: Language) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if let Some(seconds) = self.retry_after() {
            response.insert_header((RETRY_AFTER, seconds));
        }
        // Also here, because the response to a panic does not pass the end of the boundary.
        response.insert_header((ACCESS_CONTROL_ALLOW_ORIGIN, "*"));
        response.json((body.0)(self, language))
    }

    /// Writes one log line: client errors at `debug`, unavailability at `warn`, unexpected errors at `error`.
    pub fn log(&self) {
        match self {
            Error::Client(error) => tracing::debug!(code = error.code(), "client error: {error}"),
            Error::Overloaded => tracing::warn!("overloaded: too many requests are waiting"),
            Error::Unavailable(cause) => tracing::warn!(cause = chain(cause.as_ref()), "unavailable"),
            Error::Internal(cause) => tracing::error!(cause = chain(cause.as_ref()), "internal error"),
        }
    }
}

impl<E: ClientError> From<E> for Error {
    fn from(error: E) -> Error {
        Error::Client(Box::new(error))
    }
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        match self {
            Error::Client(error) => error.status(),
            Error::Overloaded | Error::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        self.respond(ErrorBody::default(), Language::default())
    }
}

/// The shape of a service's error bodies: `{"error": sentence, "code": code}` by default. A service with another shape
/// registers one as app data.
#[derive(Clone, Copy)]
pub struct ErrorBody(pub fn(&Error, Language) -> Value);

impl Default for ErrorBody {
    fn default() -> ErrorBody {
        ErrorBody(|error, language| json!({ "error": error.sentence(language), "code": error.code() }))
    }
}

/// An error and its sources, outermost first.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let mut messages: Vec<String> = causes.map(ToString::to_string).collect();
    // Many errors repeat their source in their own message.
    messages.dedup_by(|next, previous| previous.ends_with(next.as_str()));
    messages.join(": ")
}
