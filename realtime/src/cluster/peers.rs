//! The other nodes: when each was last seen, its last heartbeat, and the number of its next presence message.

use std::collections::{HashMap, HashSet};

use tokio::time::Instant;

use super::message::{Heartbeat, PresenceUpdate};
use super::{HEARTBEAT, LEASE};
use crate::hub::{MemberId, NodeId, PresenceChange, RoomKey, Tracked};

/// The timeout for a snapshot. It is requested again afterwards.
const SNAPSHOT_TIMEOUT: std::time::Duration = HEARTBEAT.saturating_mul(3);

/// The other nodes.
#[derive(Default)]
pub(super) struct Peers(HashMap<NodeId, Peer>);

#[derive(Default)]
struct Peer {
    last_seen: Option<Instant>,
    heartbeat: Heartbeat,
    /// The number of the next presence message. `None` if the state is not known.
    next: Option<u64>,
    /// The rooms of a snapshot that has not ended yet.
    snapshot: Option<HashSet<RoomKey>>,
    /// The room of the snapshot of which parts have come.
    partial_room: Option<PartialRoom>,
    requested_at: Option<Instant>,
}

/// The parts of a room that have come so far, and what has changed since the first of them.
struct PartialRoom {
    room: RoomKey,
    members: Vec<(MemberId, Tracked)>,
    changes: HashMap<MemberId, PresenceChange>,
}

/// The effect of a presence message on the rooms.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    Change(RoomKey, PresenceChange),
    Replace(RoomKey, Vec<(MemberId, Tracked)>),
    /// The complete list of rooms in which the node has presence.
    Only(HashSet<RoomKey>),
    /// A message is missing: a snapshot must be requested.
    RequestSnapshot,
}

impl Peers {
    /// Records that a known node is alive.
    pub(super) fn mark_alive(&mut self, node: NodeId, now: Instant) {
        if let Some(peer) = self.0.get_mut(&node) {
            peer.last_seen = Some(now);
        }
    }

    /// Stores a heartbeat. Returns whether a snapshot of the node must be requested.
    pub(super) fn heartbeat(&mut self, node: NodeId, heartbeat: Heartbeat, now: Instant) -> bool {
        let peer = self.0.entry(node).or_default();
        peer.last_seen = Some(now);
        peer.heartbeat = heartbeat;
        let last = heartbeat.presence_sequence;
        if last == 0 {
            // No presence is known of this node yet.
            peer.next.get_or_insert(1);
        }
        // A presence message that was queued while the heartbeat was made may have come before it.
        let is_current = peer.next.is_some_and(|next| next > last);
        !is_current && peer.may_request(now)
    }

    /// Handles a presence message.
    pub(super) fn presence(
        &mut self,
        node: NodeId,
        sequence: u64,
        update: PresenceUpdate,
        now: Instant,
    ) -> Effect {
        let peer = self.0.entry(node).or_default();
        peer.last_seen = Some(now);
        if update == PresenceUpdate::SnapshotBegin {
            peer.next = Some(sequence + 1);
            peer.snapshot = Some(HashSet::new());
            peer.partial_room = None;
            return Effect::None;
        }
        if peer.next != Some(sequence) {
            peer.next = None;
            peer.snapshot = None;
            peer.partial_room = None;
            return if peer.may_request(now) { Effect::RequestSnapshot } else { Effect::None };
        }
        peer.next = Some(sequence + 1);
        match update {
            PresenceUpdate::SnapshotBegin => Effect::None,
            PresenceUpdate::Change(room, change) => {
                peer.record_room(&room);
                if let Some(partial) = peer.partial_room.as_mut().filter(|partial| partial.room == room) {
                    partial.record(&change);
                }
                Effect::Change(room, change)
            }
            PresenceUpdate::SnapshotRoom(room, members) => {
                peer.record_room(&room);
                let members = peer.take_partial_room(&room, members).complete();
                Effect::Replace(room, members)
            }
            PresenceUpdate::SnapshotPart(room, members) => {
                let partial = peer.take_partial_room(&room, members);
                peer.partial_room = Some(partial);
                Effect::None
            }
            PresenceUpdate::SnapshotEnd => peer.snapshot.take().map_or(Effect::None, Effect::Only),
        }
    }

