//! Errors as parameters of a redirect, for requests that a browser makes.

use actix_web::ResponseError;

use super::{Error, ErrorCode};

impl Error {
    /// The error of OAuth 2.0 (RFC 6749, section 4.1.2.1) that fits the status.
    pub(crate) fn oauth_error(&self) -> Option<&'static str> {
        match self.status_code().as_u16() {
            400 => Some("invalid_request"),
            401 => Some("unauthorized_client"),
            403 => Some("access_denied"),
            500 => Some("server_error"),
            503 => Some("temporarily_unavailable"),
            _ => None,
        }
    }

    /// The parameters of the redirect after a sign-in with a provider. Logs the cause of a failure.
    pub(crate) fn redirect_parameters(&self) -> Vec<(&'static str, String)> {
        // Also logs the cause, as for any other response.
        drop(self.error_response());
        let code = self.code();
        let denied =
            [ErrorCode::SignupDisabled, ErrorCode::UserBanned, ErrorCode::ProviderEmailNeedsVerification];
        let name = match code {
            Some(code) if denied.contains(&code) => "access_denied",
            _ => self.oauth_error().unwrap_or("server_error"),
        };
        let mut parameters = vec![("error", name.to_owned()), ("error_description", self.to_string())];
        if let Some(code) = code {
            parameters.push(("error_code", code.name()));
        }
        parameters
    }
}
