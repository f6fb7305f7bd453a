//! Settings of the OAuth 2.1 server, with which other applications sign people in: `GOTRUE_OAUTH_SERVER_…`.

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

use super::GoDuration;

/// The settings of the OAuth server.
#[derive(Clone, Debug)]
pub(crate) struct OAuthServerSettings {
    /// `…_ENABLED`.
    pub is_enabled: bool,
    /// `…_ALLOW_DYNAMIC_REGISTRATION`: whether anybody may register a client (RFC 7591).
    pub allows_registration: bool,
    /// `…_AUTHORIZATION_PATH`: the page of the site that asks a person for consent.
    pub authorization_path: String,
    /// `…_AUTHORIZATION_TTL`: how long an authorization can be approved and its code exchanged.
    pub authorization_lifetime: Duration,
    /// `…_DEFAULT_SCOPE`: the scopes of a request that names none, separated by spaces.
    pub default_scope: String,
    /// `GOTRUE_RATE_LIMIT_OAUTH_DYNAMIC_CLIENT_REGISTER`: registrations of an address in five minutes. Zero is
    /// unlimited.
    pub registrations: u32,
}

impl OAuthServerSettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<OAuthServerSettings, EnvironmentError> {
        let text = |name, default: &str| environment.optional(name).unwrap_or(default).to_owned();
        let lifetime = environment
            .parsed::<GoDuration>("GOTRUE_OAUTH_SERVER_AUTHORIZATION_TTL", "a duration such as 10m")?;
        Ok(OAuthServerSettings {
            is_enabled: environment.flag("GOTRUE_OAUTH_SERVER_ENABLED")?,
            allows_registration: environment.flag("GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION")?,
            authorization_path: text("GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH", ""),
            authorization_lifetime: lifetime.map_or(Duration::from_secs(600), |lifetime| lifetime.0),
            default_scope: text("GOTRUE_OAUTH_SERVER_DEFAULT_SCOPE", "email"),
            registrations: environment
                .parsed("GOTRUE_RATE_LIMIT_OAUTH_DYNAMIC_CLIENT_REGISTER", "a number of requests")?
                .unwrap_or(10),
        })
    }
}
