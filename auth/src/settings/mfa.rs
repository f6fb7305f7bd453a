//! Settings of multi-factor authentication: `GOTRUE_MFA_…`.

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

use super::{GoCount, GoDuration};

/// The settings of factors.
#[derive(Clone, Debug)]
pub(crate) struct MfaSettings {
    /// `…_CHALLENGE_EXPIRY_DURATION`: how long a challenge can be answered.
    pub challenge_expiry: Duration,
    /// `…_FACTOR_EXPIRY_DURATION`: how long a factor without a challenge may stay unverified.
    pub factor_expiry: Duration,
    /// `…_RATE_LIMIT_CHALLENGE_AND_VERIFY`: challenges, and verifications, of an address in a minute. Zero is unlimited.
    pub challenges_per_minute: u32,
    /// `…_MAX_ENROLLED_FACTORS`, verified or not.
    pub max_enrolled: usize,
    /// `…_MAX_VERIFIED_FACTORS`.
    pub max_verified: usize,
    pub totp: FactorSettings,
    pub phone: FactorSettings,
    pub web_authn: FactorSettings,
    /// `…_PHONE_OTP_LENGTH`, in digits.
    pub phone_code_length: usize,
    /// `…_PHONE_MAX_FREQUENCY`: the time between two codes for one factor.
    pub phone_max_frequency: Duration,
}

/// What a type of factor may be used for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FactorSettings {
    pub can_enroll: bool,
    pub can_verify: bool,
}

impl MfaSettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<MfaSettings, EnvironmentError> {
        let number = |name, default: u32| {
            let parsed = environment.parsed::<GoCount>(name, "a number")?;
            Ok::<_, EnvironmentError>(parsed.map_or(default, |count| count.0))
        };
        let duration = |name, default| {
            let parsed = environment.parsed::<GoDuration>(name, "a duration such as 5m or 30s")?;
            Ok::<_, EnvironmentError>(parsed.map_or(default, |duration| duration.0))
        };
        let factor = |enroll, verify, default| {
            Ok::<_, EnvironmentError>(FactorSettings {
                can_enroll: environment.flag_or(enroll, default)?,
                can_verify: environment.flag_or(verify, default)?,
            })
        };
        let code_length = number("GOTRUE_MFA_PHONE_OTP_LENGTH", 6)?;
        Ok(MfaSettings {
            challenge_expiry: Duration::from_secs(
                number("GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION", 300)?.into(),
            ),
            factor_expiry: duration("GOTRUE_MFA_FACTOR_EXPIRY_DURATION", Duration::from_secs(300))?,
            challenges_per_minute: number("GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY", 15)?,
            max_enrolled: number("GOTRUE_MFA_MAX_ENROLLED_FACTORS", 10)? as usize,
            max_verified: number("GOTRUE_MFA_MAX_VERIFIED_FACTORS", 10)? as usize,
            totp: factor("GOTRUE_MFA_TOTP_ENROLL_ENABLED", "GOTRUE_MFA_TOTP_VERIFY_ENABLED", true)?,
            phone: factor("GOTRUE_MFA_PHONE_ENROLL_ENABLED", "GOTRUE_MFA_PHONE_VERIFY_ENABLED", false)?,
            web_authn: factor(
                "GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED",
                "GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED",
                false,
            )?,
            phone_code_length: if (6..=10).contains(&code_length) { code_length as usize } else { 6 },
            phone_max_frequency: duration("GOTRUE_MFA_PHONE_MAX_FREQUENCY", Duration::from_secs(60))?,
        })
    }
}
