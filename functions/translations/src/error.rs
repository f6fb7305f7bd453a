//! The error of reading texts.

use actix_web::http::StatusCode;
use service_kit::{ClientError, Language};

service_kit::sentences! {
    /// The sentences of this function's errors, and the labels of its fields.
    pub(crate) static SENTENCES
}

/// Why no texts are returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TranslationsError {
    /// `action` is not `get`.
    #[error("there is no such action")]
    UnknownAction,
}

impl ClientError for TranslationsError {
    fn status(&self) -> StatusCode {
        StatusCode::BAD_REQUEST
    }

    fn code(&self) -> &'static str {
        "unknown_action"
    }

    fn sentence(&self, language: Language) -> String {
        SENTENCES.sentence(self.code(), language, &[])
    }
}
