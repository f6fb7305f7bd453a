//! Timestamps of responses: RFC 3339 in UTC, without trailing zeros in the fraction of a second, as Go writes them, and the
//! time between two moments.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serializer;

/// The text of a timestamp, e.g. `2026-11-23T19:02:11.52Z`.
pub(crate) fn text(moment: &DateTime<Utc>) -> String {
    let mut text = moment.to_rfc3339_opts(SecondsFormat::Nanos, true);
    let digits = text.trim_end_matches('Z').trim_end_matches('0').trim_end_matches('.').len();
    text.truncate(digits);
    text.push('Z');
    text
}

/// Serializes a timestamp as its text.
pub(crate) fn serialize<S: Serializer>(moment: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text(moment))
}

/// The time from one moment to a later one; zero if it is not later.
pub(crate) fn elapsed(since: DateTime<Utc>, now: DateTime<Utc>) -> Duration {
    (now - since).to_std().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_has_no_trailing_zeros() {
        let moment = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(text(&moment("2026-11-23T19:02:11.520Z")), "2026-11-23T19:02:11.52Z");
        assert_eq!(text(&moment("2026-11-23T19:02:10Z")), "2026-11-23T19:02:10Z");
    }
}
