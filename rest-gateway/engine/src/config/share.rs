//! A fraction of a shared resource, in `(0, 1]`.

use std::str::FromStr;

/// A fraction in `(0, 1]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share(f64);

impl Share {
    /// Everything.
    pub const WHOLE: Share = Share(1.0);
    pub(crate) const HALF: Share = Share(0.5);
    pub(crate) const THREE_QUARTERS: Share = Share(0.75);

    /// `None` for a number outside of `(0, 1]`.
    #[must_use]
    pub fn new(fraction: f64) -> Option<Share> {
        (fraction > 0.0 && fraction <= 1.0).then_some(Share(fraction))
    }

    /// The share of `total`, rounded up.
    pub(crate) fn of(self, total: usize) -> usize {
        // A pool has far fewer connections than a double counts exactly.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let share = (total as f64 * self.0).ceil() as usize;
        share.min(total)
    }
}

impl FromStr for Share {
    type Err = NotAShare;

    fn from_str(text: &str) -> Result<Share, NotAShare> {
        text.parse().ok().and_then(Share::new).ok_or(NotAShare)
    }
}

/// The text is no number in `(0, 1]`.
#[derive(Debug, thiserror::Error)]
#[error("it must be a number above 0, up to 1")]
pub struct NotAShare;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_up_and_at_most_the_total() {
        let cases = [(0.5, 10, 5), (0.5, 3, 2), (0.5, 1, 1), (0.001, 10, 1), (1.0, 7, 7), (0.75, 0, 0)];
        for (fraction, total, expected) in cases {
            assert_eq!(Share::new(fraction).unwrap().of(total), expected, "{fraction} of {total}");
        }
    }

    #[test]
    fn rejects_numbers_outside_of_the_range() {
        for text in ["0", "-0.5", "1.01", "NaN", "inf", "half", ""] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
        assert_eq!("0.25".parse::<Share>().unwrap(), Share(0.25));
    }
}
