//! The service's settings, by the names and with the defaults of supabase/auth.

use std::str::FromStr;
use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

use crate::rate_limit::RateLimits;

const AUTOCONFIRM: &str = "GOTRUE_MAILER_AUTOCONFIRM";

/// The settings.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// `GOTRUE_JWT_EXP`: the lifetime of access tokens, in seconds.
    pub token_lifetime: u32,
    /// `GOTRUE_JWT_ISSUER`: the claim `iss`.
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
    /// `GOTRUE_RATE_LIMIT_…`.
    pub rate_limits: RateLimits,
    /// `GOTRUE_SESSIONS_TIMEBOX`: how long a session lasts.
    pub session_timebox: Option<Duration>,
    /// `GOTRUE_SESSIONS_INACTIVITY_TIMEOUT`: how long a session lasts without a refresh.
    pub session_inactivity: Option<Duration>,
}

impl Settings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When a required variable is missing, or a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<Settings, EnvironmentError> {
        let text = |name, default: &str| environment.optional(name).unwrap_or(default).to_owned();
        let flag = |name, default| {
            Ok::<bool, EnvironmentError>(environment.parsed(name, "true or false")?.unwrap_or(default))
        };
        let duration = |name| {
            let parsed = environment.parsed::<GoDuration>(name, "a duration such as 24h or 30m")?;
            Ok::<_, EnvironmentError>(
                parsed.map(|duration| duration.0).filter(|duration| !duration.is_zero()),
            )
        };
        let limit = |name, default| {
            Ok::<u32, EnvironmentError>(environment.parsed(name, "a number of requests")?.unwrap_or(default))
        };
        let is_email_enabled = flag("GOTRUE_EXTERNAL_EMAIL_ENABLED", true)?;
        let confirms_email = flag(AUTOCONFIRM, false)?;
        if is_email_enabled && !confirms_email {
            let expected = "true: without mail, nobody could confirm an address";
            return Err(EnvironmentError::Invalid { name: AUTOCONFIRM, expected });
        }
        Ok(Settings {
            token_lifetime: environment.parsed("GOTRUE_JWT_EXP", "a number of seconds")?.unwrap_or(3600),
            issuer: environment.required("GOTRUE_JWT_ISSUER")?.to_owned(),
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
            required_characters: list(&text("GOTRUE_PASSWORD_REQUIRED_CHARACTERS", ""), ':'),
            rotates_refresh_tokens: flag("GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED", true)?,
            reuse_interval: Duration::from_secs(
                environment
                    .parsed("GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL", "a number of seconds")?
                    .unwrap_or(0),
            ),
            rate_limits: RateLimits {
                sign_in_sign_ups: limit("GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", 30)?,
                anonymous_users: limit("GOTRUE_RATE_LIMIT_ANONYMOUS_USERS", 30)?,
                token_refresh: limit("GOTRUE_RATE_LIMIT_TOKEN_REFRESH", 150)?,
            },
            session_timebox: duration("GOTRUE_SESSIONS_TIMEBOX")?,
            session_inactivity: duration("GOTRUE_SESSIONS_INACTIVITY_TIMEOUT")?,
        })
    }
}

fn list(text: &str, separator: char) -> Vec<String> {
    text.split(separator).map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

/// A duration in Go's notation: numbers with units, such as `1h30m`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GoDuration(pub Duration);

/// A text that is not a duration.
#[derive(Debug, thiserror::Error)]
#[error("time: invalid duration {0:?}")]
pub(crate) struct InvalidDuration(String);

impl FromStr for GoDuration {
    type Err = InvalidDuration;

    fn from_str(text: &str) -> Result<GoDuration, InvalidDuration> {
        let invalid = || InvalidDuration(text.to_owned());
        if text == "0" {
            return Ok(GoDuration(Duration::ZERO));
        }
        let mut rest = text;
        let mut seconds = 0.0;
        while !rest.is_empty() {
            let digits = rest.find(|letter: char| letter != '.' && !letter.is_ascii_digit());
            let (number, tail) = rest.split_at(digits.ok_or_else(invalid)?);
            let unit_length =
                tail.find(|letter: char| letter == '.' || letter.is_ascii_digit()).unwrap_or(tail.len());
            let (unit, tail) = tail.split_at(unit_length);
            seconds +=
                number.parse::<f64>().map_err(|_| invalid())? * seconds_of(unit).ok_or_else(invalid)?;
            rest = tail;
        }
        let duration = Duration::try_from_secs_f64(seconds).map_err(|_| invalid())?;
        if text.is_empty() { Err(invalid()) } else { Ok(GoDuration(duration)) }
    }
}

fn seconds_of(unit: &str) -> Option<f64> {
    match unit {
        "ns" => Some(1e-9),
        "us" | "µs" => Some(1e-6),
        "ms" => Some(1e-3),
        "s" => Some(1.0),
        "m" => Some(60.0),
        "h" => Some(3600.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_notation_of_go() {
        let parsed = |text: &str| text.parse::<GoDuration>().ok().map(|duration| duration.0.as_millis());
        assert_eq!(parsed("24h"), Some(86_400_000));
        assert_eq!(parsed("1h30m"), Some(5_400_000));
        assert_eq!(parsed("1.5s"), Some(1500));
        assert_eq!(parsed("0"), Some(0));
        for invalid in ["", "24", "h", "1d", "-1h", "1h 2m"] {
            assert_eq!(parsed(invalid), None, "{invalid}");
        }
    }
}
