//! Timestamps in the format of JavaScript's `Date.toISOString()`: `2021-02-17T04:43:32.770Z`.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Serialize, Serializer};

pub fn format(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// For serde's `serialize_with`.
pub fn serialize<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    format(*time).serialize(serializer)
}

/// For serde's `serialize_with`.
pub fn serialize_option<S: Serializer>(
    time: &Option<DateTime<Utc>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    time.map(format).serialize(serializer)
}
