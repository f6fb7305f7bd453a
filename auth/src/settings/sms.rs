//! Settings of one-time passwords by text message.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use service_kit::environment::{Environment, EnvironmentError};

use super::GoDuration;
use crate::email_address::plain_phone;

/// supabase/auth's default of `GOTRUE_SMS_MAX_FREQUENCY`.
const DEFAULT_MAX_FREQUENCY: Duration = Duration::from_secs(60);
/// Of `GOTRUE_SMS_OTP_EXP`.
const DEFAULT_OTP_LIFETIME: u64 = 60;

/// The settings.
#[derive(Clone, Debug)]
pub(crate) struct SmsSettings {
    /// `GOTRUE_SMS_MAX_FREQUENCY`: the shortest time between two messages of a kind to one account.
    pub max_frequency: Duration,
    /// `GOTRUE_SMS_OTP_EXP`: how long a code is valid.
    pub otp_lifetime: Duration,
    /// `GOTRUE_SMS_OTP_LENGTH`: the number of digits, from 6 to 10.
    pub otp_length: usize,
    /// `GOTRUE_SMS_TEST_OTP`: numbers with a fixed code, as `33611223344:123456,…`. No message is sent to them.
    test_codes: BTreeMap<String, String>,
    /// `GOTRUE_SMS_TEST_OTP_VALID_UNTIL`: when the fixed codes end.
    test_codes_end: Option<DateTime<Utc>>,
}

impl SmsSettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<SmsSettings, EnvironmentError> {
        const TEST_CODES: &str = "GOTRUE_SMS_TEST_OTP";
        let max_frequency = environment
            .parsed::<GoDuration>("GOTRUE_SMS_MAX_FREQUENCY", "a duration such as 1m")?
            .map(|duration| duration.0)
            .filter(|duration| !duration.is_zero());
        let otp_lifetime = environment.parsed("GOTRUE_SMS_OTP_EXP", "a number of seconds")?;
        let otp_length = environment.parsed("GOTRUE_SMS_OTP_LENGTH", "a number of digits")?;
        let test_codes =
            environment.optional(TEST_CODES).map(parse_test_codes).unwrap_or(Some(BTreeMap::new()));
        let expected = "numbers with their codes, such as 33611223344:123456,33655667788:654321";
        Ok(SmsSettings {
            max_frequency: max_frequency.unwrap_or(DEFAULT_MAX_FREQUENCY),
            otp_lifetime: Duration::from_secs(
                otp_lifetime.filter(|seconds| *seconds > 0).unwrap_or(DEFAULT_OTP_LIFETIME),
            ),
            otp_length: otp_length.filter(|length| (6..=10).contains(length)).unwrap_or(6),
            test_codes: test_codes.ok_or(EnvironmentError::Invalid { name: TEST_CODES, expected })?,
            test_codes_end: environment
                .parsed("GOTRUE_SMS_TEST_OTP_VALID_UNTIL", "a time such as 2027-01-31T00:00:00Z")?,
        })
    }

    /// The fixed code of a number without a plus sign.
    pub fn test_code(&self, phone: &str) -> Option<&str> {
        let is_valid = self.test_codes_end.is_none_or(|end| Utc::now() < end);
        self.test_codes.get(phone).filter(|_| is_valid).map(String::as_str)
    }
}

fn parse_test_codes(text: &str) -> Option<BTreeMap<String, String>> {
    let entries = text.split(',').map(|entry| {
        let (phone, code) = entry.split_once(':')?;
        Some((plain_phone(phone), code.trim().to_owned())).filter(|(_, code)| !code.is_empty())
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_codes_belong_to_numbers_with_or_without_a_plus_sign() {
        let with = |codes: &str, end: &str| {
            let variables = [("GOTRUE_SMS_TEST_OTP", codes), ("GOTRUE_SMS_TEST_OTP_VALID_UNTIL", end)];
            SmsSettings::from_environment(&Environment::from_pairs(variables))
        };
        let settings = with("+33611223344:123456, 33655667788:654321", "").unwrap();
        assert_eq!(settings.test_code("33611223344"), Some("123456"));
        assert_eq!(settings.test_code("33655667788"), Some("654321"));
        assert_eq!(settings.test_code("33600000000"), None);
        assert_eq!(
            with("33611223344:123456", "2020-01-01T00:00:00Z").unwrap().test_code("33611223344"),
            None
        );
        assert!(with("33611223344", "").is_err());
    }
}
