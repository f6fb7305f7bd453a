//! The errors of the account's calls.

use actix_web::http::StatusCode;
use service_kit::{ClientError, Language};

service_kit::sentences! {
    /// The sentences of this function's errors, and the labels of its fields.
    pub(crate) static SENTENCES
}

/// Why a session is not ended or an account not deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AccountError {
    /// The account has no session with this id.
    #[error("the account has no such session")]
    SessionNotFound,
    /// Deletion: the password is not the account's. No 401, because the token is valid.
    #[error("the password is wrong")]
    WrongPassword,
    /// Deletion: the account has a second factor, which the session lacks.
    #[error("the session lacks the second factor")]
    SecondFactorRequired,
}

impl ClientError for AccountError {
    fn status(&self) -> StatusCode {
        match self {
            AccountError::SessionNotFound => StatusCode::NOT_FOUND,
            AccountError::WrongPassword | AccountError::SecondFactorRequired => StatusCode::FORBIDDEN,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            AccountError::SessionNotFound => "session_not_found",
            AccountError::WrongPassword => "wrong_password",
            AccountError::SecondFactorRequired => "insufficient_aal",
        }
    }

    fn sentence(&self, language: Language) -> String {
        let key = match self {
            AccountError::SessionNotFound => "session_not_found",
            AccountError::WrongPassword => "wrong_password",
            AccountError::SecondFactorRequired => "second_factor_required",
        };
        SENTENCES.sentence(key, language, &[])
    }
}
