//! The errors of saving a search.

use actix_web::http::StatusCode;
use service_kit::{ClientError, Language};

service_kit::sentences! {
    /// The sentences of this function's errors, and the labels of its fields.
    pub(crate) static SENTENCES
}

/// Why a search is not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SearchError {
    /// A date of the stay is in the past.
    #[error("{name} is in the past")]
    DateInPast {
        /// The field.
        name: &'static str,
    },
    /// The departure is not after the arrival.
    #[error("the departure is not after the arrival")]
    DepartureBeforeArrival,
}

impl ClientError for SearchError {
    fn status(&self) -> StatusCode {
        StatusCode::BAD_REQUEST
    }

    fn code(&self) -> &'static str {
        "validation_failed"
    }

    fn sentence(&self, language: Language) -> String {
        match self {
            SearchError::DateInPast { name } => {
                let name = SENTENCES.field_label(name, language);
                SENTENCES.sentence("date_in_past", language, &[("name", &name)])
            }
            SearchError::DepartureBeforeArrival => {
                SENTENCES.sentence("departure_before_arrival", language, &[])
            }
        }
    }
}
