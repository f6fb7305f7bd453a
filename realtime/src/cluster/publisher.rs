//! The messages of this node to the others.

use std::sync::Arc;

use bytes::Bytes;
use uuid::Uuid;

use super::message::{Content, Envelope, Heartbeat, Message, PresenceUpdate};
use super::outbox::Outbox;
use crate::changes::Delivery;
use crate::hub::{Broadcast, Cluster, Hub, NodeId, PresenceChange, RoomKey};

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

    /// Sends a snapshot of the presence on this node, room by room. A room does not change while it is encoded.
    pub(super) async fn presence_snapshot(&self, hub: &Hub) {
        self.presence_update(PresenceUpdate::SnapshotBegin);
        for room in hub.room_keys() {
            self.outbox.wait_for_space().await;
            hub.with_own_presence(&room, |members| {
                self.presence_update(PresenceUpdate::SnapshotRoom(room.clone(), members));
            });
        }
        self.presence_update(PresenceUpdate::SnapshotEnd);
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
