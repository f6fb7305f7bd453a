//! What a handler may answer instead of a success, and the JSON that a client reads of it.
//!
//! [`Refusal`] is what the client did, with a status, a machine word and a public sentence. The other variants are
//! what happened to us: their cause goes to the log and never into an answer.

mod refusal;

pub use refusal::{Problem, Refusal};

use crate::sentences::{self, Language};
use actix_web::http::StatusCode;
use actix_web::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use serde_json::{Value, json};

/// Seconds after which a client may try again when we are overloaded or without a database.
const RETRY_SECONDS: u64 = 2;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a request was not served.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request asks for what it may not have, or in a form that has no meaning.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// More work is waiting than can be done in a decent time.
    #[error("too many requests are waiting")]
    Overloaded,
    /// Something that we stand on does not answer at the moment.
    #[error("unavailable: {0}")]
    Unavailable(#[source] Cause),
    /// A fault of ours.
    #[error("{0}")]
    Internal(#[source] Cause),
}

impl Error {
    /// A fault of ours, with its cause for the log.
    pub fn internal(cause: impl Into<Cause>) -> Error {
        Error::Internal(cause.into())
    }

    /// Something that we stand on is down, with the cause for the log.
    pub fn unavailable(cause: impl Into<Cause>) -> Error {
        Error::Unavailable(cause.into())
    }

    /// The word by which a program knows this error.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Refused(refusal) => refusal.code(),
            Error::Overloaded => "overloaded",
            Error::Unavailable(_) => "service_unavailable",
            Error::Internal(_) => "internal_error",
        }
    }

    /// The sentence for the person in front of the screen.
    pub fn sentence(&self, language: Language) -> String {
        sentences::of_error(self, language)
    }

    /// Seconds to wait before trying again, where waiting helps.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Error::Refused(Refusal::TooManyRequests { retry_after }) => Some(*retry_after),
            Error::Overloaded | Error::Unavailable(_) => Some(RETRY_SECONDS),
            Error::Refused(_) | Error::Internal(_) => None,
        }
    }

    /// The answer, with a body of the service's own shape.
    pub fn respond(&self, body: ErrorBody, language: Language) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status_code());
        if let Some(seconds) = self.retry_after() {
            answer.insert_header((RETRY_AFTER, seconds));
        }
        // Here as well as at the boundary, which an answer to a panic does not pass.
        answer.insert_header((ACCESS_CONTROL_ALLOW_ORIGIN, "*"));
        answer.json((body.0)(self, language))
    }

    /// One line for the log, at the level that the error deserves.
    pub fn log(&self) {
        match self {
            Error::Refused(refusal) => tracing::debug!(code = refusal.code(), "refused"),
            Error::Overloaded => tracing::warn!("refused: too many requests are waiting"),
            Error::Unavailable(cause) => tracing::warn!(cause = chain(cause.as_ref()), "unavailable"),
            Error::Internal(cause) => tracing::error!(cause = chain(cause.as_ref()), "internal error"),
        }
    }
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        match self {
            Error::Refused(refusal) => refusal.status(),
            Error::Overloaded | Error::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        self.respond(ErrorBody::default(), Language::default())
    }
}

/// The shape of a service's error bodies; registered as app data by a service that has one of its own.
#[derive(Clone, Copy)]
pub struct ErrorBody(pub fn(&Error, Language) -> Value);

impl Default for ErrorBody {
    fn default() -> ErrorBody {
        ErrorBody(|error, language| json!({ "error": error.sentence(language), "code": error.code() }))
    }
}

impl ErrorBody {
    /// For the calls whose success is read from `success`.
    pub fn with_success() -> ErrorBody {
        ErrorBody(
            |error, language| json!({ "success": false, "error": error.sentence(language), "code": error.code() }),
        )
    }
}

/// An error and what caused it, outermost first.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let mut sentences: Vec<String> = causes.map(ToString::to_string).collect();
    // Many errors repeat their source in their own sentence.
    sentences.dedup_by(|next, previous| previous.ends_with(next.as_str()));
    sentences.join(": ")
}
