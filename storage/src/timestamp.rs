//! Times as JavaScript writes them: `2021-02-17T04:43:32.770Z`.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Serialize, Serializer};

pub fn text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

pub fn serialize<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    text(*time).serialize(serializer)
}

pub fn serialize_option<S: Serializer>(
    time: &Option<DateTime<Utc>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    time.map(text).serialize(serializer)
}
