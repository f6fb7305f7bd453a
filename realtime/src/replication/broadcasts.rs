//! Inserts into `realtime.messages`, as broadcasts.

use bytes::Bytes;
use serde_json::json;
use uuid::Uuid;

use super::pgoutput::{Action, Change, Relation, Row, Value};
use crate::hub::{Broadcast, Hub, RoomKey};
use crate::protocol::{Encoding, UserBroadcast};

const SCHEMA: &str = "realtime";
/// The table's partitions begin with its name.
const TABLE: &str = "messages";
/// In microseconds. Older messages, which no node was there to read, are not delivered live; they can be replayed.
const MAX_AGE: i64 = 60_000_000;

/// Delivers stored messages.
pub(super) struct Broadcasts<'a> {
    hub: &'a Hub,
    max_payload: usize,
}

impl Broadcasts<'_> {
    pub(super) fn new(hub: &Hub, max_payload: usize) -> Broadcasts<'_> {
        Broadcasts { hub, max_payload }
    }

    /// Whether a table holds messages.
    pub(super) fn concerns(&self, relation: &Relation) -> bool {
        relation.schema == SCHEMA && relation.table.starts_with(TABLE)
    }

    /// Delivers a row, if the change is a new message. `sent_at` is the server's time.
    pub(super) fn deliver(&self, change: &Change, sent_at: i64) {
        let Change { relation, action, committed_at, .. } = change;
        let Action::Insert { new } = action else { return };
        let is_old = sent_at.saturating_sub(*committed_at) > MAX_AGE;
        if is_old || self.hub.is_over_rate() {
            return;
        }
        let Some((room, broadcast, id)) = message(relation, new) else { return };
        if broadcast.payload.len() > self.max_payload {
            tracing::warn!("a stored message is too large to be delivered");
            return;
        }
        self.hub.broadcast(&room, &Broadcast::User { broadcast: &broadcast, id: Some(id) });
    }
}

/// The message of a row; `None` if something that a message needs is missing.
fn message(relation: &Relation, row: &Row) -> Option<(RoomKey, UserBroadcast, Uuid)> {
    let text = |name: &str| {
        let at = relation.columns.iter().position(|column| column.name == name)?;
        match row.get(at)? {
            Value::Text(text) => Some(text.as_str()),
            Value::Null | Value::Unchanged => None,
        }
    };
    let id = Uuid::try_parse(text("id")?).ok()?;
    let room = RoomKey { private: text("private")? == "t", sub_topic: text("topic")?.into() };
    let (encoding, payload) = match (text("payload"), text("binary_payload")) {
        (Some(json), _) => (Encoding::Json, Bytes::copy_from_slice(json.as_bytes())),
        (None, Some(hex)) => (Encoding::Bytes, from_hex(hex.strip_prefix("\\x")?)?),
        (None, None) => return None,
    };
    let metadata = json!({ "id": id }).to_string();
    Some((room, UserBroadcast { event: text("event")?.to_owned(), metadata, encoding, payload }, id))
}

fn from_hex(text: &str) -> Option<Bytes> {
    let digits = text.as_bytes().chunks(2);
    let bytes = digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    bytes.collect::<Option<Vec<u8>>>().map(Bytes::from)
}
