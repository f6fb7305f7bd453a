//! Version 2.0.0: a JSON array of five elements, in text frames.

use std::fmt;

use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::message::{ClientMessage, Malformed, Payload};

pub(super) fn parse(text: &str) -> Result<ClientMessage, Malformed> {
    let Array(message) = serde_json::from_str(text).map_err(|_| Malformed)?;
    Ok(message)
}

struct Array(ClientMessage);

impl<'de> Deserialize<'de> for Array {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ArrayVisitor)
    }
}

struct ArrayVisitor;

impl<'de> Visitor<'de> for ArrayVisitor {
    type Value = Array;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array of join_ref, ref, topic, event and payload")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Array, A::Error> {
        let short = |length| A::Error::invalid_length(length, &"five elements");
        let message = ClientMessage {
            join_reference: elements.next_element()?.ok_or_else(|| short(0))?,
            reference: elements.next_element()?.ok_or_else(|| short(1))?,
            topic: elements.next_element()?.ok_or_else(|| short(2))?,
            event: elements.next_element()?.ok_or_else(|| short(3))?,
            payload: Payload::Json(elements.next_element::<Box<RawValue>>()?.ok_or_else(|| short(4))?),
        };
        while elements.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Array(message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_five_elements_and_ignores_the_rest() {
        let message = parse(r#"["1", 2, "realtime:a", "phx_join", {"x": "é"}, null]"#).unwrap();
        assert_eq!((message.join_reference.as_json(), message.reference.as_json()), ("\"1\"", "2"));
        assert_eq!(message.payload.json(), r#"{"x": "é"}"#);
    }

    #[test]
    fn rejects_other_shapes() {
        for text in
            ["", "{}", "[]", r#"["1","2","t","e"]"#, r#"["1","2",3,"e",{}]"#, r#"["1","2","t","e",{]"#]
        {
            assert_eq!(parse(text).unwrap_err(), Malformed, "{text}");
        }
    }
}
