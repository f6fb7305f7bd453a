//! The service's settings, by the names and with the defaults of supabase/auth.

mod aliases;
mod external;
mod go_duration;
mod go_number;
mod hooks;
mod list;
mod mail;
mod mfa;
mod oauth_server;
mod proxy;
mod security;
mod sessions;
mod sms;
mod smtp;
mod web_authn;

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

use crate::encrypted_text::ColumnKeys;
use crate::pkce::MIN_FLOW_LIFETIME;
use crate::rate_limit::RateLimits;
use crate::redirect::RedirectRules;

use self::list::{character_sets, list};
pub use aliases::ALIASES;
pub(crate) use external::{ExternalSettings, ProviderSettings};
pub(crate) use go_duration::GoDuration;
pub(crate) use go_number::{GoCount, Rate};
pub(crate) use hooks::{Code, Hook, Hooks, Target};
pub(crate) use mail::{MailSettings, TemplateSettings};
pub(crate) use mfa::MfaSettings;
pub(crate) use oauth_server::OAuthServerSettings;
pub(crate) use proxy::ProxySettings;
pub(crate) use security::{CaptchaSettings, LeakedPasswordSettings};
pub(crate) use sessions::SessionSettings;
pub(crate) use sms::SmsSettings;
pub(crate) use smtp::SmtpSettings;
pub(crate) use web_authn::WebAuthnSettings;

/// supabase/auth's default of `GOTRUE_RATE_LIMIT_EMAIL_SENT` and `GOTRUE_RATE_LIMIT_SMS_SENT`.
const DEFAULT_SEND_RATE: Rate = Rate { events: 30.0, seconds: 3600.0 };

/// The settings.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// `GOTRUE_JWT_EXP`: the lifetime of access tokens, in seconds.
    pub token_lifetime: u32,
    /// `GOTRUE_JWT_ISSUER`: the claim `iss`. As in supabase/auth, tokens have no issuer if it is empty.
    pub issuer: String,
    /// `GOTRUE_JWT_AUD`: the audience of accounts and tokens.
    pub audience: String,
    /// `GOTRUE_JWT_DEFAULT_GROUP_NAME`: the role of new accounts.
    pub default_role: String,
    /// `GOTRUE_JWT_ADMIN_ROLES`: the roles that `/admin` accepts.
    pub admin_roles: Vec<String>,
    /// `GOTRUE_DISABLE_SIGNUP`.
    pub is_signup_disabled: bool,
    /// `GOTRUE_EXTERNAL_EMAIL_ENABLED`.
    pub is_email_enabled: bool,
    /// `GOTRUE_EXTERNAL_PHONE_ENABLED`.
    pub is_phone_enabled: bool,
    /// `GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED`.
    pub is_anonymous_enabled: bool,
    /// `GOTRUE_MAILER_AUTOCONFIRM`: whether a new e-mail address counts as confirmed.
    pub confirms_email: bool,
    /// `GOTRUE_SMS_AUTOCONFIRM`: whether a new phone number counts as confirmed.
    pub confirms_phone: bool,
    /// `GOTRUE_PASSWORD_MIN_LENGTH`, in bytes.
    pub min_password_length: usize,
    /// `GOTRUE_PASSWORD_REQUIRED_CHARACTERS`: sets of characters. A password needs one character of each set.
    pub required_characters: Vec<String>,
    /// `GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED`: whether reuse of a refresh token revokes its session.
    pub rotates_refresh_tokens: bool,
    /// `GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL`: how long a used refresh token is still accepted.
    pub reuse_interval: Duration,
    /// `GOTRUE_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED`: whether a mailed link or code signs in.
    pub is_magic_link_enabled: bool,
    /// `GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION`: whether a new password needs a nonce, unless the
    /// session is younger than a day.
    pub password_needs_reauthentication: bool,
    /// `GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD`.
    pub password_needs_current: bool,
    pub sms: SmsSettings,
    /// `GOTRUE_SITE_URL` and `GOTRUE_URI_ALLOW_LIST`.
    pub redirects: RedirectRules,
    /// `GOTRUE_RATE_LIMIT_…`.
    pub rate_limits: RateLimits,
    /// `GOTRUE_SESSIONS_TIMEBOX`: how long a session lasts.
    pub session_timebox: Option<Duration>,
    /// `GOTRUE_SESSIONS_INACTIVITY_TIMEOUT`: how long a session lasts without a refresh.
    pub session_inactivity: Option<Duration>,
    /// `GOTRUE_SESSIONS_…` and `GOTRUE_SECURITY_REFRESH_TOKEN_…`.
    pub sessions: SessionSettings,
    /// `GOTRUE_SECURITY_DB_ENCRYPTION_…`: the keys of factors' secrets and of sessions' counters.
    pub column_keys: ColumnKeys,
    /// `GOTRUE_MFA_…`.
    pub mfa: MfaSettings,
    /// `GOTRUE_OAUTH_SERVER_…`.
    pub oauth_server: OAuthServerSettings,
    /// `GOTRUE_WEBAUTHN_…` and `GOTRUE_PASSKEY_…`.
    pub web_authn: WebAuthnSettings,
    /// `GOTRUE_MAILER_…` and `GOTRUE_SMTP_…`.
    pub mail: MailSettings,
    /// `GOTRUE_EXTERNAL_…`.
    pub external: ExternalSettings,
    /// `GOTRUE_SECURITY_CAPTCHA_…`; `None` if captchas are disabled.
    pub captcha: Option<CaptchaSettings>,
    /// `GOTRUE_PASSWORD_HIBP_…`; `None` if the check is disabled.
    pub leaked_passwords: Option<LeakedPasswordSettings>,
    /// `GOTRUE_HOOK_…`.
    pub hooks: Hooks,
    /// `GOTRUE_RATE_LIMIT_HEADER` and `GOTRUE_MAILER_EXTERNAL_HOSTS`.
    pub proxy: ProxySettings,
    /// `GOTRUE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION`: how long a flow waits for the return from a provider, and then for
    /// the exchange of its code.
    pub flow_lifetime: Duration,
    /// `GOTRUE_AUDIT_LOG_DISABLE_POSTGRES` is not set: events are stored in `auth.audit_log_entries`.
    pub stores_audit_log: bool,
    /// `GOTRUE_DB_CLEANUP_ENABLED`: whether rows that nothing reads any more are deleted.
    pub cleans_up: bool,
}

