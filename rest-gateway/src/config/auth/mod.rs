//! `[auth]`: the project's keys and the rules for accounts.

mod email;
mod external;
mod factors;
mod hook;
mod oauth_server;
mod sms;

pub use email::{Email, OwnMail, Smtp};
pub use external::{Captcha, ExternalProviders, provider_variables};
pub use factors::{AuthMfa, AuthPasskey, AuthSessions, AuthWebauthn};

use super::values::{HttpUrl, Number, Secret};
use crate::role_token;
use serde::Deserialize;
use std::ops::Range;
use std::path::PathBuf;
use toml::Spanned;

pub use hook::Hooks;
pub use oauth_server::AuthOauthServer;
pub use sms::AuthSms;

/// In bytes, as in PostgREST. A shorter secret can be brute-forced.
const MIN_SECRET_LENGTH: usize = 32;

/// The section.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Auth {
    pub enabled: bool,
    pub site_url: HttpUrl,
    /// Patterns of further pages that links of mails may lead to.
    pub additional_redirect_urls: Vec<String>,
    /// Lifetime of users' tokens, in seconds.
    pub jwt_expiry: Number<60, 604_800>,
    /// The `iss` of users' tokens; by default the front door's URL and `/auth/v1`.
    pub jwt_issuer: Option<String>,
    pub jwt_secret: Option<Spanned<Secret>>,
    /// A JSON file of private keys. The one in use signs users' tokens; the first one signs the API keys that are not
    /// configured.
    pub signing_keys_path: Option<PathBuf>,
    pub anon_key: Option<Spanned<Secret>>,
    pub service_role_key: Option<Spanned<Secret>>,
    pub publishable_key: Option<Spanned<Secret>>,
    pub secret_key: Option<Spanned<Secret>>,
    pub minimum_password_length: Number<6, 72>,
    pub enable_signup: bool,
    pub enable_anonymous_sign_ins: bool,
    /// Whether the reuse of a refresh token revokes its session's tokens.
    pub enable_refresh_token_rotation: bool,
    /// Seconds for which a used refresh token is still accepted.
    pub refresh_token_reuse_interval: Number<0, 3600>,
    /// Seconds for which the gateway relies on an access token's session being live. 0 never asks.
    pub session_check_interval: Number<0, 3600>,
    pub rate_limit: AuthRateLimit,
    pub hook: Hooks,
    /// Whether people may link and unlink identities themselves.
    pub enable_manual_linking: bool,
    pub external: ExternalProviders,
    pub captcha: Captcha,
    pub email: Email,
    pub sms: AuthSms,
    pub mfa: AuthMfa,
    pub passkey: AuthPasskey,
    pub webauthn: AuthWebauthn,
    pub sessions: AuthSessions,
    pub oauth_server: AuthOauthServer,
}

impl Default for Auth {
    fn default() -> Auth {
        Auth {
            enabled: true,
            site_url: HttpUrl("http://127.0.0.1:3000".into()),
            additional_redirect_urls: Vec::new(),
            jwt_expiry: Number(3600),
            jwt_issuer: None,
            jwt_secret: None,
            signing_keys_path: None,
            anon_key: None,
            service_role_key: None,
            publishable_key: None,
            secret_key: None,
            minimum_password_length: Number(6),
            enable_signup: true,
            enable_anonymous_sign_ins: false,
            enable_refresh_token_rotation: true,
            refresh_token_reuse_interval: Number(10),
            session_check_interval: Number(10),
            rate_limit: AuthRateLimit::default(),
            hook: Hooks::default(),
            enable_manual_linking: false,
            external: ExternalProviders::new(),
            captcha: Captcha::default(),
            email: Email::default(),
            sms: AuthSms::default(),
            mfa: AuthMfa::default(),
            passkey: AuthPasskey::default(),
            webauthn: AuthWebauthn::default(),
            sessions: AuthSessions::default(),
            oauth_server: AuthOauthServer::default(),
        }
    }
}

/// Rate limits per client address; over five minutes unless noted otherwise.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthRateLimit {
    /// Sign-ups and logins per client address, and per account.
    pub sign_in_sign_ups: Number<1, 1_000_000_000>,
    /// Anonymous sign-ins in an hour.
    pub anonymous_users: Number<1, 1_000_000_000>,
    /// Refreshes of a session.
    pub token_refresh: Number<1, 1_000_000_000>,
    /// Verified codes and links.
    pub token_verifications: Number<1, 1_000_000_000>,
    /// Mails to all people in an hour.
    pub email_sent: Number<1, 1_000_000_000>,
    /// Text messages to all people in an hour.
    pub sms_sent: Number<1, 1_000_000_000>,
}

impl Default for AuthRateLimit {
    fn default() -> AuthRateLimit {
        AuthRateLimit {
            sign_in_sign_ups: Number(30),
            anonymous_users: Number(30),
            token_refresh: Number(150),
            token_verifications: Number(30),
            email_sent: Number(30),
            sms_sent: Number(30),
        }
    }
}

impl Auth {
    /// Checks each key's format, and that the JWT secret signed the legacy keys. The error has its place in the file.
    pub(super) fn check(&self) -> Result<(), (Range<usize>, String)> {
        let reject =
            |key: &Spanned<Secret>, expected: &str| Err((key.span(), format!("expected {expected}")));
        if let Some(secret) = &self.jwt_secret
            && secret.get_ref().0.len() < MIN_SECRET_LENGTH
        {
            return reject(secret, &format!("a secret of at least {MIN_SECRET_LENGTH} characters"));
        }
        for (key, role) in [(&self.anon_key, "anon"), (&self.service_role_key, "service_role")] {
            let Some(key) = key else { continue };
            let Some(secret) = &self.jwt_secret else {
                return reject(key, "jwt_secret beside it, which has signed it");
            };
            if !role_token::is_valid(&key.get_ref().0, role, &secret.get_ref().0) {
                return reject(key, &format!("a token for the role {role} that jwt_secret has signed"));
            }
        }
        for (key, prefix) in [(&self.publishable_key, "sb_publishable_"), (&self.secret_key, "sb_secret_")] {
            if let Some(key) = key
                && key.get_ref().0.strip_prefix(prefix).is_none_or(|rest| rest.len() < 20)
            {
                return reject(key, &format!("a key that begins with {prefix}"));
            }
        }
        Ok(())
    }
}
