//! The rooms of this node: their members, their presence, and the delivery of messages.
//!
//! A public and a private topic of one name are different rooms. A message is encoded once for each serializer, and all
//! receivers get the same bytes. Locks are held only for the delivery, never across an await. Messages for receivers on
//! other nodes go through [`Cluster`].
//!
//! - `room`, `room_key`: members and delivery. `member`: one joined channel. `presence`: the presence of a room.
//! - `broadcast`: messages.
//! - `cluster`: messages to other nodes. `node`: a node's identity.

mod broadcast;
mod cluster;
mod member;
mod node;
mod presence;
mod room;
mod room_key;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::queue::Wakes;
use crate::rate_counter::Rates;

pub(crate) use broadcast::Broadcast;
pub(crate) use cluster::Cluster;
pub(crate) use member::{Control, Member, MemberId, MemberOptions, Outlet, Shutdown};
pub(crate) use node::NodeId;
pub(crate) use presence::{PresenceChange, Tracked};
pub(crate) use room_key::{RoomKey, TOPIC_PREFIX};

use room::Room;

/// All rooms of this node.
pub(crate) struct Hub {
    rooms: Mutex<HashMap<RoomKey, Arc<Room>>>,
    next_member: AtomicU64,
    rates: Rates,
    cluster: Box<dyn Cluster>,
}

/// A member's place in a room. Dropping it leaves the room, and ends the member's presence.
pub(crate) struct Membership {
    hub: Arc<Hub>,
    room: Arc<Room>,
    member: Arc<Member>,
}

impl Hub {
    pub(crate) fn new(rates: Rates, cluster: Box<dyn Cluster>) -> Arc<Hub> {
        Arc::new(Hub { rooms: Mutex::default(), next_member: AtomicU64::new(1), rates, cluster })
    }

    /// Enters a room, from where on the member gets its messages.
    pub(crate) fn join(self: &Arc<Hub>, key: RoomKey, options: MemberOptions) -> Membership {
        let id = MemberId(self.next_member.fetch_add(1, Ordering::Relaxed));
        let member = Arc::new(Member::new(id, options));
        let mut rooms = self.rooms();
        let room = rooms.entry(key).or_insert_with_key(|key| Arc::new(Room::new(key.clone())));
        room.add(Arc::clone(&member));
        Membership { hub: Arc::clone(self), room: Arc::clone(room), member }
    }

    /// Sends a broadcast to a room on all nodes.
    pub(crate) fn broadcast(&self, key: &RoomKey, broadcast: &Broadcast<'_>) {
        self.rates.events.add(1);
        self.deliver(key, broadcast);
        self.cluster.broadcast(key, broadcast);
    }

    /// Sends a broadcast to the members on this node.
    pub(crate) fn deliver(&self, key: &RoomKey, broadcast: &Broadcast<'_>) {
        let room = self.rooms().get(key).cloned();
        if let Some(room) = room {
            let delivered = room.broadcast(broadcast, None, &self.rates, &mut Wakes::default());
            self.rates.events.add(delivered);
        }
    }

    /// Applies a presence change of a member of another node.
    pub(crate) fn apply_presence(&self, node: NodeId, key: RoomKey, change: PresenceChange) {
        self.with_room(key, |room| room.apply_presence(node, change.clone(), &self.rates));
    }

    /// Replaces the presence of another node's members.
    pub(crate) fn replace_presence(&self, node: NodeId, key: RoomKey, members: Vec<(MemberId, Tracked)>) {
        self.with_room(key, |room| room.replace_presence(node, members.clone(), &self.rates));
    }

    /// The rooms of this node at this moment.
    pub(crate) fn room_keys(&self) -> Vec<RoomKey> {
        self.rooms().keys().cloned().collect()
    }

    /// Calls `then` with the presence of this node's members of a room, if there is any. No change is sent to other
    /// nodes while it runs.
    pub(crate) fn with_own_presence(&self, key: &RoomKey, then: impl FnOnce(Vec<(MemberId, Tracked)>)) {
        let room = self.rooms().get(key).cloned();
        if let Some(room) = room {
            room.with_own_presence(then);
        }
    }

    /// Sends a system message to all channels of this node.
    pub(crate) fn announce(&self, status: &str, message: &str) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        rooms.iter().for_each(|room| room.announce(status, message));
    }

    /// Whether more messages are sent than the limit allows.
    pub(crate) fn is_over_rate(&self) -> bool {
        self.rates.events.is_triggered()
    }

    /// Runs `then` on a room. A room without members on this node is created first.
    fn with_room(&self, key: RoomKey, then: impl Fn(&Room)) {
        loop {
            let room = {
                let mut rooms = self.rooms();
                let room =
                    rooms.entry(key.clone()).or_insert_with_key(|key| Arc::new(Room::new(key.clone())));
                Arc::clone(room)
            };
            then(&room);
            let is_current = self.rooms().get(&key).is_some_and(|current| Arc::ptr_eq(current, &room));
            self.remove_if_empty(&room);
            // Otherwise the room was removed between the two locks, because its last member left.
            if is_current {
                return;
            }
        }
    }

    fn remove_if_empty(&self, room: &Room) {
        let mut rooms = self.rooms();
        // Members are added under the lock of the map, so that an empty room stays empty here.
        if room.is_empty() && rooms.get(room.key()).is_some_and(|current| std::ptr::eq(&**current, room)) {
            rooms.remove(room.key());
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomKey, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Membership {
    /// Sends a broadcast of the member to the room on all nodes, to the member itself on request. The receivers on this
    /// node wake up with `wakes`.
    pub(crate) fn broadcast(&self, broadcast: &Broadcast<'_>, to_self: bool, wakes: &mut Wakes) {
        let sender = (!to_self).then(|| self.member.id());
        let delivered = self.room.broadcast(broadcast, sender, &self.hub.rates, wakes);
        self.hub.rates.events.add(1 + delivered);
        self.hub.cluster.broadcast(self.room.key(), broadcast);
    }

    pub(crate) fn member(&self) -> &Member {
        &self.member
    }

    pub(crate) fn key(&self) -> &RoomKey {
        self.room.key()
    }

    /// Adds or updates the member's presence, and sends the difference to the room.
    pub(crate) fn track(&self, key: &str, payload: serde_json::Map<String, serde_json::Value>) {
        self.room.track(self.member.id(), key, payload, &self.hub.rates, &*self.hub.cluster);
    }

    /// Removes the member's presence, and sends the difference to the room.
    pub(crate) fn untrack(&self) {
        self.room.untrack(self.member.id(), &self.hub.rates, &*self.hub.cluster);
    }

    /// Sends the presence of the room to the member.
    pub(crate) fn send_presence_state(&self) {
        self.room.send_presence_state(&self.member);
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.room.remove(self.member.id(), &self.hub.rates, &*self.hub.cluster);
        self.hub.remove_if_empty(&self.room);
    }
}
