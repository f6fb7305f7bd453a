//! The presence of a room: a list of metas for each key, one meta for each channel that tracks.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::member::MemberId;

/// Bytes of a `phx_ref`, which is random.
const REFERENCE_BYTES: usize = 12;

/// What a call of `track` changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrackOutcome {
    Changed,
    /// The payload is the one that is tracked already.
    Unchanged,
}

/// The members that are present.
#[derive(Debug, Default)]
pub(super) struct Presence {
    tracked: IndexMap<MemberId, Tracked>,
}

#[derive(Debug)]
struct Tracked {
    key: String,
    /// Without the references.
    payload: Map<String, Value>,
    reference: String,
    previous_reference: Option<String>,
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

impl Tracked {
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
    /// Enters a member, or replaces what it tracks. `None` if it tracks this payload already.
    pub(super) fn track(
        &mut self,
        member: MemberId,
        key: &str,
        mut payload: Map<String, Value>,
    ) -> Option<Diff> {
        // A client's own references would be taken for those of the server.
        payload.remove("phx_ref");
        payload.remove("phx_ref_prev");
        let mut diff = Diff::default();
        match self.tracked.get_mut(&member) {
            Some(tracked) if tracked.payload == payload => return None,
            Some(tracked) => {
                tracked.add_to(&mut diff.leaves);
                tracked.payload = payload;
                tracked.previous_reference = Some(std::mem::replace(&mut tracked.reference, new_reference()));
                tracked.add_to(&mut diff.joins);
            }
            None => {
                let tracked = Tracked {
                    key: key.to_owned(),
                    payload,
                    reference: new_reference(),
                    previous_reference: None,
                };
                tracked.add_to(&mut diff.joins);
                self.tracked.insert(member, tracked);
            }
        }
        Some(diff)
    }

    /// Removes a member. `None` if it tracks nothing.
    pub(super) fn untrack(&mut self, member: MemberId) -> Option<Diff> {
        let tracked = self.tracked.swap_remove(&member)?;
        let mut diff = Diff::default();
        tracked.add_to(&mut diff.leaves);
        Some(diff)
    }

    /// Everyone who is present, by key.
    pub(super) fn state(&self) -> Entries {
        let mut entries = Entries::new();
        for tracked in self.tracked.values() {
            tracked.add_to(&mut entries);
        }
        entries
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
        let entered = json!(presence.track(MemberId(1), "marie", payload(json!({ "at": 1 }))).unwrap());
        let first = entered["joins"]["marie"]["metas"][0]["phx_ref"].clone();
        assert_eq!(
            (entered["joins"]["marie"]["metas"][0]["at"].clone(), &entered["leaves"]),
            (json!(1), &json!({}))
        );
        assert!(presence.track(MemberId(1), "marie", payload(json!({ "at": 1 }))).is_none());
        let updated = json!(presence.track(MemberId(1), "marie", payload(json!({ "at": 2 }))).unwrap());
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
        let left = json!(presence.untrack(MemberId(1)).unwrap());
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
}
