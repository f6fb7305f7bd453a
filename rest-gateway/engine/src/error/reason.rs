//! Reason phrases that functions raise: `raise sqlstate 'PT402' using message = 'Pay first'`. The HTTP server requires
//! `&'static str`, so each phrase is leaked, up to a maximum number. Rejects control characters, which could end the
//! status line.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Maximum length of a phrase in bytes.
const MAX_LENGTH: usize = 128;
/// Maximum number of distinct phrases for the lifetime of the process.
const MAX_PHRASES: usize = 256;

static PHRASES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// `None` for a phrase that cannot be used; the status keeps its standard phrase then.
pub(super) fn reason_phrase(phrase: &str) -> Option<&'static str> {
    if phrase.is_empty() || phrase.len() > MAX_LENGTH || phrase.contains(char::is_control) {
        return None;
    }
    let mut kept = PHRASES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(phrase) {
        return Some(known);
    }
    if kept.len() == MAX_PHRASES {
        return None;
    }
    let leaked: &'static str = Box::leak(phrase.into());
    kept.insert(leaked);
    Some(leaked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_control_characters_and_bounds_the_number_of_phrases() {
        assert_eq!(reason_phrase("Pay first, s'il vous plaît"), Some("Pay first, s'il vous plaît"));
        for phrase in ["", "a\r\nSet-Cookie: b", &"x".repeat(129)] {
            assert_eq!(reason_phrase(phrase), None);
        }
        let kept = (0..1000).filter(|number| reason_phrase(&format!("Reason {number}")).is_some()).count();
        assert!(kept < MAX_PHRASES);
        assert_eq!(reason_phrase("Reason 0"), Some("Reason 0"));
    }
}
