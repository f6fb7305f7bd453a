//! The errors of a decision.

use actix_web::http::StatusCode;
use service_kit::{ClientError, Language};

service_kit::sentences! {
    /// The sentences of this function's errors, its messages, and the labels of its fields.
    pub(crate) static SENTENCES
}

/// Why an application is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DecisionError {
    /// There is no such application.
    #[error("there is no such application")]
    ApplicationNotFound,
    /// `action` and `status` contradict each other.
    #[error("action and status contradict each other")]
    ContradictoryDecision,
    /// The application is approved already.
    #[error("the application is approved already")]
    AlreadyApproved,
    /// The application is rejected already.
    #[error("the application is rejected already")]
    AlreadyRejected,
}

impl ClientError for DecisionError {
    fn status(&self) -> StatusCode {
        match self {
            DecisionError::ApplicationNotFound => StatusCode::NOT_FOUND,
            DecisionError::ContradictoryDecision => StatusCode::BAD_REQUEST,
            DecisionError::AlreadyApproved | DecisionError::AlreadyRejected => StatusCode::CONFLICT,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            DecisionError::ApplicationNotFound => "application_not_found",
            DecisionError::ContradictoryDecision => "contradictory_decision",
            DecisionError::AlreadyApproved => "already_approved",
            DecisionError::AlreadyRejected => "already_rejected",
        }
    }

    fn sentence(&self, language: Language) -> String {
        SENTENCES.sentence(self.code(), language, &[])
    }
}
