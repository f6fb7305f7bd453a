//! Reason phrases of functions' own: `raise sqlstate 'PT402' using message = 'Pay first'`. The HTTP server wants a phrase
//! to live as long as itself, so each is kept for good, and only so many are. Refuses what could end the status line.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

const MAX_LENGTH: usize = 128;
const MAX_PHRASES: usize = 256;

static PHRASES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// None when the status has to do with its usual phrase.
pub(super) fn reason_phrase(wanted: &str) -> Option<&'static str> {
    if wanted.is_empty() || wanted.len() > MAX_LENGTH || wanted.contains(char::is_control) {
        return None;
    }
    let mut kept = PHRASES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(wanted) {
        return Some(known);
    }
    if kept.len() == MAX_PHRASES {
        return None;
    }
    let phrase: &'static str = Box::leak(wanted.into());
    kept.insert(phrase);
    Some(phrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_cannot_end_the_status_line_nor_fill_the_memory() {
        assert_eq!(reason_phrase("Pay first, s'il vous plaît"), Some("Pay first, s'il vous plaît"));
        for wanted in ["", "a\r\nSet-Cookie: b", &"x".repeat(129)] {
            assert_eq!(reason_phrase(wanted), None);
        }
        let kept = (0..1000).filter(|number| reason_phrase(&format!("Reason {number}")).is_some()).count();
        assert!(kept < MAX_PHRASES);
        assert_eq!(reason_phrase("Reason 0"), Some("Reason 0"));
    }
}
