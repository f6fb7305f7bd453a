//! `[auth]`: the project's keys and the rules for accounts.

mod email;
mod external;
mod factors;
mod hook;
mod keys;
mod oauth_server;
mod password;
mod rate_limit;
mod sms;
mod third_party;

pub use email::{Email, OwnMail, Smtp};
pub use external::{Captcha, ExternalProviders, provider_variables};
pub use factors::{AuthMfa, AuthPasskey, AuthSessions, AuthWebauthn};
pub use hook::Hooks;
pub use keys::AuthKeys;
pub(super) use keys::min_secret_length;
pub use oauth_server::AuthOauthServer;
pub use password::PasswordRequirements;
pub use rate_limit::AuthRateLimit;
pub use sms::AuthSms;
pub use third_party::ThirdParty;

use super::reader::Section;
use super::values::{HttpUrl, Number, SiteUrl};
use std::path::PathBuf;

/// The section.
#[derive(Debug, Clone)]
pub struct Auth {
    pub enabled: bool,
    pub site_url: SiteUrl,
    /// The public URL of `/auth/v1`; by default the front door's URL and `/auth/v1`.
    pub external_url: Option<HttpUrl>,
    /// Patterns of further pages that links of mails may lead to.
    pub additional_redirect_urls: Vec<String>,
    /// Lifetime of users' tokens, in seconds.
    pub jwt_expiry: Number<60, 604_800>,
    /// The `iss` of users' tokens; by default the external URL.
    pub jwt_issuer: Option<String>,
    /// A JSON file of private keys, absolute. The one in use signs users' tokens; the first one signs the API keys that
    /// are not configured.
    pub signing_keys_path: Option<PathBuf>,
    pub keys: AuthKeys,
    pub minimum_password_length: Number<6, 72>,
    pub password_requirements: PasswordRequirements,
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
    /// Another service whose tokens are accepted.
    pub third_party: Option<ThirdParty>,
}

impl Auth {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Auth {
        read_unsupported(section);
        let email = section.section("email", Email::read);
        let passkey = section.section("passkey", AuthPasskey::read);
        Auth {
            enabled: section.value("enabled", true),
            site_url: section.value("site_url", SiteUrl("http://127.0.0.1:3000".into())),
            external_url: section.optional("external_url"),
            additional_redirect_urls: section.value("additional_redirect_urls", Vec::new()),
            jwt_expiry: section.value("jwt_expiry", Number(3600)),
            jwt_issuer: section.optional("jwt_issuer").filter(|issuer: &String| !issuer.is_empty()),
            signing_keys_path: section.path("signing_keys_path"),
            keys: AuthKeys::read(section),
            minimum_password_length: section.value("minimum_password_length", Number(6)),
            password_requirements: section.value("password_requirements", PasswordRequirements::default()),
            enable_signup: section.value("enable_signup", true),
            enable_anonymous_sign_ins: section.value("enable_anonymous_sign_ins", false),
            enable_refresh_token_rotation: section.value("enable_refresh_token_rotation", true),
            refresh_token_reuse_interval: section.value("refresh_token_reuse_interval", Number(10)),
            session_check_interval: section.own("session_check_interval", Number(10)),
            rate_limit: section
                .section("rate_limit", |section| AuthRateLimit::read(section, email.smtp().is_some())),
            hook: section.section("hook", Hooks::read),
            enable_manual_linking: section.value("enable_manual_linking", false),
            external: external::read(section),
            captcha: section.section("captcha", Captcha::read),
            sms: section.section("sms", AuthSms::read),
            mfa: section.section("mfa", AuthMfa::read),
            webauthn: section.section("webauthn", |section| AuthWebauthn::read(section, passkey.enabled)),
            sessions: section.section("sessions", AuthSessions::read),
            oauth_server: section.section("oauth_server", AuthOauthServer::read),
            third_party: section.section("third_party", third_party::read),
            email,
            passkey,
        }
    }
}

/// Ways to sign in that the stack does not have.
fn read_unsupported(section: &mut Section<'_, '_>) {
    section.section("web3", |section| {
        section.reject_if_enabled("solana", &[]);
        section.reject_if_enabled("ethereum", &[]);
    });
}
