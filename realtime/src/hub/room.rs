//! A room: the members of a topic, their presence, and the delivery to them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value};

use super::broadcast::Broadcast;
use super::cluster::Cluster;
use super::member::{Member, MemberId};
use super::node::NodeId;
use super::presence::{Diff, Presence, PresenceChange, Tracked};
use super::room_key::{RoomKey, TOPIC_PREFIX};
use crate::protocol::{Frames, Push, Reference};
use crate::queue::Wakes;
use crate::rate_counter::Rates;

pub(super) struct Room {
    key: RoomKey,
    topic: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    members: IndexMap<MemberId, Arc<Member>>,
    presence: Presence,
}

impl Room {
    pub(super) fn new(key: RoomKey) -> Room {
        let topic = format!("{TOPIC_PREFIX}{}", key.sub_topic);
        Room { key, topic, state: Mutex::default() }
    }

    pub(super) fn key(&self) -> &RoomKey {
        &self.key
    }

    /// Whether the room has no members on this node and no presence from other nodes.
    pub(super) fn is_empty(&self) -> bool {
        let state = self.state();
        state.members.is_empty() && state.presence.is_empty()
    }

    pub(super) fn add(&self, member: Arc<Member>) {
        self.state().members.insert(member.id(), member);
    }

    /// Removes a member with its presence.
    pub(super) fn remove(&self, member: MemberId, rates: &Rates, cluster: &dyn Cluster) {
        let mut wakes = Wakes::default();
        let mut state = self.state();
        state.members.swap_remove(&member);
        self.untrack_in(&mut state, member, rates, cluster, &mut wakes);
    }

    /// Sends a message to the members other than `sender`. Returns how many get it.
    pub(super) fn broadcast(
        &self,
        broadcast: &Broadcast<'_>,
        sender: Option<MemberId>,
        rates: &Rates,
        wakes: &mut Wakes,
    ) -> u64 {
        let (mut frames, id) = match broadcast {
            Broadcast::Text { payload, id } => (Frames::text(&self.topic, "broadcast", payload), *id),
            Broadcast::User { broadcast, id } => (Frames::user_broadcast(&self.topic, broadcast), *id),
        };
        let exceeded = rates.events.is_triggered();
        let mut delivered = 0;
        for member in self.state().members.values() {
            if Some(member.id()) == sender || !member.receives(id) {
                continue;
            }
            delivered += 1;
            if let Some(frame) = frames.of(member.serializer()) {
                member.send(frame, wakes);
            }
            if exceeded {
                member.exceed_rate();
            }
        }
        delivered
    }

    pub(super) fn track(
        &self,
        member: MemberId,
        key: &str,
        payload: Map<String, Value>,
        rates: &Rates,
        cluster: &dyn Cluster,
    ) {
        let mut wakes = Wakes::default();
        let mut state = self.state();
        if let Some((diff, change)) = state.presence.track(member, key, payload) {
            self.send_diff(&state, &diff, rates, &mut wakes);
            cluster.presence(&self.key, &change);
        }
    }

    pub(super) fn untrack(&self, member: MemberId, rates: &Rates, cluster: &dyn Cluster) {
        let mut wakes = Wakes::default();
        self.untrack_in(&mut self.state(), member, rates, cluster, &mut wakes);
    }

    fn untrack_in(
        &self,
        state: &mut State,
        member: MemberId,
        rates: &Rates,
        cluster: &dyn Cluster,
        wakes: &mut Wakes,
    ) {
        if let Some((diff, change)) = state.presence.untrack(member) {
            self.send_diff(state, &diff, rates, wakes);
            cluster.presence(&self.key, &change);
        }
    }

    /// Applies a presence change of a member of another node.
    pub(super) fn apply_presence(&self, node: NodeId, change: PresenceChange, rates: &Rates) {
        let mut wakes = Wakes::default();
        let mut state = self.state();
        if let Some(diff) = state.presence.apply(node, change) {
            self.send_diff(&state, &diff, rates, &mut wakes);
        }
    }

    /// Replaces the members of another node.
    pub(super) fn replace_presence(&self, node: NodeId, members: Vec<(MemberId, Tracked)>, rates: &Rates) {
        let mut wakes = Wakes::default();
        let mut state = self.state();
        if let Some(diff) = state.presence.replace(node, members) {
            self.send_diff(&state, &diff, rates, &mut wakes);
        }
    }

    /// Calls `then` with the presence of this node's members, under the lock, which keeps the order of changes.
    pub(super) fn with_own_presence(&self, then: impl FnOnce(Vec<(MemberId, Tracked)>)) {
        let state = self.state();
        let own = state.presence.own();
        if !own.is_empty() {
            then(own);
        }
    }

    /// Sends a system message to every member.
    pub(super) fn announce(&self, status: &str, message: &str) {
        let payload = serde_json::json!({
            "extension": "system", "status": status, "message": message, "channel": &*self.key.sub_topic,
        });
        let payload = payload.to_string();
        let mut frames = Frames::text(&self.topic, "system", &payload);
        let mut wakes = Wakes::default();
        for member in self.state().members.values() {
            if let Some(frame) = frames.of(member.serializer()) {
                member.send(frame, &mut wakes);
            }
        }
    }

    /// Sends a member the state under the lock, so that it misses no change and gets none twice.
    pub(super) fn send_presence_state(&self, member: &Member) {
        let mut wakes = Wakes::default();
        let state = self.state();
        let payload = to_json(&state.presence.state());
        let push = Push {
            join_reference: member.join_reference(),
            reference: &Reference::NONE,
            topic: &self.topic,
            event: "presence_state",
            payload: &payload,
        };
        member.send(push.frame(member.serializer()), &mut wakes);
    }

    fn send_diff(&self, state: &State, diff: &Diff, rates: &Rates, wakes: &mut Wakes) {
        let payload = to_json(diff);
        let mut frames = Frames::text(&self.topic, "presence_diff", &payload);
        let mut delivered = 0;
        for member in state.members.values().filter(|member| member.reads_presence()) {
            delivered += 1;
            if let Some(frame) = frames.of(member.serializer()) {
                member.send(frame, wakes);
            }
        }
        rates.presence.add(delivered);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn to_json(value: &impl Serialize) -> String {
    // Maps with text keys always serialise.
    serde_json::to_string(value).unwrap_or_else(|_| "{}".to_owned())
}