    /// Removes the nodes that have not been seen for the lease.
    pub(super) fn take_expired(&mut self, now: Instant) -> Vec<NodeId> {
        let is_gone = |peer: &Peer| peer.last_seen.is_none_or(|last_seen| now - last_seen > LEASE);
        self.0.extract_if(|_, peer| is_gone(peer)).map(|(node, _)| node).collect()
    }

    /// Users of the other nodes.
    pub(super) fn users(&self) -> usize {
        self.0.values().map(|peer| peer.heartbeat.users).sum()
    }

    /// Whether another node reads the write-ahead log.
    pub(super) fn has_reader(&self) -> bool {
        self.0.values().any(|peer| peer.heartbeat.is_reader)
    }

    /// The keys of their locks in the database.
    pub(super) fn lock_keys(&self) -> Vec<u32> {
        self.0.keys().map(|node| node.lock_key()).collect()
    }
}

impl Peer {
    /// Whether to request a snapshot. False while an earlier request is still to be answered.
    fn may_request(&mut self, now: Instant) -> bool {
        let is_waiting = self.requested_at.is_some_and(|requested_at| now - requested_at < SNAPSHOT_TIMEOUT);
        if !is_waiting {
            self.requested_at = Some(now);
        }
        !is_waiting
    }

    /// The parts of a room with further members.
    fn take_partial_room(&mut self, room: &RoomKey, mut members: Vec<(MemberId, Tracked)>) -> PartialRoom {
        let before = self.partial_room.take().filter(|partial| partial.room == *room);
        let mut partial = before.unwrap_or_else(|| PartialRoom {
            room: room.clone(),
            members: Vec::new(),
            changes: HashMap::new(),
        });
        partial.members.append(&mut members);
        partial
    }

    fn record_room(&mut self, room: &RoomKey) {
        if let Some(rooms) = &mut self.snapshot {
            rooms.insert(room.clone());
        }
    }
}

impl PartialRoom {
    fn record(&mut self, change: &PresenceChange) {
        let (PresenceChange::Track(member, _) | PresenceChange::Untrack(member)) = change;
        self.changes.insert(*member, change.clone());
    }

