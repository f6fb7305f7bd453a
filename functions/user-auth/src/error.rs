//! The errors of registering and logging in.

use actix_web::http::StatusCode;
use service_kit::{ClientError, Language};

service_kit::sentences! {
    /// The sentences of this function's errors, and the labels of its fields.
    pub(crate) static SENTENCES
}

/// Why an account is not registered or not logged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AuthError {
    /// `action` is neither `register` nor `login`.
    #[error("there is no such action")]
    UnknownAction,
    /// Register: the password is shorter than the configured minimum.
    #[error("the password has fewer than {minimum} characters")]
    PasswordTooShort {
        /// The configured minimum.
        minimum: usize,
    },
    /// Register: the auth service rejects the password, e.g. because it lacks a digit.
    #[error("the password does not meet the rules")]
    WeakPassword,
    /// Register: an account has this e-mail address.
    #[error("an account has this e-mail address")]
    AccountExists,
    /// Register: registration is disabled.
    #[error("registration is disabled")]
    SignupDisabled,
    /// Login: unknown e-mail address or wrong password; the response does not reveal which.
    #[error("unknown e-mail address or wrong password")]
    InvalidCredentials,
    /// Login: the e-mail address waits for its confirmation.
    #[error("the e-mail address is not confirmed")]
    EmailNotConfirmed,
    /// Login: the account is banned.
    #[error("the account is banned")]
    AccountBanned,
}

impl ClientError for AuthError {
    fn status(&self) -> StatusCode {
        match self {
            AuthError::UnknownAction | AuthError::PasswordTooShort { .. } | AuthError::WeakPassword => {
                StatusCode::BAD_REQUEST
            }
            AuthError::InvalidCredentials => StatusCode::UNAUTHORIZED,
            AuthError::AccountBanned | AuthError::EmailNotConfirmed | AuthError::SignupDisabled => {
                StatusCode::FORBIDDEN
            }
            AuthError::AccountExists => StatusCode::CONFLICT,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            AuthError::UnknownAction => "unknown_action",
            AuthError::PasswordTooShort { .. } | AuthError::WeakPassword => "weak_password",
            AuthError::AccountExists => "user_already_exists",
            AuthError::SignupDisabled => "signup_disabled",
            AuthError::InvalidCredentials => "invalid_credentials",
            AuthError::EmailNotConfirmed => "email_not_confirmed",
            AuthError::AccountBanned => "user_banned",
        }
    }

    fn sentence(&self, language: Language) -> String {
        let key = match self {
            AuthError::PasswordTooShort { minimum } => {
                return SENTENCES.sentence("password_too_short", language, &[("minimum", minimum)]);
            }
            AuthError::AccountExists => "account_exists",
            AuthError::AccountBanned => "account_banned",
            AuthError::UnknownAction
            | AuthError::SignupDisabled
            | AuthError::InvalidCredentials
            | AuthError::EmailNotConfirmed
            | AuthError::WeakPassword => self.code(),
        };
        SENTENCES.sentence(key, language, &[])
    }
}
