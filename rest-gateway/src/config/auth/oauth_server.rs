//! `[auth.oauth_server]`: whether other applications can sign people in.

use serde::Deserialize;

/// The section.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthOauthServer {
    pub enabled: bool,
    /// The page of the site that asks a person for consent.
    pub authorization_url_path: String,
    /// Whether applications may register themselves.
    pub allow_dynamic_registration: bool,
}

impl Default for AuthOauthServer {
    fn default() -> AuthOauthServer {
        AuthOauthServer {
            enabled: false,
            authorization_url_path: "/oauth/consent".to_owned(),
            allow_dynamic_registration: false,
        }
    }
}
