//! Settings of the protection from robots and from leaked passwords.

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

use super::GoDuration;

const SECRET: &str = "GOTRUE_SECURITY_CAPTCHA_SECRET";
/// supabase/auth's default of `GOTRUE_SECURITY_CAPTCHA_TIMEOUT`.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// Captcha verification. Its `Debug` form does not contain the secret.
#[derive(Clone)]
pub(crate) struct CaptchaSettings {
    /// The verification endpoint of `GOTRUE_SECURITY_CAPTCHA_PROVIDER`, or `GOTRUE_SECURITY_CAPTCHA_URL`.
    pub url: String,
    /// `GOTRUE_SECURITY_CAPTCHA_SECRET`.
    pub secret: String,
    /// `GOTRUE_SECURITY_CAPTCHA_TIMEOUT`.
    pub timeout: Duration,
}

impl std::fmt::Debug for CaptchaSettings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("CaptchaSettings").field("url", &self.url).finish_non_exhaustive()
    }
}

impl CaptchaSettings {
    /// `None` unless `GOTRUE_SECURITY_CAPTCHA_ENABLED`.
    ///
    /// # Errors
    /// When the secret is missing, or a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<Option<CaptchaSettings>, EnvironmentError> {
        const PROVIDER: &str = "GOTRUE_SECURITY_CAPTCHA_PROVIDER";
        if !environment.flag("GOTRUE_SECURITY_CAPTCHA_ENABLED")? {
            return Ok(None);
        }
        let own = environment.optional("GOTRUE_SECURITY_CAPTCHA_URL");
        let url = match (own, environment.optional(PROVIDER).unwrap_or("hcaptcha")) {
            (Some(url), "hcaptcha" | "turnstile") => url,
            (None, "hcaptcha") => "https://hcaptcha.com/siteverify",
            (None, "turnstile") => "https://challenges.cloudflare.com/turnstile/v0/siteverify",
            _ => {
                let expected = "hcaptcha or turnstile";
                return Err(EnvironmentError::Invalid { name: PROVIDER, expected });
            }
        };
        let timeout =
            environment.parsed::<GoDuration>("GOTRUE_SECURITY_CAPTCHA_TIMEOUT", "a duration such as 10s")?;
        let timeout = timeout.map(|timeout| timeout.0).filter(|timeout| !timeout.is_zero());
        Ok(Some(CaptchaSettings {
            url: url.to_owned(),
            secret: environment.required(SECRET)?.trim().to_owned(),
            timeout: timeout.unwrap_or(DEFAULT_TIMEOUT),
        }))
    }
}

/// The check of new passwords against those of known leaks.
#[derive(Clone, Debug)]
pub(crate) struct LeakedPasswordSettings {
    /// The base of the range API: that of Have I Been Pwned, or `GOTRUE_PASSWORD_HIBP_URL`.
    pub url: String,
    /// `GOTRUE_PASSWORD_HIBP_FAIL_CLOSED`: whether no password is accepted while the API does not answer.
    pub fails_closed: bool,
    /// `GOTRUE_PASSWORD_HIBP_USER_AGENT`.
    pub user_agent: String,
}

impl LeakedPasswordSettings {
    /// `None` unless `GOTRUE_PASSWORD_HIBP_ENABLED`.
    ///
    /// # Errors
    /// When a value is invalid.
    pub fn from_environment(
        environment: &Environment,
    ) -> Result<Option<LeakedPasswordSettings>, EnvironmentError> {
        let is_enabled = environment.flag("GOTRUE_PASSWORD_HIBP_ENABLED")?;
        let text = |name, default: &str| environment.optional(name).unwrap_or(default).to_owned();
        let settings = LeakedPasswordSettings {
            url: text("GOTRUE_PASSWORD_HIBP_URL", "https://api.pwnedpasswords.com/range"),
            fails_closed: environment.flag("GOTRUE_PASSWORD_HIBP_FAIL_CLOSED")?,
            user_agent: text("GOTRUE_PASSWORD_HIBP_USER_AGENT", "isula-auth"),
        };
        Ok(is_enabled.then_some(settings))
    }
}
