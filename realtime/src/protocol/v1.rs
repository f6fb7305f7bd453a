//! Version 1.0.0: a JSON object.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::message::{ClientMessage, Malformed, Payload, Reference};

#[derive(Deserialize)]
struct Object {
    // `null` is a value here, and only a missing key is malformed.
    #[serde(deserialize_with = "Reference::deserialize")]
    r#ref: Reference,
    #[serde(default)]
    join_ref: Reference,
    topic: String,
    event: String,
    payload: Box<RawValue>,
}

pub(super) fn parse(text: &str) -> Result<ClientMessage, Malformed> {
    let Object { r#ref, join_ref, topic, event, payload } =
        serde_json::from_str(text).map_err(|_| Malformed)?;
    Ok(ClientMessage {
        join_reference: join_ref,
        reference: r#ref,
        topic,
        event,
        payload: Payload::Json(payload),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_but_the_join_reference_is_required() {
        let whole = r#"{"topic":"t","event":"e","payload":{"a":1},"ref":null,"extra":0}"#;
        let message = parse(whole).unwrap();
        assert_eq!((message.topic.as_str(), message.event.as_str()), ("t", "e"));
        assert_eq!((message.payload.json(), message.reference.as_json()), (r#"{"a":1}"#, "null"));
        for key in ["topic", "event", "payload", "ref"] {
            let without = whole.replace(&format!("\"{key}\""), "\"other\"");
            assert!(parse(&without).is_err(), "{key}");
        }
    }
}
