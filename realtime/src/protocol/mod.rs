//! Phoenix's channel protocol in its two serializers: what a client sends, parsed once, and the frames for clients.
//!
//! - `incoming`: what a connection carries. `message`: a parsed message. `v1`, `v2`: its text forms; `binary`: its binary form.
//! - `user_broadcast`: a broadcast that is not parsed.
//! - `frame`: encoded frames. A server's frames are not masked, so all receivers of a topic share one.
//!
//! Rejects malformed messages; the socket ignores them.

mod binary;
mod frame;
mod incoming;
mod message;
mod user_broadcast;
mod v1;
mod v2;

pub(crate) use frame::{Frames, Push, Reply, Status, close_frame, pong, text_of};
pub(crate) use incoming::Incoming;
pub(crate) use message::{ClientMessage, Malformed, Payload, Reference};
pub(crate) use user_broadcast::{Encoding, UserBroadcast};

/// The version of the protocol that a socket speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Serializer {
    V1,
    V2,
    /// Version 2.0.0 for a client that gets text alone.
    V2Text,
}

impl Serializer {
    /// The serializer of the query parameter `vsn`: `1.0.0`, `2.0.0`, or a later patch of one of them.
    pub(crate) fn of_version(version: &str) -> Option<Serializer> {
        let mut parts = version.split('.');
        let (major, minor, patch) = (parts.next()?, parts.next()?, parts.next()?);
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
        if parts.next().is_some() || minor != "0" || !is_number(patch) {
            return None;
        }
        match major {
            "1" => Some(Serializer::V1),
            "2" => Some(Serializer::V2),
            _ => None,
        }
    }

    /// The same version for a client that gets text alone.
    pub(crate) fn text_only(self) -> Serializer {
        match self {
            Serializer::V1 => Serializer::V1,
            Serializer::V2 | Serializer::V2Text => Serializer::V2Text,
        }
    }

    /// Parses a text message.
    pub(crate) fn parse_text(self, text: &str) -> Result<ClientMessage, Malformed> {
        match self {
            Serializer::V1 => v1::parse(text),
            Serializer::V2 | Serializer::V2Text => v2::parse(text),
        }
    }

    /// Parses a binary message, which the first version does not have.
    pub(crate) fn parse_binary(self, bytes: &bytes::Bytes) -> Result<ClientMessage, Malformed> {
        match self {
            Serializer::V1 => Err(Malformed),
            Serializer::V2 | Serializer::V2Text => binary::parse(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_patches_of_both_versions() {
        assert_eq!(Serializer::of_version("1.0.0"), Some(Serializer::V1));
        assert_eq!(Serializer::of_version("2.0.7"), Some(Serializer::V2));
        for other in ["", "1", "2.0", "3.0.0", "2.1.0", "2.0.x", "2.0.0.0", "2.0.", "two"] {
            assert_eq!(Serializer::of_version(other), None, "{other}");
        }
    }
}
