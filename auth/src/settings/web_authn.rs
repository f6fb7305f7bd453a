//! Settings of WebAuthn and passkeys: `GOTRUE_WEBAUTHN_…` and `GOTRUE_PASSKEY_…`.

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

use super::list::list;
use super::{GoCount, GoDuration};

/// The site that authenticators sign for, and the rules for passkeys.
#[derive(Clone, Debug)]
pub(crate) struct WebAuthnSettings {
    /// `GOTRUE_WEBAUTHN_RP_ID`: the site's domain. Empty when WebAuthn is not configured.
    pub rp_id: String,
    /// `GOTRUE_WEBAUTHN_RP_DISPLAY_NAME`.
    pub rp_display_name: String,
    /// `GOTRUE_WEBAUTHN_RP_ORIGINS`: the origins whose pages may ask for a signature.
    pub rp_origins: Vec<String>,
    /// `GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION`, of passkeys.
    pub challenge_expiry: Duration,
    /// `GOTRUE_PASSKEY_ENABLED`: whether accounts can sign in with a passkey.
    pub are_passkeys_enabled: bool,
    /// `GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER`.
    pub max_passkeys: i64,
    /// `GOTRUE_RATE_LIMIT_PASSKEY`: sign-ins that an address may begin in five minutes. Zero is unlimited.
    pub passkey_sign_ins: u32,
}

impl WebAuthnSettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<WebAuthnSettings, EnvironmentError> {
        let text = |name| environment.optional(name).unwrap_or_default().to_owned();
        let expiry = environment
            .parsed::<GoDuration>("GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION", "a duration such as 5m")?;
        Ok(WebAuthnSettings {
            rp_id: text("GOTRUE_WEBAUTHN_RP_ID"),
            rp_display_name: text("GOTRUE_WEBAUTHN_RP_DISPLAY_NAME"),
            rp_origins: list(&text("GOTRUE_WEBAUTHN_RP_ORIGINS"), ','),
            challenge_expiry: expiry.map_or(Duration::from_secs(300), |expiry| expiry.0),
            are_passkeys_enabled: environment.flag("GOTRUE_PASSKEY_ENABLED")?,
            max_passkeys: environment
                .parsed("GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER", "a number of passkeys")?
                .unwrap_or(10),
            passkey_sign_ins: environment
                .parsed::<GoCount>("GOTRUE_RATE_LIMIT_PASSKEY", "a number of requests")?
                .map_or(30, |count| count.0),
        })
    }
}
