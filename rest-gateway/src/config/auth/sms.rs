//! `[auth.sms]`: sign-ins by text message. The hook `send_sms` sends the messages.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::Deserializer;

use crate::config::reader::{Kind, Section};
use crate::config::values::{GoDuration, Number, text};

/// Providers of text messages, with their keys. The stack supports none of them.
const SENDERS: [(&str, &[(&str, Kind)]); 5] = [
    ("twilio", TWILIO),
    ("twilio_verify", TWILIO),
    ("messagebird", &[("originator", Kind::Any), ("access_key", Kind::Any)]),
    ("textlocal", &[("sender", Kind::Any), ("api_key", Kind::Any)]),
    ("vonage", &[("from", Kind::Any), ("api_key", Kind::Any), ("api_secret", Kind::Any)]),
];
const TWILIO: &[(&str, Kind)] = &[
    ("account_sid", Kind::Any),
    ("message_service_sid", Kind::Any),
    ("content_sid", Kind::Any),
    ("auth_token", Kind::Any),
];

/// The section.
#[derive(Debug, Clone)]
pub struct AuthSms {
    /// Whether people can sign up and sign in with a phone number.
    pub enable_signup: bool,
    /// Whether a new number must be confirmed before the first sign-in.
    pub enable_confirmations: bool,
    /// The shortest time between two messages of a kind to one account.
    pub max_frequency: GoDuration,
    /// Digits of a code.
    pub otp_length: Number<6, 10>,
    /// Lifetime of a code, in seconds.
    pub otp_expiry: Number<1, 86_400>,
    /// Numbers with a fixed code, to which no message is sent.
    pub test_otp: BTreeMap<TestPhone, TestCode>,
}

impl AuthSms {
    pub(super) fn read(section: &mut Section<'_, '_>) -> AuthSms {
        // The hook that sends a code writes its text.
        section.ignore(&[("template", Kind::Any)]);
        let test_otp: BTreeMap<TestPhone, TestCode> = section.map("test_otp");
        for (sender, keys) in SENDERS {
            if test_otp.is_empty() {
                section.reject_if_enabled(sender, keys);
            } else {
                // The fixed codes work without it.
                section.ignore_service(sender, false, keys);
            }
        }
        AuthSms {
            enable_signup: section.renamed("enabled", "enable_signup", false),
            enable_confirmations: section.value("enable_confirmations", false),
            max_frequency: section.value("max_frequency", GoDuration("5s".to_owned())),
            otp_length: section.value("otp_length", Number(6)),
            otp_expiry: section.value("otp_expiry", Number(60)),
            test_otp,
        }
    }

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
