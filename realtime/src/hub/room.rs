//! A room: the members of a topic, their presence, and the delivery to them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::member::{Member, MemberId};
use super::presence::{Diff, Presence, TrackOutcome};
use crate::protocol::{Frames, Push, Reference, UserBroadcast};
use crate::rate_counter::Rates;

/// What clients put before the name of a topic.
pub(crate) const TOPIC_PREFIX: &str = "realtime:";

/// Names a room.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RoomKey {
    pub(crate) private: bool,
    /// The topic without `realtime:`.
    pub(crate) sub_topic: Arc<str>,
}

/// A message for the members of a room.
pub(crate) enum Broadcast<'a> {
    /// An event `broadcast` with this payload, which is JSON text.
    Text { payload: &'a str, id: Option<Uuid> },
    /// A payload that is not parsed.
    User { broadcast: &'a UserBroadcast, id: Option<Uuid> },
}

impl Broadcast<'_> {
    /// Bytes of the payload, as a client has sent it.
    pub(crate) fn payload_size(&self) -> usize {
        match self {
            Broadcast::Text { payload, .. } => payload.len(),
            Broadcast::User { broadcast, .. } => broadcast.payload.len(),
        }
    }
}

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

    pub(super) fn is_empty(&self) -> bool {
        self.state().members.is_empty()
    }

    pub(super) fn add(&self, member: Arc<Member>) {
        self.state().members.insert(member.id(), member);
    }

    /// Removes a member with its presence.
    pub(super) fn remove(&self, member: MemberId, rates: &Rates) {
        let mut state = self.state();
        state.members.swap_remove(&member);
        if let Some(diff) = state.presence.untrack(member) {
            self.send_diff(&state, &diff, rates);
        }
    }

    pub(super) fn broadcast(&self, broadcast: &Broadcast<'_>, sender: Option<MemberId>, rates: &Rates) {
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
                member.send(frame);
            }
            if exceeded {
                member.exceed_rate();
            }
        }
        rates.events.add(delivered);
    }

    pub(super) fn track(
        &self,
        member: MemberId,
        key: &str,
        payload: Map<String, Value>,
        rates: &Rates,
    ) -> TrackOutcome {
        let mut state = self.state();
        match state.presence.track(member, key, payload) {
            Some(diff) => {
                self.send_diff(&state, &diff, rates);
                TrackOutcome::Changed
            }
            None => TrackOutcome::Unchanged,
        }
    }

    pub(super) fn untrack(&self, member: MemberId, rates: &Rates) {
        let mut state = self.state();
        if let Some(diff) = state.presence.untrack(member) {
            self.send_diff(&state, &diff, rates);
        }
    }

    /// Sends a member the state under the lock, so that it misses no change and gets none twice.
    pub(super) fn send_presence_state(&self, member: &Member) {
        let state = self.state();
        let payload = to_json(&state.presence.state());
        let push = Push {
            join_reference: member.join_reference(),
            reference: &Reference::NONE,
            topic: &self.topic,
            event: "presence_state",
            payload: &payload,
        };
        member.send(push.frame(member.serializer()));
    }

    fn send_diff(&self, state: &State, diff: &Diff, rates: &Rates) {
        let payload = to_json(diff);
        let mut frames = Frames::text(&self.topic, "presence_diff", &payload);
        let mut delivered = 0;
        for member in state.members.values().filter(|member| member.reads_presence()) {
            delivered += 1;
            if let Some(frame) = frames.of(member.serializer()) {
                member.send(frame);
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
