//! Encodes server messages as complete WebSocket frames.

use actix_http::ws::{CloseReason, Codec, Frame, OpCode, Parser};
use bytes::{Bytes, BytesMut};
use tokio_util::codec::Decoder;

use super::{Reference, Serializer, UserBroadcast};

/// The largest header of a frame that is not masked, in bytes.
const MAX_HEADER: usize = 10;

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
        let mut text = Vec::with_capacity(self.topic.len() + self.event.len() + self.payload.len() + 64);
        let (join_reference, reference) = (self.join_reference.as_json(), self.reference.as_json());
        match serializer {
            Serializer::V1 => {
                text.extend_from_slice(br#"{"topic":"#);
                quote(&mut text, self.topic);
                text.extend_from_slice(br#","event":"#);
                quote(&mut text, self.event);
                text.extend_from_slice(br#","payload":"#);
                text.extend_from_slice(self.payload.as_bytes());
                text.extend_from_slice(br#","ref":"#);
                text.extend_from_slice(reference.as_bytes());
                text.push(b'}');
            }
            Serializer::V2 | Serializer::V2Text => {
                text.push(b'[');
                text.extend_from_slice(join_reference.as_bytes());
                text.push(b',');
                text.extend_from_slice(reference.as_bytes());
                text.push(b',');
                quote(&mut text, self.topic);
                text.push(b',');
                quote(&mut text, self.event);
                text.push(b',');
                text.extend_from_slice(self.payload.as_bytes());
                text.push(b']');
            }
        }
        encode(OpCode::Text, &text)
    }
}

/// Appends a text as a JSON string.
fn quote(json: &mut Vec<u8>, text: &str) {
    // Writing to a vector cannot fail.
    let _ = serde_json::to_writer(json, text);
}

/// One message in the form of each serializer, encoded when the first receiver needs it.
pub(crate) struct Frames<'a> {
    topic: &'a str,
    content: Content<'a>,
    v1: Option<Option<Bytes>>,
    v2: Option<Option<Bytes>>,
    v2_text: Option<Option<Bytes>>,
}

/// What a message for many receivers is made from.
enum Content<'a> {
    Text { event: &'a str, payload: &'a str },
    UserBroadcast(&'a UserBroadcast),
}

impl<'a> Frames<'a> {
    pub(crate) fn text(topic: &'a str, event: &'a str, payload: &'a str) -> Frames<'a> {
        Frames::new(topic, Content::Text { event, payload })
    }

    pub(crate) fn user_broadcast(topic: &'a str, broadcast: &'a UserBroadcast) -> Frames<'a> {
        Frames::new(topic, Content::UserBroadcast(broadcast))
    }

    fn new(topic: &'a str, content: Content<'a>) -> Frames<'a> {
        Frames { topic, content, v1: None, v2: None, v2_text: None }
    }

    /// The frame for a serializer. `None` if the message cannot be expressed in it.
    pub(crate) fn of(&mut self, serializer: Serializer) -> Option<Bytes> {
        let Frames { topic, content, v1, v2, v2_text } = self;
        let frame = match serializer {
            Serializer::V1 => v1,
            Serializer::V2 => v2,
            Serializer::V2Text => v2_text,
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
            (Content::UserBroadcast(broadcast), Serializer::V1 | Serializer::V2Text) => {
                let payload = broadcast.to_json()?;
                Some(Push::to_topic(topic, "broadcast", &payload).frame(serializer))
            }
            (Content::UserBroadcast(broadcast), Serializer::V2) => {
                let Some(message) = broadcast.to_binary(topic) else {
                    tracing::error!("a broadcast has a name of more than 255 bytes and is lost");
                    return None;
                };
                Some(encode(OpCode::Binary, &message))
            }
        }
    }
}

/// The answer to a ping.
pub(crate) fn pong(data: Bytes) -> Bytes {
    encode(OpCode::Pong, &data)
}

/// A close frame.
pub(crate) fn close_frame(reason: Option<CloseReason>) -> Bytes {
    let mut bytes = BytesMut::new();
    Parser::write_close(&mut bytes, reason, false);
    bytes.freeze()
}

/// The text of an encoded frame. `None` for other frames.
pub(crate) fn text_of(frame: Bytes) -> Option<Bytes> {
    let mut codec = Codec::new().client_mode().max_size(frame.len());
    match codec.decode(&mut frame.into()) {
        Ok(Some(Frame::Text(text))) => Some(text),
        _ => None,
    }
}

/// A frame of a whole message, not masked.
fn encode(code: OpCode, payload: &[u8]) -> Bytes {
    let mut bytes = BytesMut::with_capacity(payload.len() + MAX_HEADER);
    Parser::write_message(&mut bytes, payload, code, true, false);
    bytes.freeze()
}
