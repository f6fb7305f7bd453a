//! The format of messages between nodes: a line of JSON, and a body that is passed on without parsing.

use bytes::{BufMut, Bytes, BytesMut};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::reader_status::SlotPosition;
use crate::hub::{MemberId, NodeId, PresenceChange, RoomKey, Tracked};
use crate::protocol::Encoding;

/// A message with the node that sent it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Envelope {
    pub(super) node: NodeId,
    pub(super) message: Message,
}

/// A message of a node to the others.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    Heartbeat(Heartbeat),
    /// The body is the payload.
    Broadcast {
        room: RoomKey,
        id: Option<Uuid>,
        content: Content,
    },
    Presence {
        /// Counts the presence messages of a node.
        sequence: u64,
        update: PresenceUpdate,
    },
    /// Requests a snapshot of the presence on a node.
    PresenceRequest {
        of: NodeId,
    },
    /// A change of a table. The body is its JSON text.
    Change {
        subscription_ids: Vec<Uuid>,
        errors: Vec<String>,
    },
}

/// Sent periodically by a node that is alive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Heartbeat {
    /// The number of the last presence message.
    pub(super) presence_sequence: u64,
    /// Sockets with at least one channel.
    pub(super) users: usize,
    /// Whether the node reads the write-ahead log.
    pub(super) is_reader: bool,
    /// Up to where the log has been read, as far as the node knows.
    #[serde(flatten)]
    pub(super) position: SlotPosition,
}

/// The kind of a broadcast's body.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Content {
    /// JSON text of the whole broadcast.
    Text,
    User {
        event: String,
        metadata: String,
        encoding: Encoding,
    },
}

/// A change or a part of a snapshot of the presence on a node.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum PresenceUpdate {
    Change(RoomKey, PresenceChange),
    /// Begins a snapshot. The rooms up to its end are all rooms of the node with presence.
    SnapshotBegin,
    /// The members of a room, apart from those of the parts before.
    SnapshotRoom(RoomKey, Vec<(MemberId, Tracked)>),
    /// Some members of a room with many of them. Others follow.
    SnapshotPart(RoomKey, Vec<(MemberId, Tracked)>),
    SnapshotEnd,
}

/// The error of a message that cannot be decoded.
#[derive(Debug, thiserror::Error)]
#[error("a message of another node cannot be read")]
pub(super) struct Unreadable;

const END_OF_LINE: u8 = b'\n';

impl Envelope {
    pub(super) fn encode(&self, body: &[u8]) -> Result<Bytes, serde_json::Error> {
        let header = serde_json::to_vec(self)?;
        let mut bytes = BytesMut::with_capacity(header.len() + 1 + body.len());
        bytes.put_slice(&header);
        bytes.put_u8(END_OF_LINE);
        bytes.put_slice(body);
        Ok(bytes.freeze())
    }

    /// The message and its body.
    pub(super) fn decode(mut bytes: Bytes) -> Result<(Envelope, Bytes), Unreadable> {
        // JSON without spaces has no end of line.
        let end = bytes.iter().position(|byte| *byte == END_OF_LINE).ok_or(Unreadable)?;
        let body = bytes.split_off(end + 1);
        let envelope = serde_json::from_slice(&bytes[..end]).map_err(|_| Unreadable)?;
        Ok((envelope, body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_keeps_its_body() {
        let node = NodeId::random();
        let room = RoomKey { private: true, sub_topic: "a\n\"é".into() };
        let content =
            Content::User { event: "e\n".into(), metadata: String::new(), encoding: Encoding::Bytes };
        let message = Message::Broadcast { room: room.clone(), id: None, content };
        let encoded = Envelope { node, message }.encode(b"\n\0\xff").unwrap();
        let (decoded, body) = Envelope::decode(encoded.clone()).unwrap();
        assert_eq!((decoded.node, &body[..]), (node, b"\n\0\xff".as_slice()));
        assert!(matches!(decoded.message, Message::Broadcast { room: decoded, .. } if decoded == room));
        for end in 0..encoded.len() - body.len() {
            assert!(Envelope::decode(encoded.slice(..end)).is_err());
        }
    }
}
