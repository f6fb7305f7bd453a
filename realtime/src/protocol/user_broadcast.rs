//! A broadcast whose payload, JSON text or bytes, is passed on without parsing: as a binary message of version 2.0.0
//! (code 4) or as a JSON object.

use bytes::{BufMut, Bytes, BytesMut};
use serde::{Deserialize, Serialize};

const USER_BROADCAST: u8 = 4;

/// How the payload is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Encoding {
    Bytes,
    Json,
}

/// A broadcast whose payload is passed on without parsing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserBroadcast {
    pub(crate) event: String,
    /// A JSON object, or empty.
    pub(crate) metadata: String,
    pub(crate) encoding: Encoding,
    pub(crate) payload: Bytes,
}

impl UserBroadcast {
    /// The binary message for a topic. `None` if a part of its header exceeds 255 bytes.
    pub(crate) fn to_binary(&self, topic: &str) -> Option<Bytes> {
        let mut bytes = BytesMut::with_capacity(
            5 + topic.len() + self.event.len() + self.metadata.len() + self.payload.len(),
        );
        bytes.put_u8(USER_BROADCAST);
        let parts = [topic, &self.event, &self.metadata];
        for part in parts {
            bytes.put_u8(u8::try_from(part.len()).ok()?);
        }
        bytes.put_u8(match self.encoding {
            Encoding::Bytes => 0,
            Encoding::Json => 1,
        });
        for part in parts {
            bytes.put_slice(part.as_bytes());
        }
        bytes.put_slice(&self.payload);
        Some(bytes.freeze())
    }

    /// The same broadcast as a JSON object. `None` if its payload is not JSON.
    pub(crate) fn to_json(&self) -> Option<String> {
        if self.encoding == Encoding::Bytes {
            return None;
        }
        let payload: &serde_json::value::RawValue = serde_json::from_slice(&self.payload).ok()?;
        let event = serde_json::to_string(&self.event).ok()?;
        let mut json = format!(r#"{{"event":{event},"payload":{payload},"type":"broadcast""#);
        if !self.metadata.is_empty() {
            json += r#","meta":"#;
            json += &self.metadata;
        }
        json.push('}');
        Some(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_cannot_be_framed() {
        let event = "e".repeat(256);
        let broadcast =
            UserBroadcast { event, metadata: String::new(), encoding: Encoding::Json, payload: Bytes::new() };
        assert_eq!(broadcast.to_binary("realtime:eau"), None);
    }
}
