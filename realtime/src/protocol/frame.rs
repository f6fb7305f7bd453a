//! Encodes server messages as complete WebSocket frames.

use std::fmt::Write;

use actix_http::ws::{CloseReason, Codec, Message};
use bytes::{Bytes, BytesMut};
use tokio_util::codec::Encoder;

use super::{Reference, Serializer, UserBroadcast};

/// Whether a request succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Ok,
    Error,
}

/// The answer to a message.
pub(crate) struct Reply<'a> {
    pub(crate) join_reference: &'a Reference,
    pub(crate) reference: &'a Reference,
    pub(crate) topic: &'a str,
    pub(crate) status: Status,
    /// JSON text.
    pub(crate) response: &'a str,
}

impl Reply<'_> {
    pub(crate) fn frame(&self, serializer: Serializer) -> Bytes {
        let status = match self.status {
            Status::Ok => "ok",
            Status::Error => "error",
        };
        let payload = format!(r#"{{"status":"{status}","response":{}}}"#, self.response);
        let push = Push {
            join_reference: self.join_reference,
            reference: self.reference,
            topic: self.topic,
            event: "phx_reply",
            payload: &payload,
        };
        push.frame(serializer)
    }
}

/// A message that answers nothing.
pub(crate) struct Push<'a> {
    pub(crate) join_reference: &'a Reference,
    pub(crate) reference: &'a Reference,
    pub(crate) topic: &'a str,
    pub(crate) event: &'a str,
    /// JSON text.
    pub(crate) payload: &'a str,
}

impl Push<'_> {
    /// A message to all receivers of a topic.
    pub(crate) fn to_topic<'a>(topic: &'a str, event: &'a str, payload: &'a str) -> Push<'a> {
        Push { join_reference: &Reference::NONE, reference: &Reference::NONE, topic, event, payload }
    }

    pub(crate) fn frame(&self, serializer: Serializer) -> Bytes {
        let mut text = String::with_capacity(self.topic.len() + self.event.len() + self.payload.len() + 64);
        let (topic, event) = (Quoted(self.topic), Quoted(self.event));
        let (join_reference, reference) = (self.join_reference.as_json(), self.reference.as_json());
        let payload = self.payload;
        // Writing to a string cannot fail.
        let _ = match serializer {
            Serializer::V1 => {
                write!(text, r#"{{"topic":{topic},"event":{event},"payload":{payload},"ref":{reference}}}"#)
            }
            Serializer::V2 => write!(text, "[{join_reference},{reference},{topic},{event},{payload}]"),
        };
        encode(Message::Text(text.into()))
    }
}

/// A text as a JSON string.
struct Quoted<'a>(&'a str);

impl std::fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let json = serde_json::to_string(self.0).map_err(|_| std::fmt::Error)?;
        formatter.write_str(&json)
    }
}

/// One message in the form of each serializer, encoded when the first receiver needs it.
pub(crate) struct Frames<'a> {
    topic: &'a str,
    content: Content<'a>,
    v1: Option<Option<Bytes>>,
    v2: Option<Option<Bytes>>,
}

/// What a message for many receivers is made from.
enum Content<'a> {
    Text { event: &'a str, payload: &'a str },
    UserBroadcast(&'a UserBroadcast),
}

impl<'a> Frames<'a> {
    pub(crate) fn text(topic: &'a str, event: &'a str, payload: &'a str) -> Frames<'a> {
        Frames { topic, content: Content::Text { event, payload }, v1: None, v2: None }
    }

    pub(crate) fn user_broadcast(topic: &'a str, broadcast: &'a UserBroadcast) -> Frames<'a> {
        Frames { topic, content: Content::UserBroadcast(broadcast), v1: None, v2: None }
    }

    /// The frame for a serializer. `None` if the message cannot be expressed in it.
    pub(crate) fn of(&mut self, serializer: Serializer) -> Option<Bytes> {
        let Frames { topic, content, v1, v2 } = self;
        let frame = match serializer {
            Serializer::V1 => v1,
            Serializer::V2 => v2,
        };
        frame.get_or_insert_with(|| content.encode(topic, serializer)).clone()
    }
}

impl Content<'_> {
    fn encode(&self, topic: &str, serializer: Serializer) -> Option<Bytes> {
        match (self, serializer) {
            (Content::Text { event, payload }, _) => {
                Some(Push::to_topic(topic, event, payload).frame(serializer))
            }
            (Content::UserBroadcast(broadcast), Serializer::V1) => {
                let payload = broadcast.to_json()?;
                Some(Push::to_topic(topic, "broadcast", &payload).frame(serializer))
            }
            (Content::UserBroadcast(broadcast), Serializer::V2) => {
                let Some(message) = broadcast.to_binary(topic) else {
                    tracing::error!("a broadcast has a name of more than 255 bytes and is lost");
                    return None;
                };
                Some(encode(Message::Binary(message)))
            }
        }
    }
}

/// The answer to a ping.
pub(crate) fn pong(data: Bytes) -> Bytes {
    encode(Message::Pong(data))
}

/// A close frame.
pub(crate) fn close_frame(reason: Option<CloseReason>) -> Bytes {
    encode(Message::Close(reason))
}

fn encode(message: Message) -> Bytes {
    let mut bytes = BytesMut::new();
    // Only continuations can be rejected.
    if let Err(error) = Codec::new().encode(message, &mut bytes) {
        tracing::error!("a frame cannot be encoded: {error}");
    }
    bytes.freeze()
}
