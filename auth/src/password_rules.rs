//! The rules for new passwords.

use crate::app_state::AppState;
use crate::error::{Error, Result};
use crate::leaked_passwords::is_leaked;

/// The longest password, in bytes: bcrypt, the hash of hosted projects, ignores the rest.
const MAX_LENGTH: usize = 72;

/// Checks a new password.
///
/// # Errors
/// 400 `validation_failed` for one that is too long, 422 `weak_password` with the broken rules; 500 when leaked
/// passwords cannot be looked up and that check fails closed.
pub(crate) async fn check(state: &AppState, password: &str) -> Result<()> {
    check_length(password)?;
    let settings = &state.settings;
    let mut messages = Vec::new();
    let mut reasons = Vec::new();
    if password.len() < settings.min_password_length {
        messages.push(format!("Password should be at least {} characters.", settings.min_password_length));
        reasons.push("length");
    }
    let sets = &settings.required_characters;
    if !sets.iter().all(|set| password.contains(|character| set.contains(character))) {
        messages
            .push(format!("Password should contain at least one character of each: {}.", sets.join(", ")));
        reasons.push("characters");
    }
    if is_leaked(state, password).await? {
        messages.push(
            "Password is known to be weak and easy to guess, please choose a different one.".to_owned(),
        );
        reasons.push("pwned");
    }
    if reasons.is_empty() {
        Ok(())
    } else {
        Err(Error::WeakPassword { message: messages.join(" "), reasons })
    }
}

/// Checks only that a password is not too long.
///
/// # Errors
/// 400 `validation_failed`.
pub(crate) fn check_length(password: &str) -> Result<()> {
    if password.len() > MAX_LENGTH {
        return Err(Error::invalid(format!("Password cannot be longer than {MAX_LENGTH} characters")));
    }
    Ok(())
}
