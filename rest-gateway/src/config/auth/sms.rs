//! `[auth.sms]`: sign-ins by text message. The hook `send_sms` sends the messages.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::Deserializer;

use crate::config::values::{GoDuration, text};

/// The section.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuthSms {
    /// Whether people can sign up and sign in with a phone number.
    pub enable_signup: bool,
    /// Whether a new number must be confirmed before the first sign-in.
    pub enable_confirmations: bool,
    /// Accepted and unused: the hook that sends a code writes its text.
    pub template: Option<String>,
    /// The shortest time between two messages of a kind to one account.
    pub max_frequency: GoDuration,
    /// Numbers with a fixed code, to which no message is sent.
    pub test_otp: BTreeMap<TestPhone, TestCode>,
}

impl Default for AuthSms {
    fn default() -> AuthSms {
        AuthSms {
            enable_signup: false,
            enable_confirmations: false,
            template: None,
            max_frequency: GoDuration("5s".to_owned()),
            test_otp: BTreeMap::new(),
        }
    }
}

impl AuthSms {
    /// The numbers with a fixed code as the auth service reads them: `33611223344:123456,…`.
    pub fn test_codes(&self) -> String {
        let entries = self.test_otp.iter().map(|(phone, code)| format!("{}:{}", phone.0, code.0));
        entries.collect::<Vec<_>>().join(",")
    }
}

/// A phone number, with or without a plus sign.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestPhone(String);

impl<'de> Deserialize<'de> for TestPhone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "a phone number such as \"33611223344\"", |text| {
            is_digits(text.strip_prefix('+').unwrap_or(text)).then(|| TestPhone(text.to_owned()))
        })
    }
}

/// The digits of a fixed code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestCode(String);

impl<'de> Deserialize<'de> for TestCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "a code of digits", |text| is_digits(text).then(|| TestCode(text.to_owned())))
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
