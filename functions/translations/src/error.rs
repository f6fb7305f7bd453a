//! The error of reading texts.

use actix_web::http::StatusCode;
use service_kit::{ClientError, Dictionary, Language};

/// The sentences of this function's errors, and the labels of its fields.
pub(crate) static SENTENCES: Dictionary = Dictionary::new(include_str!("sentences.json"));

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

#[cfg(test)]
mod tests {
    #[test]
    fn every_sentence_is_complete() {
        assert_eq!(super::SENTENCES.defects(), Vec::<String>::new());
    }
}
