//! The payload of a join. Every field is optional, and one of a wrong type counts as missing.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Map, Value};

/// The options of a join.
#[derive(Debug, Default)]
pub(super) struct JoinOptions {
    /// Absent in joins of the first interface, where the topic itself names a table.
    pub(super) has_config: bool,
    pub(super) private: bool,
    /// Whether broadcasts are answered.
    pub(super) ack: bool,
    /// Whether the sender gets its own broadcasts.
    pub(super) self_broadcast: bool,
    /// Whether the client wants to know when broadcasts from the database arrive.
    pub(super) replication_ready: bool,
    pub(super) replay: Option<Value>,
    pub(super) presence_enabled: bool,
    /// `None` for a key that the server chooses.
    pub(super) presence_key: Option<String>,
    pub(super) changes: Vec<RequestedChanges>,
    pub(super) token: Option<String>,
}

/// One entry of `postgres_changes`, as it came.
#[derive(Debug, Clone)]
pub(super) struct RequestedChanges {
    pub(super) parameters: Map<String, Value>,
    /// Equal for equal entries, and never 0, which clients take for missing.
    pub(super) id: u32,
}

/// Bits of an id.
const ID_BITS: u32 = 27;

impl RequestedChanges {
    fn new(parameters: Map<String, Value>) -> RequestedChanges {
        let mut hasher = DefaultHasher::new();
        Value::Object(parameters.clone()).to_string().hash(&mut hasher);
        let id = u32::try_from(hasher.finish() >> (u64::BITS - ID_BITS)).unwrap_or_default().max(1);
        RequestedChanges { parameters, id }
    }

    /// The entry with its id, as the client gets it.
    fn echo(&self) -> Value {
        let mut echoed = self.parameters.clone();
        echoed.insert("id".to_owned(), self.id.into());
        Value::Object(echoed)
    }
}

impl JoinOptions {
    /// Reads the payload of a join. `sub_topic` is the topic's name.
    pub(super) fn parse(json: &str, sub_topic: &str) -> JoinOptions {
        let payload: Value = serde_json::from_str(json).unwrap_or_default();
        let config = payload.get("config");
        let [broadcast, presence] = ["broadcast", "presence"].map(|name| config?.get(name));
        let flag = |section: Option<&Value>, name| section.and_then(|it| it.get(name)).is_some_and(is_true);
        let text = |section: Option<&Value>, name| Some(section?.get(name)?.as_str()?.to_owned());
        JoinOptions {
            has_config: config.is_some(),
            private: flag(config, "private"),
            ack: flag(broadcast, "ack"),
            self_broadcast: flag(broadcast, "self"),
            replication_ready: flag(broadcast, "replication_ready"),
            replay: broadcast.and_then(|it| it.get("replay")).filter(|replay| !replay.is_null()).cloned(),
            presence_enabled: flag(presence, "enabled"),
            presence_key: text(presence, "key").filter(|key| !key.is_empty()),
            changes: match config {
                Some(config) => requested_changes(config),
                None => vec![RequestedChanges::new(changes_of_topic(sub_topic))],
            },
            token: text(Some(&payload), "user_token").or_else(|| text(Some(&payload), "access_token")),
        }
    }

    /// The response to the join.
    pub(super) fn response(&self) -> String {
        let changes: Vec<Value> = match self.has_config {
            true => self.changes.iter().map(RequestedChanges::echo).collect(),
            false => Vec::new(),
        };
        serde_json::json!({ "postgres_changes": changes }).to_string()
    }
}

fn requested_changes(config: &Value) -> Vec<RequestedChanges> {
    let entries = config.get("postgres_changes").and_then(Value::as_array);
    let objects = entries.into_iter().flatten().filter_map(Value::as_object);
    objects.cloned().map(RequestedChanges::new).collect()
}

/// In the first interface a topic is `schema`, `schema:table` or `schema:table:filter`.
fn changes_of_topic(sub_topic: &str) -> Map<String, Value> {
    let names = ["schema", "table", "filter"];
    names
        .into_iter()
        .zip(sub_topic.splitn(3, ':'))
        .map(|(name, part)| (name.to_owned(), part.into()))
        .collect()
}

/// A boolean, or its name in any case.
fn is_true(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => *flag,
        Value::String(text) => text.eq_ignore_ascii_case("true"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn unreadable_fields_count_as_missing() {
        let payload = json!({ "config": {
            "private": "TRUE", "broadcast": { "ack": 1, "self": true }, "presence": { "key": 5, "enabled": "false" },
            "postgres_changes": "all",
        }, "access_token": 7 });
        let options = JoinOptions::parse(&payload.to_string(), "room");
        assert!(options.private && options.self_broadcast && !options.ack && !options.presence_enabled);
        assert_eq!(
            (options.presence_key.as_ref(), options.changes.len(), options.token.as_ref()),
            (None, 0, None)
        );
        for json in ["[]", "null", "3", r#""text""#] {
            assert!(!JoinOptions::parse(json, "room").has_config, "{json}");
        }
    }

    #[test]
    fn requested_changes_are_echoed_in_their_order_with_an_id() {
        let asked = json!({ "config": { "postgres_changes": [
            { "event": "*", "schema": "public", "table": "rooms", "own": 1 },
            null,
            { "schema": "public", "event": "INSERT" },
            { "own": 1, "table": "rooms", "schema": "public", "event": "*" },
        ] } });
        let response = JoinOptions::parse(&asked.to_string(), "room").response();
        let response: Value = serde_json::from_str(&response).unwrap();
        let echoed = response["postgres_changes"].as_array().unwrap();
        assert_eq!(echoed.len(), 3);
        assert_eq!((&echoed[0]["own"], &echoed[1]["event"]), (&json!(1), &json!("INSERT")));
        assert!(echoed.iter().all(|entry| entry["id"].as_u64().is_some_and(|id| id > 0)));
        assert!(echoed[0]["id"] == echoed[2]["id"] && echoed[0]["id"] != echoed[1]["id"]);
    }

    #[test]
    fn a_join_without_configuration_takes_its_table_from_the_topic() {
        let options = JoinOptions::parse("{}", "public:rooms:id=eq.1:2");
        assert_eq!(
            Value::Object(options.changes[0].parameters.clone()),
            json!({ "schema": "public", "table": "rooms", "filter": "id=eq.1:2" })
        );
        assert_eq!(options.response(), r#"{"postgres_changes":[]}"#);
    }

    #[test]
    fn the_token_of_a_person_comes_first() {
        let options = JoinOptions::parse(r#"{"access_token":"a","user_token":"u"}"#, "room");
        assert_eq!(options.token.as_deref(), Some("u"));
        let options = JoinOptions::parse(r#"{"access_token":"a","user_token":null}"#, "room");
        assert_eq!(options.token.as_deref(), Some("a"));
    }
}
