//! Sends the results of `realtime.apply_rls` to the channels.

use std::collections::HashMap;

use bytes::Bytes;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use uuid::Uuid;

use super::subscriptions::Subscriptions;
use crate::protocol::{Push, Serializer};
use crate::queue::Wakes;
use crate::rate_counter::RateCounter;

/// One result of `apply_rls`: a change as a set of subscriptions may see it.
pub(crate) struct Delivery {
    /// JSON text of the change.
    pub(crate) wal: String,
    pub(crate) subscription_ids: Vec<Uuid>,
    pub(crate) errors: Vec<String>,
}

impl Delivery {
    /// Sends the change. Channels with the same topic and entries share a frame.
    pub(crate) fn send(&self, subscriptions: &Subscriptions, rate: &RateCounter, wakes: &mut Wakes) {
        let targets = subscriptions.targets(&self.subscription_ids);
        if targets.is_empty() {
            return;
        }
        let Some((action, data)) = self.data() else { return };
        let mut frames: HashMap<(Serializer, &str, &[u32]), Bytes> = HashMap::new();
        for (target, bindings) in &targets {
            rate.add(bindings.len() as u64);
            let serializer = target.outlet.serializer();
            let key = (serializer, target.topic.as_str(), bindings.as_slice());
            let frame = frames.entry(key).or_insert_with(|| match target.has_config {
                true => {
                    let ids = json!(bindings);
                    let payload = format!(r#"{{"ids":{ids},"data":{data}}}"#);
                    Push::to_topic(&target.topic, "postgres_changes", &payload).frame(serializer)
                }
                false => Push::to_topic(&target.topic, &action, &data).frame(serializer),
            });
            target.outlet.send(frame.clone(), wakes);
        }
    }

    /// The action and the JSON text of the member `data`.
    fn data(&self) -> Option<(String, String)> {
        // Values keep their text: a number may have more digits than a float.
        let mut members: serde_json::Map<String, Value> = serde_json::Map::new();
        let parts: HashMap<String, Box<RawValue>> = serde_json::from_str(&self.wal).ok()?;
        let action: String = serde_json::from_str(parts.get("type")?.get()).ok()?;
        members
            .insert("errors".into(), if self.errors.is_empty() { Value::Null } else { json!(self.errors) });
        if !parts.contains_key("columns") {
            // A change that may not be shown names only its table.
            members.insert("columns".into(), json!([]));
            members.insert("record".into(), json!({}));
            members.insert("commit_timestamp".into(), Value::Null);
            if action == "UPDATE" {
                members.insert("old_record".into(), json!({}));
            }
        }
        let own = members.iter().map(|(name, value)| format!("{}:{value}", json!(name)));
        let given = parts.iter().map(|(name, value)| format!("{}:{value}", json!(name)));
        Some((action, format!("{{{}}}", given.chain(own).collect::<Vec<_>>().join(","))))
    }
}
