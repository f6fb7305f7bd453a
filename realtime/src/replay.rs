//! The replay of stored broadcasts, which a client can request when it joins a private room.

use bytes::Bytes;
use chrono::{DateTime, NaiveDateTime};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::{Encoding, UserBroadcast};

/// The largest number of messages in a replay.
const MAX_MESSAGES: i64 = 25;

/// The messages that a client requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ReplayRequest {
    /// UTC.
    pub(crate) since: NaiveDateTime,
    pub(crate) limit: i64,
}

impl ReplayRequest {
    /// Reads `{"since": <Unix milliseconds>, "limit": <number>}`.
    pub(crate) fn parse(value: &Value) -> Option<ReplayRequest> {
        let since = DateTime::from_timestamp_millis(value.get("since")?.as_i64()?)?.naive_utc();
        let limit = match value.get("limit") {
            None | Some(Value::Null) => MAX_MESSAGES,
            Some(limit) => limit.as_i64()?.clamp(1, MAX_MESSAGES),
        };
        Some(ReplayRequest { since, limit })
    }
}

/// A message from the table.
#[derive(Debug)]
pub(crate) struct StoredMessage {
    pub(crate) id: Uuid,
    pub(crate) event: String,
    pub(crate) content: StoredContent,
}

/// A payload from the table.
#[derive(Debug)]
pub(crate) enum StoredContent {
    /// JSON text.
    Json(String),
    Bytes(Bytes),
}

/// A message in the form in which it is replayed.
pub(crate) enum Replayed {
    /// The payload of a text message.
    Text(String),
    Binary(UserBroadcast),
}

impl StoredMessage {
    pub(crate) fn replayed(self) -> Replayed {
        let meta = json!({ "replayed": true, "id": self.id }).to_string();
        match self.content {
            StoredContent::Json(payload) => {
                let event = Value::String(self.event);
                Replayed::Text(format!(
                    r#"{{"payload":{payload},"event":{event},"type":"broadcast","meta":{meta}}}"#
                ))
            }
            StoredContent::Bytes(payload) => {
                let (event, encoding) = (self.event, Encoding::Bytes);
                Replayed::Binary(UserBroadcast { event, metadata: meta, encoding, payload })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_clamped_and_both_must_be_whole_numbers() {
        let limit = |value: Value| ReplayRequest::parse(&value).map(|request| request.limit);
        assert_eq!(limit(json!({ "since": 0 })), Some(25));
        assert_eq!(limit(json!({ "since": 0, "limit": 900 })), Some(25));
        assert_eq!(limit(json!({ "since": 0, "limit": -1 })), Some(1));
        for wrong in [
            json!({}),
            json!({ "since": "0" }),
            json!({ "since": 0, "limit": 1.5 }),
            json!({ "since": i64::MAX }),
        ] {
            assert_eq!(limit(wrong.clone()), None, "{wrong}");
        }
    }
}
