//! One-time codes: digits that prove that a person reads an address or a phone. Only a hash of address and digits is
//! stored, which is also the token of the link in a mail.
//!
//! - [`mail`]: codes that are mailed. [`sms`]: codes that are sent to a phone.

pub(crate) mod mail;
pub(crate) mod sms;

use std::time::Duration;

use chrono::{DateTime, Utc};
use rand::RngExt;
use sha2::{Digest, Sha224};

use crate::error::{Error, ErrorCode, Result};
use crate::models::User;
use crate::pkce;

/// The purpose of a token: the values of `auth.one_time_token_type`. An account has at most one token of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Confirmation,
    Recovery,
    EmailChangeCurrent,
    EmailChangeNew,
    PhoneChange,
    Reauthentication,
}

impl TokenKind {
    /// The value of `token_type`, which is also the name of a column of `auth.users`.
    pub fn name(self) -> &'static str {
        match self {
            TokenKind::Confirmation => "confirmation_token",
            TokenKind::Recovery => "recovery_token",
            TokenKind::EmailChangeCurrent => "email_change_token_current",
            TokenKind::EmailChangeNew => "email_change_token_new",
            TokenKind::PhoneChange => "phone_change_token",
            TokenKind::Reauthentication => "reauthentication_token",
        }
    }

    /// The column of `auth.users` with the time at which the code was sent.
    pub fn sent_at_column(self) -> &'static str {
        match self {
            TokenKind::Confirmation => "confirmation_sent_at",
            TokenKind::Recovery => "recovery_sent_at",
            TokenKind::EmailChangeCurrent | TokenKind::EmailChangeNew => "email_change_sent_at",
            TokenKind::PhoneChange => "phone_change_sent_at",
            TokenKind::Reauthentication => "reauthentication_sent_at",
        }
    }

    /// When the account's code of this kind was sent.
    pub fn sent_at(self, user: &User) -> Option<DateTime<Utc>> {
        match self {
            TokenKind::Confirmation => user.confirmation_sent_at,
            TokenKind::Recovery => user.recovery_sent_at,
            TokenKind::EmailChangeCurrent | TokenKind::EmailChangeNew => user.email_change_sent_at,
            TokenKind::PhoneChange => user.phone_change_sent_at,
            TokenKind::Reauthentication => user.reauthentication_sent_at,
        }
    }

    /// Whether the account's code of this kind is older than `lifetime`.
    pub fn is_expired(self, user: &User, lifetime: Duration) -> bool {
        let age = self.sent_at(user).map(|sent_at| Utc::now().signed_duration_since(sent_at));
        age.is_none_or(|age| age.to_std().is_ok_and(|age| age > lifetime))
    }
}

/// Uniformly random digits.
pub(crate) fn random_digits(length: usize) -> String {
    let mut random = rand::rng();
    (0..length).map(|_| char::from(b'0' + random.random_range(0..10_u8))).collect()
}

/// The hash of a code for an e-mail address or a phone number: SHA-224 in hexadecimal.
pub(crate) fn hash(address: &str, digits: &str) -> String {
    let digest = Sha224::new().chain_update(address).chain_update(digits).finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The stored forms of a hash: that of the implicit flow and that of PKCE.
pub(crate) fn stored_forms(hash: &str) -> [String; 2] {
    [hash.to_owned(), format!("{}{hash}", pkce::TOKEN_PREFIX)]
}

/// Checks that the last code was sent long enough ago.
///
/// # Errors
/// 429 with `code`, whose message names the seconds that are left.
fn check_frequency(sent_at: Option<DateTime<Utc>>, frequency: Duration, code: ErrorCode) -> Result<()> {
    let Some(sent_at) = sent_at else { return Ok(()) };
    let passed = Utc::now().signed_duration_since(sent_at).to_std().unwrap_or_default();
    match frequency.checked_sub(passed) {
        Some(left) if !left.is_zero() => {
            let seconds = left.as_secs();
            let message =
                format!("For security purposes, you can only request this after {seconds} seconds.");
            Err(Error::too_many_requests(code, message))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_hosted_projects() {
        // printf 'marie@exemple.fr123456' | sha224sum
        assert_eq!(
            hash("marie@exemple.fr", "123456"),
            "60a18e70e7b7c5fe8bece0ba225817b8a06e4f17372fb774ed0b09f2"
        );
    }

    #[test]
    fn codes_have_the_wanted_number_of_digits() {
        let code = random_digits(10);
        assert_eq!(code.len(), 10);
        assert!(code.bytes().all(|digit| digit.is_ascii_digit()));
    }
}
