//! The presence of a room: a list of metas for each key, one meta for each channel that tracks.
//!
//! The calls of this node's members change it. The members of other nodes are copies, which [`PresenceChange`]s keep up to
//! date.

use std::collections::{BTreeMap, HashSet};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::member::MemberId;
use super::node::NodeId;

/// Bytes of a `phx_ref`, which is random.
const REFERENCE_BYTES: usize = 12;

/// Identifies a member in the cluster. `None` is this node.
type Tracker = (Option<NodeId>, MemberId);

/// The presence of all members of a room, on all nodes.
#[derive(Debug, Default)]
pub(super) struct Presence {
    tracked: IndexMap<Tracker, Tracked>,
}

/// The presence of one member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tracked {
    key: String,
    /// Without the references.
    payload: Map<String, Value>,
    reference: String,
    previous_reference: Option<String>,
}

/// A change of a member's presence, as it is sent to the other nodes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PresenceChange {
    Track(MemberId, Tracked),
    Untrack(MemberId),
}

/// A change, as clients get it.
#[derive(Debug, Default, Serialize)]
pub(super) struct Diff {
    joins: Entries,
    leaves: Entries,
}

type Entries = BTreeMap<String, Metas>;

#[derive(Debug, Default, Serialize)]
pub(super) struct Metas {
    metas: Vec<Map<String, Value>>,
}

impl Diff {
    fn is_empty(&self) -> bool {
        self.joins.is_empty() && self.leaves.is_empty()
    }
}

impl Tracked {
    /// Bytes of its JSON.
    pub(crate) fn size(&self) -> usize {
        // Maps with text keys always serialise.
        serde_json::to_vec(self).map_or(0, |json| json.len())
    }

    fn meta(&self) -> Map<String, Value> {
        let mut meta = self.payload.clone();
        meta.insert("phx_ref".to_owned(), self.reference.clone().into());
        if let Some(previous) = &self.previous_reference {
            meta.insert("phx_ref_prev".to_owned(), previous.clone().into());
        }
        meta
    }

    fn add_to(&self, entries: &mut Entries) {
        entries.entry(self.key.clone()).or_default().metas.push(self.meta());
    }
}

impl Presence {
    pub(super) fn is_empty(&self) -> bool {
        self.tracked.is_empty()
    }

    /// Adds a member of this node, or replaces its payload. `None` if the payload is the same.
    pub(super) fn track(
        &mut self,
        member: MemberId,
        key: &str,
        mut payload: Map<String, Value>,
    ) -> Option<(Diff, PresenceChange)> {
        // A client's own references would be taken for those of the server.
        payload.remove("phx_ref");
        payload.remove("phx_ref_prev");
        let earlier = self.tracked.get(&(None, member));
        if earlier.is_some_and(|tracked| tracked.payload == payload) {
            return None;
        }
        let tracked = Tracked {
            key: earlier.map_or(key, |tracked| &tracked.key).to_owned(),
            payload,
            reference: new_reference(),
            previous_reference: earlier.map(|tracked| tracked.reference.clone()),
        };
        let mut diff = Diff::default();
        self.set((None, member), tracked.clone(), &mut diff);
        Some((diff, PresenceChange::Track(member, tracked)))
    }

    /// Removes a member of this node. `None` if it tracks nothing.
    pub(super) fn untrack(&mut self, member: MemberId) -> Option<(Diff, PresenceChange)> {
        let mut diff = Diff::default();
        self.remove((None, member), &mut diff);
        (!diff.is_empty()).then_some((diff, PresenceChange::Untrack(member)))
    }

    /// Applies a change of a member of another node. `None` if nothing changes.
    pub(super) fn apply(&mut self, node: NodeId, change: PresenceChange) -> Option<Diff> {
        let mut diff = Diff::default();
        match change {
            PresenceChange::Track(member, tracked) => self.set((Some(node), member), tracked, &mut diff),
            PresenceChange::Untrack(member) => self.remove((Some(node), member), &mut diff),
        }
        (!diff.is_empty()).then_some(diff)
    }

    /// Replaces the members of another node. `None` if they are the same.
    pub(super) fn replace(&mut self, node: NodeId, members: Vec<(MemberId, Tracked)>) -> Option<Diff> {
        let mut diff = Diff::default();
        let present: HashSet<MemberId> = members.iter().map(|(member, _)| *member).collect();
        let is_gone = |(owner, member): &Tracker| *owner == Some(node) && !present.contains(member);
        let gone: Vec<Tracker> = self.tracked.keys().filter(|tracker| is_gone(tracker)).copied().collect();
        for tracker in gone {
            self.remove(tracker, &mut diff);
        }
        for (member, tracked) in members {
            self.set((Some(node), member), tracked, &mut diff);
        }
        (!diff.is_empty()).then_some(diff)
    }

