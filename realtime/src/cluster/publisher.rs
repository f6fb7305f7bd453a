//! The messages of this node to the others.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use uuid::Uuid;

use super::message::{Content, Envelope, Heartbeat, Message, PresenceUpdate};
use super::outbox::Outbox;
use crate::changes::Delivery;
use crate::hub::{Broadcast, Cluster, Hub, MemberId, NodeId, PresenceChange, RoomKey, Tracked};

/// The members of a room in one message of a snapshot have at most this size, in bytes of JSON, unless it is one member.
const MAX_SNAPSHOT_PART: usize = 1024 * 1024;

/// Queues messages for the other nodes. Clones share the queue.
#[derive(Clone)]
pub(crate) struct Publisher {
    node: NodeId,
    pub(super) outbox: Arc<Outbox>,
}

impl Publisher {
    pub(crate) fn new(node: NodeId) -> Publisher {
        Publisher { node, outbox: Arc::default() }
    }

    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    /// Sends a change to the other nodes, unless all its subscriptions are of this node.
    pub(crate) fn change(&self, delivery: &Delivery) {
        if !self.outbox.is_open() {
            return;
        }
        let ids = delivery.subscription_ids.iter().copied().filter(|id| !self.node.owns(*id));
        let subscription_ids: Vec<Uuid> = ids.collect();
        if !subscription_ids.is_empty() {
            let message = Message::Change { subscription_ids, errors: delivery.errors.clone() };
            self.outbox.push(self.encode(message, delivery.wal.as_bytes()));
        }
    }

    /// Waits until Redis has accepted the messages that are queued now. Does not wait while there is no connection.
    pub(crate) async fn flushed(&self) {
        self.outbox.flushed().await;
    }

    pub(super) fn heartbeat(&self, heartbeat: Heartbeat) {
        self.outbox.push(self.encode(Message::Heartbeat(heartbeat), &[]));
    }

    pub(super) fn request_presence(&self, of: NodeId) {
        self.outbox.push(self.encode(Message::PresenceRequest { of }, &[]));
    }

    /// Sends a snapshot of the presence on this node, room by room. A room does not change until its first message is
    /// queued: receivers apply the changes after it.
    pub(super) async fn presence_snapshot(&self, hub: &Hub) {
        self.presence_update(PresenceUpdate::SnapshotBegin);
        for room in hub.room_keys() {
            self.outbox.wait_for_space().await;
            let mut parts = VecDeque::new();
            hub.with_own_presence(&room, |members| {
                parts = parts_of(members).into();
                self.snapshot_part(&room, &mut parts);
            });
            while !parts.is_empty() {
                self.outbox.wait_for_space().await;
                self.snapshot_part(&room, &mut parts);
            }
        }
        self.presence_update(PresenceUpdate::SnapshotEnd);
    }

    /// Sends the next of the parts of a room.
    fn snapshot_part(&self, room: &RoomKey, parts: &mut VecDeque<Vec<(MemberId, Tracked)>>) {
        let Some(members) = parts.pop_front() else { return };
        self.presence_update(match parts.is_empty() {
            true => PresenceUpdate::SnapshotRoom(room.clone(), members),
            false => PresenceUpdate::SnapshotPart(room.clone(), members),
        });
    }

    fn presence_update(&self, update: PresenceUpdate) {
        self.outbox.push_presence(|sequence| self.encode(Message::Presence { sequence, update }, &[]));
    }

    fn encode(&self, message: Message, body: &[u8]) -> Option<Bytes> {
        let encoded = Envelope { node: self.node, message }.encode(body);
        encoded.inspect_err(|error| tracing::error!("a message to other nodes is lost: {error}")).ok()
    }
}

impl Cluster for Publisher {
    fn broadcast(&self, room: &RoomKey, broadcast: &Broadcast<'_>) {
        if !self.outbox.is_open() {
            return;
        }
        let (content, id, body) = match broadcast {
            Broadcast::Text { payload, id } => (Content::Text, *id, payload.as_bytes()),
            Broadcast::User { broadcast, id } => {
                let (event, metadata) = (broadcast.event.clone(), broadcast.metadata.clone());
                (Content::User { event, metadata, encoding: broadcast.encoding }, *id, &*broadcast.payload)
            }
        };
        let message = Message::Broadcast { room: room.clone(), id, content };
        self.outbox.push(self.encode(message, body));
    }

    fn presence(&self, room: &RoomKey, change: &PresenceChange) {
        self.outbox.push_presence(|sequence| {
            let update = PresenceUpdate::Change(room.clone(), change.clone());
            self.encode(Message::Presence { sequence, update }, &[])
        });
    }
}

/// Divides the members of a room by their size.
fn parts_of(members: Vec<(MemberId, Tracked)>) -> Vec<Vec<(MemberId, Tracked)>> {
    let mut parts = Vec::new();
    let (mut part, mut size) = (Vec::new(), 0);
    for (member, tracked) in members {
        let bytes = tracked.size();
        if size + bytes > MAX_SNAPSHOT_PART && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
            size = 0;
        }
        part.push((member, tracked));
        size += bytes;
    }
    parts.push(part);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_large_room_has_several_parts() {
        let tracked = |bytes: usize| -> Tracked {
            let payload = json!({ "text": "x".repeat(bytes) });
            let json =
                json!({ "key": "k", "payload": payload, "reference": "r", "previous_reference": null });
            serde_json::from_value(json).unwrap()
        };
        let member = |id: usize| -> MemberId { serde_json::from_value(id.into()).unwrap() };
        let sizes = [MAX_SNAPSHOT_PART / 2, MAX_SNAPSHOT_PART / 4, MAX_SNAPSHOT_PART * 2, 1, 1];
        let members: Vec<_> =
            sizes.into_iter().enumerate().map(|(id, bytes)| (member(id), tracked(bytes))).collect();
        let parts = parts_of(members.clone());
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 2]);
        assert_eq!(parts.concat(), members);
    }
}