    /// All members of the room as they are now.
    fn complete(self) -> Vec<(MemberId, Tracked)> {
        let PartialRoom { mut members, changes, .. } = self;
        members.retain(|(member, _)| !changes.contains_key(member));
        members.extend(changes.into_values().filter_map(|change| match change {
            PresenceChange::Track(member, tracked) => Some((member, tracked)),
            PresenceChange::Untrack(_) => None,
        }));
        members
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn room(name: &str) -> RoomKey {
        RoomKey { private: false, sub_topic: name.into() }
    }

    fn alive(presence_sequence: u64) -> Heartbeat {
        Heartbeat { presence_sequence, ..Heartbeat::default() }
    }

    #[test]
    fn a_new_node_is_followed_from_its_first_message_or_from_a_snapshot() {
        let (mut peers, node, now) = (Peers::default(), NodeId::random(), Instant::now());
        assert!(!peers.heartbeat(node, alive(0), now));
        let late = NodeId::random();
        assert!(peers.heartbeat(late, alive(7), now), "its presence is unknown");
        assert!(!peers.heartbeat(late, alive(7), now), "a snapshot is requested");
        assert!(peers.heartbeat(late, alive(7), now + SNAPSHOT_TIMEOUT), "it has not answered");
        assert_eq!(peers.presence(late, 8, PresenceUpdate::SnapshotBegin, now), Effect::None);
        let members = PresenceUpdate::SnapshotRoom(room("a"), Vec::new());
        assert_eq!(peers.presence(late, 9, members, now), Effect::Replace(room("a"), Vec::new()));
        let only = Effect::Only([room("a")].into());
        assert_eq!(peers.presence(late, 10, PresenceUpdate::SnapshotEnd, now), only);
        assert!(!peers.heartbeat(late, alive(10), now + SNAPSHOT_TIMEOUT));
    }

    #[test]
    fn a_room_in_parts_is_replaced_at_its_last_part_as_it_is_then() {
        let member = |id: u64| -> MemberId { serde_json::from_value(id.into()).unwrap() };
        let tracked = |key: &str| -> Tracked {
            let json = json!({ "key": key, "payload": {}, "reference": "r", "previous_reference": null });
            serde_json::from_value(json).unwrap()
        };
        let (mut peers, node, now) = (Peers::default(), NodeId::random(), Instant::now());
        let updates = [
            PresenceUpdate::SnapshotBegin,
            PresenceUpdate::SnapshotPart(room("a"), vec![(member(1), tracked("first"))]),
            PresenceUpdate::SnapshotPart(room("a"), vec![(member(2), tracked("second"))]),
        ];
        for (sequence, update) in (1..).zip(updates) {
            assert_eq!(peers.presence(node, sequence, update, now), Effect::None);
        }
        let (changed, left) =
            (PresenceChange::Track(member(1), tracked("changed")), PresenceChange::Untrack(member(3)));
        for (sequence, change) in [(4, changed), (5, left)] {
            let update = PresenceUpdate::Change(room("a"), change.clone());
            assert_eq!(peers.presence(node, sequence, update, now), Effect::Change(room("a"), change));
        }
        let last = vec![(member(3), tracked("third")), (member(4), tracked("fourth"))];
        let effect = peers.presence(node, 6, PresenceUpdate::SnapshotRoom(room("a"), last), now);
        let Effect::Replace(_, mut members) = effect else { panic!("the room is replaced: {effect:?}") };
        members.sort_by_key(|(member, _)| json!(member).as_u64());
        let expected = vec![
            (member(1), tracked("changed")),
            (member(2), tracked("second")),
            (member(4), tracked("fourth")),
        ];
        assert_eq!(members, expected);
    }

    #[test]
    fn a_presence_message_that_overtakes_a_heartbeat_is_no_gap() {
        let (mut peers, node, now) = (Peers::default(), NodeId::random(), Instant::now());
        assert!(!peers.heartbeat(node, alive(0), now));
        let update = PresenceUpdate::SnapshotRoom(room("a"), Vec::new());
        assert_eq!(peers.presence(node, 1, update, now), Effect::Replace(room("a"), Vec::new()));
        assert!(!peers.heartbeat(node, alive(0), now));
        assert!(!peers.heartbeat(node, alive(1), now));
    }

    #[test]
    fn a_gap_is_noticed_at_the_next_message_or_heartbeat() {
        let (mut peers, node, now) = (Peers::default(), NodeId::random(), Instant::now());
        assert!(!peers.heartbeat(node, alive(0), now));
        assert!(peers.heartbeat(node, alive(1), now), "the first message has not come");
        let update = PresenceUpdate::SnapshotRoom(room("a"), Vec::new());
        assert_eq!(peers.presence(node, 2, update, now + SNAPSHOT_TIMEOUT), Effect::RequestSnapshot);
        assert_eq!(
            peers.presence(node, 3, PresenceUpdate::SnapshotEnd, now + SNAPSHOT_TIMEOUT),
            Effect::None
        );
    }

    #[test]
    fn a_silent_node_is_gone() {
        let (mut peers, node, now) = (Peers::default(), NodeId::random(), Instant::now());
        peers.heartbeat(node, Heartbeat { users: 3, is_reader: true, ..Heartbeat::default() }, now);
        assert!(peers.take_expired(now + LEASE).is_empty());
        assert_eq!((peers.users(), peers.has_reader()), (3, true));
        assert_eq!(peers.take_expired(now + LEASE + HEARTBEAT), [node]);
        assert_eq!((peers.users(), peers.has_reader(), peers.lock_keys()), (0, false, Vec::new()));
    }
}
