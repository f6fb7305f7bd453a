//! `[auth.mfa]`, `[auth.passkey]`, `[auth.webauthn]` and `[auth.sessions]`: second factors, sign-ins without a password,
//! and how long sessions last.

use serde::Deserialize;

use crate::config::values::{GoDuration, Number};

/// `[auth.mfa]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthMfa {
    /// Factors of an account, verified or not.
    pub max_enrolled_factors: Number<0, 1000>,
    pub totp: AuthFactor,
    pub phone: AuthPhoneFactor,
    pub web_authn: AuthFactor,
}

impl Default for AuthMfa {
    fn default() -> AuthMfa {
        AuthMfa {
            max_enrolled_factors: Number(10),
            totp: AuthFactor::default(),
            phone: AuthPhoneFactor::default(),
            web_authn: AuthFactor::default(),
        }
    }
}

/// What a type of factor may be used for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthFactor {
    pub enroll_enabled: bool,
    pub verify_enabled: bool,
}

/// `[auth.mfa.phone]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthPhoneFactor {
    pub enroll_enabled: bool,
    pub verify_enabled: bool,
    /// Digits of a code.
    pub otp_length: Number<6, 10>,
    /// Accepted and unused: the hook that sends a code writes its text.
    pub template: Option<String>,
    /// The time between two codes for one factor.
    pub max_frequency: GoDuration,
}

impl Default for AuthPhoneFactor {
    fn default() -> AuthPhoneFactor {
        AuthPhoneFactor {
            enroll_enabled: false,
            verify_enabled: false,
            otp_length: Number(6),
            template: None,
            max_frequency: GoDuration("5s".to_owned()),
        }
    }
}

/// `[auth.passkey]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthPasskey {
    pub enabled: bool,
}

/// `[auth.webauthn]`: the site that authenticators sign for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthWebauthn {
    pub rp_display_name: String,
    /// The site's domain.
    pub rp_id: String,
    /// The origins whose pages may ask for a signature.
    pub rp_origins: Vec<String>,
}

/// `[auth.sessions]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthSessions {
    pub timebox: Option<GoDuration>,
    pub inactivity_timeout: Option<GoDuration>,
}
