//! `[auth.mfa]`, `[auth.passkey]`, `[auth.webauthn]` and `[auth.sessions]`: second factors, sign-ins without a password,
//! and how long sessions last.

use crate::config::reader::{Kind, Section};
use crate::config::values::{GoDuration, Number};

/// `[auth.mfa]`.
#[derive(Debug, Clone)]
pub struct AuthMfa {
    /// Factors of an account, verified or not.
    pub max_enrolled_factors: Number<0, 1000>,
    pub totp: AuthFactor,
    pub phone: AuthPhoneFactor,
    pub web_authn: AuthFactor,
}

impl AuthMfa {
    pub(super) fn read(section: &mut Section<'_, '_>) -> AuthMfa {
        AuthMfa {
            max_enrolled_factors: section.value("max_enrolled_factors", Number(10)),
            totp: section.section("totp", AuthFactor::read),
            phone: section.section("phone", AuthPhoneFactor::read),
            web_authn: section.section("web_authn", AuthFactor::read),
        }
    }
}

/// What a type of factor may be used for.
#[derive(Debug, Clone, Default)]
pub struct AuthFactor {
    pub enroll_enabled: bool,
    pub verify_enabled: bool,
}

impl AuthFactor {
    fn read(section: &mut Section<'_, '_>) -> AuthFactor {
        AuthFactor {
            enroll_enabled: section.value("enroll_enabled", false),
            verify_enabled: section.value("verify_enabled", false),
        }
    }
}

/// `[auth.mfa.phone]`.
#[derive(Debug, Clone)]
pub struct AuthPhoneFactor {
    pub enroll_enabled: bool,
    pub verify_enabled: bool,
    /// Digits of a code.
    pub otp_length: Number<6, 10>,
    /// The time between two codes for one factor.
    pub max_frequency: GoDuration,
}

impl AuthPhoneFactor {
    fn read(section: &mut Section<'_, '_>) -> AuthPhoneFactor {
        // The hook that sends a code writes its text.
        section.ignore(&[("template", Kind::Any)]);
        AuthPhoneFactor {
            enroll_enabled: section.value("enroll_enabled", false),
            verify_enabled: section.value("verify_enabled", false),
            otp_length: section.value("otp_length", Number(6)),
            max_frequency: section.value("max_frequency", GoDuration("5s".to_owned())),
        }
    }
}

/// `[auth.passkey]`.
#[derive(Debug, Clone, Default)]
pub struct AuthPasskey {
    pub enabled: bool,
}

impl AuthPasskey {
    pub(super) fn read(section: &mut Section<'_, '_>) -> AuthPasskey {
        AuthPasskey { enabled: section.value("enabled", false) }
    }
}

/// `[auth.webauthn]`: the site that authenticators sign for.
#[derive(Debug, Clone, Default)]
pub struct AuthWebauthn {
    pub rp_display_name: String,
    /// The site's domain.
    pub rp_id: String,
    /// The origins whose pages may ask for a signature.
    pub rp_origins: Vec<String>,
}

impl AuthWebauthn {
    /// Passkeys need the site's domain and origins.
    pub(super) fn read(section: &mut Section<'_, '_>, has_passkeys: bool) -> AuthWebauthn {
        let site = AuthWebauthn {
            rp_display_name: section.value("rp_display_name", String::new()),
            rp_id: section.value("rp_id", String::new()),
            rp_origins: section.value("rp_origins", Vec::new()),
        };
        if has_passkeys && (site.rp_id.is_empty() || site.rp_origins.is_empty()) {
            section.reject("rp_id", "expected rp_id and rp_origins, because [auth.passkey] is enabled");
        }
        site
    }
}

/// `[auth.sessions]`.
#[derive(Debug, Clone, Default)]
pub struct AuthSessions {
    pub timebox: Option<GoDuration>,
    pub inactivity_timeout: Option<GoDuration>,
}

impl AuthSessions {
    pub(super) fn read(section: &mut Section<'_, '_>) -> AuthSessions {
        AuthSessions {
            timebox: section.optional("timebox"),
            inactivity_timeout: section.optional("inactivity_timeout"),
        }
    }
}
