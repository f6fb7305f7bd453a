//! E-mail addresses and phone numbers of accounts.

use crate::error::{Error, Result};

/// The longest address in bytes, as in supabase/auth.
const MAX_EMAIL: usize = 255;

/// The address in lower case.
///
/// # Errors
/// 400 `validation_failed` for a text that is no address.
pub(crate) fn email(text: &str) -> Result<String> {
    if text.len() > MAX_EMAIL {
        return Err(Error::invalid("An email address is too long"));
    }
    let invalid = || Error::invalid("Unable to validate email address: invalid format");
    let (name, domain) = text.rsplit_once('@').ok_or_else(invalid)?;
    let is_name = !name.is_empty() && name.len() <= 64 && name.chars().all(is_name_character);
    let dots = !name.starts_with('.') && !name.ends_with('.') && !name.contains("..");
    if is_name && dots && is_domain(domain) { Ok(text.to_lowercase()) } else { Err(invalid()) }
}

/// As [`email`], for requests that need an address.
///
/// # Errors
/// 400 `validation_failed` also for an empty text.
pub(crate) fn required(text: &str) -> Result<String> {
    if text.is_empty() {
        return Err(Error::invalid("An email address is required"));
    }
    email(text)
}

/// A number in E.164 without its plus sign.
///
/// # Errors
/// 400 `validation_failed` for a text that is no such number.
pub(crate) fn phone(text: &str) -> Result<String> {
    let digits = plain_phone(text);
    let is_number = (2..=15).contains(&digits.len())
        && !digits.starts_with('0')
        && digits.bytes().all(|digit| digit.is_ascii_digit());
    if is_number { Ok(digits) } else { Err(Error::invalid("Invalid phone number format (E.164 required)")) }
}

/// The number as it is stored: without spaces and plus signs.
pub(crate) fn plain_phone(text: &str) -> String {
    text.chars().filter(|character| !matches!(character, ' ' | '+')).collect()
}

fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || "!#$%&'*+/=?^_`{|}~.-".contains(character)
}

fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|character| character.is_alphanumeric() || character == '-')
    };
    domain.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_stored_in_lower_case() {
        assert_eq!(email("Marie.Dumas+a@Exemple.FR").unwrap(), "marie.dumas+a@exemple.fr");
    }

    #[test]
    fn a_text_that_is_no_address_is_rejected() {
        for text in [
            "",
            "marie",
            "@exemple.fr",
            "marie@",
            "marie@exemple..fr",
            "a b@exemple.fr",
            "a..b@exemple.fr",
            "a@-x.fr",
        ] {
            assert!(email(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_phone_number_is_digits_with_a_country_code() {
        assert_eq!(phone("+33 6 11 22 33 44").unwrap(), "33611223344");
        for text in ["", "+", "06 11 22 33 44", "+33-6", "1234567890123456"] {
            assert!(phone(text).is_err(), "{text}");
        }
    }
}
