//! `[auth] password_requirements`: the characters that a password must have.

use serde::Deserialize;

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS: &str = "0123456789";
/// Those of supabase/auth, without the colon, which separates the sets.
const SYMBOLS: &str = "!@#$%^&*()_+-=[]{};'\\\"|<>?,./`~";

/// The sets of characters of which a password needs one each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PasswordRequirements {
    #[default]
    #[serde(rename = "")]
    None,
    LettersDigits,
    LowerUpperLettersDigits,
    LowerUpperLettersDigitsSymbols,
}

impl PasswordRequirements {
    /// The sets, separated by colons, as the auth service reads them.
    pub fn required_characters(self) -> String {
        match self {
            PasswordRequirements::None => String::new(),
            PasswordRequirements::LettersDigits => format!("{LOWER}{UPPER}:{DIGITS}"),
            PasswordRequirements::LowerUpperLettersDigits => format!("{LOWER}:{UPPER}:{DIGITS}"),
            PasswordRequirements::LowerUpperLettersDigitsSymbols => {
                format!("{LOWER}:{UPPER}:{DIGITS}:{SYMBOLS}")
            }
        }
    }
}
