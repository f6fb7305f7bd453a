//! The providers that people can sign in with: those of the configuration, and those that administrators add.

mod configured;
mod custom;
mod endpoints;
mod not_available;
mod oauth;
mod oauth1;
mod sign_in_page;

use not_available::NotAvailable;
pub(crate) use oauth::{Grant, Provider};

use crate::app_state::AppState;

/// Parameters of the sign-in page that requests and custom providers cannot set.
pub(crate) const RESERVED_PARAMETERS: [&str; 9] = [
    "client_id",
    "client_secret",
    "redirect_uri",
    "response_type",
    "state",
    "code_challenge",
    "code_challenge_method",
    "code_verifier",
    "nonce",
];

impl Provider {
    /// The provider of this name. `scopes` are further scopes that a request asks for.
    ///
    /// # Errors
    /// When there is no such provider, or it cannot be used.
    pub async fn find(state: &AppState, name: &str, scopes: &str) -> Result<Provider, NotAvailable> {
        let name = name.to_lowercase();
        if name.starts_with("custom:") {
            custom::find(state, &name, scopes).await
        } else {
            configured::find(state, &name, scopes).await
        }
    }
}
