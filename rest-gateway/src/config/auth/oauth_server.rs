//! `[auth.oauth_server]`: whether other applications can sign people in.

use crate::config::reader::Section;

/// The section.
#[derive(Debug, Clone)]
pub struct AuthOauthServer {
    pub enabled: bool,
    /// The page of the site that asks a person for consent.
    pub authorization_url_path: String,
    /// Whether applications may register themselves.
    pub allow_dynamic_registration: bool,
}

impl AuthOauthServer {
    pub(super) fn read(section: &mut Section<'_, '_>) -> AuthOauthServer {
        AuthOauthServer {
            enabled: section.value("enabled", false),
            authorization_url_path: section.value("authorization_url_path", "/oauth/consent".to_owned()),
            allow_dynamic_registration: section.value("allow_dynamic_registration", false),
        }
    }
}
