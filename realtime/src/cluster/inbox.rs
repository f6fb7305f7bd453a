//! Handles the messages of the other nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use tokio::time::Instant;

use super::LEASE;
use super::message::{Content, Envelope, Heartbeat, Message};
use super::peers::{Effect, Peers};
use super::publisher::Publisher;
use super::reader_status::ReaderStatus;
use crate::changes::{Delivery, Subscriptions};
use crate::hub::{Broadcast, Hub, NodeId, RoomKey};
use crate::protocol::UserBroadcast;
use crate::queue::Wakes;
use crate::rate_counter::Rates;
use crate::users::Users;

/// The receiving side of a node.
pub(crate) struct Inbox {
    pub(crate) hub: Arc<Hub>,
    pub(crate) publisher: Publisher,
    pub(crate) subscriptions: Arc<Subscriptions>,
    pub(crate) rates: Rates,
    pub(crate) users: Users,
    pub(crate) reader: ReaderStatus,
    pub(super) peers: Peers,
    /// When a message of this node came back last.
    pub(super) echoed_at: Option<Instant>,
    is_sending_snapshot: Arc<AtomicBool>,
}

impl Inbox {
    pub(crate) fn new(
        hub: Arc<Hub>,
        publisher: Publisher,
        subscriptions: Arc<Subscriptions>,
        rates: Rates,
        users: Users,
        reader: ReaderStatus,
    ) -> Inbox {
        Inbox {
            hub,
            publisher,
            subscriptions,
            rates,
            users,
            reader,
            peers: Peers::default(),
            echoed_at: None,
            is_sending_snapshot: Arc::default(),
        }
    }

    pub(super) fn receive(&mut self, bytes: Bytes) {
        let now = Instant::now();
        let (Envelope { node, message }, body) = match Envelope::decode(bytes) {
            Ok(decoded) => decoded,
            Err(error) => return tracing::debug!("{error}"),
        };
        if node == self.publisher.node() {
            // A node also receives its own messages.
            self.echoed_at = Some(now);
            return;
        }
        self.peers.mark_alive(node, now);
        match message {
            Message::Heartbeat(heartbeat) => self.heartbeat(node, heartbeat, now),
            Message::Broadcast { room, id, content } => match content {
                Content::Text => {
                    let Ok(payload) = std::str::from_utf8(&body) else { return };
                    self.hub.deliver(&room, &Broadcast::Text { payload, id });
                }
                Content::User { event, metadata, encoding } => {
                    let broadcast = UserBroadcast { event, metadata, encoding, payload: body };
                    self.hub.deliver(&room, &Broadcast::User { broadcast: &broadcast, id });
                }
            },
            Message::Presence { sequence, update } => {
                let effect = self.peers.presence(node, sequence, update, now);
                self.apply(node, effect);
            }
            Message::PresenceRequest { of } if of == self.publisher.node() => self.send_snapshot(),
            Message::PresenceRequest { .. } => {}
            Message::Change { subscription_ids, errors } => {
                let Ok(wal) = String::from_utf8(body.into()) else { return };
                let delivery = Delivery { wal, subscription_ids, errors };
                delivery.send(&self.subscriptions, &self.rates.changes, &mut Wakes::default());
            }
        }
    }

    /// Sends a heartbeat, and removes the nodes that sent none.
    pub(super) fn tick(&mut self) {
        self.publisher.heartbeat(Heartbeat {
            presence_sequence: self.publisher.outbox.presence_sequence(),
            users: self.users.own(),
            is_reader: self.reader.is_own(),
            position: self.reader.position(),
        });
        self.remove_expired(Instant::now());
    }

    /// Whether Redis delivers messages: this node's own come back.
    pub(super) fn receives_own_messages(&self) -> bool {
        self.echoed_at.is_some_and(|echoed_at| echoed_at.elapsed() < LEASE)
    }

    /// Removes the nodes that are gone, with their presence.
    pub(super) fn remove_expired(&mut self, now: Instant) {
        for node in self.peers.take_expired(now) {
            tracing::info!(%node, "a node is gone");
            self.remove_presence(node, |_| true);
        }
        self.update_counts();
    }

    fn heartbeat(&mut self, node: NodeId, heartbeat: Heartbeat, now: Instant) {
        self.reader.advance(heartbeat.position);
        if self.peers.heartbeat(node, heartbeat, now) {
            self.publisher.request_presence(node);
        }
        self.update_counts();
    }

    fn update_counts(&self) {
        self.users.set_others(self.peers.users());
        self.reader.set_peers(self.peers.lock_keys(), self.peers.has_reader());
    }

    fn apply(&self, node: NodeId, effect: Effect) {
        match effect {
            Effect::None => {}
            Effect::Change(room, change) => self.hub.apply_presence(node, room, change),
            Effect::Replace(room, members) => self.hub.replace_presence(node, room, members),
            Effect::Only(rooms) => self.remove_presence(node, |room| !rooms.contains(room)),
            Effect::RequestSnapshot => self.publisher.request_presence(node),
        }
    }

    fn remove_presence(&self, node: NodeId, is_affected: impl Fn(&RoomKey) -> bool) {
        for room in self.hub.room_keys().into_iter().filter(is_affected) {
            self.hub.replace_presence(node, room, Vec::new());
        }
    }

    /// Sends a snapshot of the presence on this node, unless one is being sent.
    fn send_snapshot(&self) {
        if self.is_sending_snapshot.swap(true, Ordering::Relaxed) {
            return;
        }
        let (publisher, hub) = (self.publisher.clone(), Arc::clone(&self.hub));
        let is_sending = Arc::clone(&self.is_sending_snapshot);
        actix_web::rt::spawn(async move {
            publisher.presence_snapshot(&hub).await;
            is_sending.store(false, Ordering::Relaxed);
        });
    }
}