    /// The members of this node.
    pub(super) fn own(&self) -> Vec<(MemberId, Tracked)> {
        let own = self.tracked.iter().filter(|((node, _), _)| node.is_none());
        own.map(|((_, member), tracked)| (*member, tracked.clone())).collect()
    }

    /// The presence of all members, by key.
    pub(super) fn state(&self) -> Entries {
        let mut entries = Entries::new();
        for tracked in self.tracked.values() {
            tracked.add_to(&mut entries);
        }
        entries
    }

    fn set(&mut self, tracker: Tracker, tracked: Tracked, diff: &mut Diff) {
        match self.tracked.get(&tracker) {
            Some(earlier) if *earlier == tracked => return,
            Some(earlier) => earlier.add_to(&mut diff.leaves),
            None => {}
        }
        tracked.add_to(&mut diff.joins);
        self.tracked.insert(tracker, tracked);
    }

    fn remove(&mut self, tracker: Tracker, diff: &mut Diff) {
        if let Some(tracked) = self.tracked.swap_remove(&tracker) {
            tracked.add_to(&mut diff.leaves);
        }
    }
}

fn new_reference() -> String {
    URL_SAFE_NO_PAD.encode(&Uuid::new_v4().as_bytes()[..REFERENCE_BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn payload(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn an_update_names_the_earlier_reference() {
        let mut presence = Presence::default();
        let entered = json!(presence.track(MemberId(1), "marie", payload(json!({ "at": 1 }))).unwrap().0);
        let first = entered["joins"]["marie"]["metas"][0]["phx_ref"].clone();
        assert_eq!(
            (entered["joins"]["marie"]["metas"][0]["at"].clone(), &entered["leaves"]),
            (json!(1), &json!({}))
        );
        assert!(presence.track(MemberId(1), "marie", payload(json!({ "at": 1 }))).is_none());
        let updated = json!(presence.track(MemberId(1), "marie", payload(json!({ "at": 2 }))).unwrap().0);
        assert_eq!(updated["joins"]["marie"]["metas"][0]["phx_ref_prev"], first);
        assert_eq!(updated["leaves"]["marie"]["metas"], json!([{ "at": 1, "phx_ref": first }]));
        assert_eq!(json!(presence.state())["marie"]["metas"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn members_of_one_key_leave_one_by_one() {
        let mut presence = Presence::default();
        for member in 1..=2 {
            presence.track(MemberId(member), "marie", payload(json!({ "n": member }))).unwrap();
        }
        let left = json!(presence.untrack(MemberId(1)).unwrap().0);
        assert_eq!(
            (left["joins"].clone(), left["leaves"]["marie"]["metas"][0]["n"].clone()),
            (json!({}), json!(1))
        );
        assert!(presence.untrack(MemberId(1)).is_none());
        assert_eq!(json!(presence.state())["marie"]["metas"][0]["n"], json!(2));
    }

    #[test]
    fn a_client_cannot_choose_its_reference() {
        let mut presence = Presence::default();
        presence
            .track(MemberId(1), "k", payload(json!({ "phx_ref": "forged", "phx_ref_prev": "x" })))
            .unwrap();
        let state = json!(presence.state());
        let meta = &state["k"]["metas"][0];
        assert!(meta["phx_ref"] != "forged" && meta.get("phx_ref_prev").is_none());
    }

    #[test]
    fn a_copy_of_another_node_follows_its_changes() {
        let node = NodeId::random();
        let (mut origin, mut copy) = (Presence::default(), Presence::default());
        for at in 1..=2 {
            let (diff, change) = origin.track(MemberId(1), "marie", payload(json!({ "at": at }))).unwrap();
            assert_eq!(json!(copy.apply(node, change).unwrap()), json!(diff));
        }
        assert_eq!(json!(copy.state()), json!(origin.state()));
        assert!(copy.replace(node, origin.own()).is_none(), "nothing has changed");
        origin.track(MemberId(2), "jean", payload(json!({}))).unwrap();
        origin.untrack(MemberId(1)).unwrap();
        let diff = json!(copy.replace(node, origin.own()).unwrap());
        assert!(diff["joins"]["jean"].is_object() && diff["leaves"]["marie"].is_object());
        assert!(copy.own().is_empty(), "a copy is not passed on");
        assert!(copy.replace(NodeId::random(), Vec::new()).is_none());
        copy.replace(node, Vec::new()).unwrap();
        assert!(copy.is_empty());
    }
}