impl Settings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When a required variable is missing, or a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<Settings, EnvironmentError> {
        let text = |name, default: &str| environment.optional(name).unwrap_or(default).to_owned();
        let flag = |name, default| environment.flag_or(name, default);
        let duration = |name| {
            let parsed = environment.parsed::<GoDuration>(name, "a duration such as 24h or 30m")?;
            Ok::<_, EnvironmentError>(
                parsed.map(|duration| duration.0).filter(|duration| !duration.is_zero()),
            )
        };
        let limit = |name, default| {
            let parsed = environment.parsed::<GoCount>(name, "a number of requests")?;
            Ok::<u32, EnvironmentError>(parsed.map_or(default, |count| count.0))
        };
        let rate = |name| {
            let parsed = environment.parsed::<Rate>(name, "a number, or a rate such as 100/24h")?;
            Ok::<_, EnvironmentError>(parsed.unwrap_or(DEFAULT_SEND_RATE))
        };
        let is_email_enabled = flag("GOTRUE_EXTERNAL_EMAIL_ENABLED", true)?;
        let confirms_email = flag("GOTRUE_MAILER_AUTOCONFIRM", false)?;
        let mail = MailSettings::from_environment(environment)?;
        if confirms_email && mail.allows_unverified {
            // As in supabase/auth: where every address counts as confirmed, the setting has no meaning.
            let cause = "it cannot be set together with GOTRUE_MAILER_AUTOCONFIRM".into();
            return Err(EnvironmentError::Unusable { name: mail::ALLOW_UNVERIFIED, cause });
        }
        Ok(Settings {
            token_lifetime: environment.parsed("GOTRUE_JWT_EXP", "a number of seconds")?.unwrap_or(3600),
            issuer: text("GOTRUE_JWT_ISSUER", ""),
            audience: text("GOTRUE_JWT_AUD", "authenticated"),
            default_role: text("GOTRUE_JWT_DEFAULT_GROUP_NAME", "authenticated"),
            admin_roles: list(&text("GOTRUE_JWT_ADMIN_ROLES", "service_role,supabase_admin"), ','),
            is_signup_disabled: flag("GOTRUE_DISABLE_SIGNUP", false)?,
            is_email_enabled,
            is_phone_enabled: flag("GOTRUE_EXTERNAL_PHONE_ENABLED", false)?,
            is_anonymous_enabled: flag("GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED", false)?,
            confirms_email,
            confirms_phone: flag("GOTRUE_SMS_AUTOCONFIRM", false)?,
            min_password_length: environment
                .parsed("GOTRUE_PASSWORD_MIN_LENGTH", "a number of characters")?
                .unwrap_or(6)
                .max(6),
            required_characters: character_sets(&text("GOTRUE_PASSWORD_REQUIRED_CHARACTERS", "")),
            rotates_refresh_tokens: flag("GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED", true)?,
            reuse_interval: Duration::from_secs(
                environment
                    .parsed("GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL", "a number of seconds")?
                    .unwrap_or(0),
            ),
            is_magic_link_enabled: flag("GOTRUE_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED", true)?,
            password_needs_reauthentication: flag(
                "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION",
                false,
            )?,
            password_needs_current: flag("GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD", false)?,
            sms: SmsSettings::from_environment(environment)?,
            redirects: redirects(environment)?,
            rate_limits: RateLimits {
                sign_in_sign_ups: limit("GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", 30)?,
                anonymous_users: limit("GOTRUE_RATE_LIMIT_ANONYMOUS_USERS", 30)?,
                token_refresh: limit("GOTRUE_RATE_LIMIT_TOKEN_REFRESH", 150)?,
                otp: limit("GOTRUE_RATE_LIMIT_OTP", 30)?,
                verify: limit("GOTRUE_RATE_LIMIT_VERIFY", 30)?,
                email_sent: rate("GOTRUE_RATE_LIMIT_EMAIL_SENT")?,
                sms_sent: rate("GOTRUE_RATE_LIMIT_SMS_SENT")?,
            },
            session_timebox: duration("GOTRUE_SESSIONS_TIMEBOX")?,
            session_inactivity: duration("GOTRUE_SESSIONS_INACTIVITY_TIMEOUT")?,
            sessions: SessionSettings::from_environment(environment)?,
            column_keys: ColumnKeys::from_environment(environment)?,
            mfa: MfaSettings::from_environment(environment)?,
            oauth_server: OAuthServerSettings::from_environment(environment)?,
            web_authn: WebAuthnSettings::from_environment(environment)?,
            mail,
            external: ExternalSettings::from_environment(environment)?,
            captcha: CaptchaSettings::from_environment(environment)?,
            leaked_passwords: LeakedPasswordSettings::from_environment(environment)?,
            hooks: Hooks::from_environment(environment)?,
            proxy: ProxySettings::from_environment(environment)?,
            flow_lifetime: duration("GOTRUE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION")?
                .map_or(MIN_FLOW_LIFETIME, |lifetime| lifetime.max(MIN_FLOW_LIFETIME)),
            stores_audit_log: !flag("GOTRUE_AUDIT_LOG_DISABLE_POSTGRES", false)?,
            cleans_up: flag("GOTRUE_DB_CLEANUP_ENABLED", false)?,
        })
    }
}

fn redirects(environment: &Environment) -> Result<RedirectRules, EnvironmentError> {
    const ALLOW_LIST: &str = "GOTRUE_URI_ALLOW_LIST";
    let names = ["GOTRUE_SITE_URL", "API_EXTERNAL_URL", "SUPABASE_URL"];
    let site_url = names.into_iter().find_map(|name| environment.optional(name)).unwrap_or_default();
    let patterns = list(environment.optional(ALLOW_LIST).unwrap_or_default(), ',');
    RedirectRules::new(site_url, &patterns).map_err(|_| {
        let expected = "URLs with well-formed wildcards, separated by commas";
        EnvironmentError::Invalid { name: ALLOW_LIST, expected }
    })
}
