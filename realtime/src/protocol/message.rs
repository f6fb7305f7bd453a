//! A message of a client.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::UserBroadcast;

/// The error of a message that cannot be parsed. The socket ignores the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("MalformedWebSocketMessage")]
pub(crate) struct Malformed;

/// The number that a client gives to a message, echoed as JSON. Clients send decimal strings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reference(Option<Box<str>>);

impl Reference {
    /// `null`.
    pub(crate) const NONE: Reference = Reference(None);

    /// A reference from the header of a binary message.
    pub(super) fn of_text(text: &str) -> Reference {
        serde_json::to_string(text).map_or(Reference::NONE, |json| Reference(Some(json.into())))
    }

    /// The JSON text.
    pub(crate) fn as_json(&self) -> &str {
        self.0.as_deref().unwrap_or("null")
    }
}

impl<'de> Deserialize<'de> for Reference {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Option::<Box<RawValue>>::deserialize(deserializer)?;
        Ok(Reference(raw.map(Box::<str>::from).filter(|json| &**json != "null")))
    }
}

/// What a message carries.
#[derive(Debug)]
pub(crate) enum Payload {
    /// JSON text, passed on as it is.
    Json(Box<RawValue>),
    /// A broadcast in the binary form.
    UserBroadcast(UserBroadcast),
    /// Bytes of any other event.
    Bytes,
}

impl Payload {
    /// The JSON text; an empty object for a binary payload.
    pub(crate) fn json(&self) -> &str {
        match self {
            Payload::Json(json) => json.get(),
            Payload::UserBroadcast(_) | Payload::Bytes => "{}",
        }
    }
}

/// A message of a client.
#[derive(Debug)]
pub(crate) struct ClientMessage {
    pub(crate) join_reference: Reference,
    pub(crate) reference: Reference,
    pub(crate) topic: String,
    pub(crate) event: String,
    pub(crate) payload: Payload,
}
