//! Binary messages of clients in version 2.0.0. They send broadcasts in them (code 3).
//!
//! Sizes are one byte each and precede the strings that they measure. The rest of a message is the payload.

use bytes::Bytes;

use super::message::{ClientMessage, Malformed, Payload, Reference};
use super::user_broadcast::{Encoding, UserBroadcast};

const PUSH: u8 = 0;
const USER_BROADCAST_PUSH: u8 = 3;

/// Parses a binary message of a client.
pub(super) fn parse(bytes: &Bytes) -> Result<ClientMessage, Malformed> {
    match bytes.first() {
        Some(&PUSH) => parse_push(bytes),
        Some(&USER_BROADCAST_PUSH) => parse_user_broadcast(bytes),
        _ => Err(Malformed),
    }
}

fn parse_push(bytes: &Bytes) -> Result<ClientMessage, Malformed> {
    let header = bytes.get(1..5).ok_or(Malformed)?;
    let mut strings = Strings { bytes, at: 5 };
    Ok(ClientMessage {
        join_reference: Reference::of_text(strings.next(header[0])?),
        reference: Reference::of_text(strings.next(header[1])?),
        topic: strings.next(header[2])?.to_owned(),
        event: strings.next(header[3])?.to_owned(),
        payload: Payload::Bytes,
    })
}

fn parse_user_broadcast(bytes: &Bytes) -> Result<ClientMessage, Malformed> {
    let header = bytes.get(1..7).ok_or(Malformed)?;
    let mut strings = Strings { bytes, at: 7 };
    let join_reference = Reference::of_text(strings.next(header[0])?);
    let reference = Reference::of_text(strings.next(header[1])?);
    let topic = strings.next(header[2])?.to_owned();
    let event = strings.next(header[3])?.to_owned();
    // The metadata of clients is not used yet, but must be an object.
    let metadata = strings.next(header[4])?;
    let is_object = |json| serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(json).is_ok();
    if !metadata.is_empty() && !is_object(metadata) {
        return Err(Malformed);
    }
    let encoding = if header[5] == 0 { Encoding::Bytes } else { Encoding::Json };
    let payload = bytes.slice(strings.at..);
    let broadcast = UserBroadcast { event, metadata: String::new(), encoding, payload };
    Ok(ClientMessage {
        join_reference,
        reference,
        topic,
        event: "broadcast".to_owned(),
        payload: Payload::UserBroadcast(broadcast),
    })
}

/// Reads the strings of a header one after the other.
struct Strings<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Strings<'a> {
    fn next(&mut self, size: u8) -> Result<&'a str, Malformed> {
        let end = self.at + usize::from(size);
        let text = self.bytes.get(self.at..end).ok_or(Malformed)?;
        self.at = end;
        std::str::from_utf8(text).map_err(|_| Malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(encoding: u8, metadata: &str, payload: &[u8]) -> Bytes {
        let mut bytes = vec![3, 1, 2, 12, 4, u8::try_from(metadata.len()).unwrap(), encoding];
        bytes.extend_from_slice(b"112realtime:eauecho");
        bytes.extend_from_slice(metadata.as_bytes());
        bytes.extend_from_slice(payload);
        bytes.into()
    }

    #[test]
    fn a_pushed_broadcast_goes_out_with_the_same_payload() {
        let message = parse(&pushed(1, "", br#"{"a":1}"#)).unwrap();
        assert_eq!((message.join_reference.as_json(), message.reference.as_json()), ("\"1\"", "\"12\""));
        assert_eq!((message.topic.as_str(), message.event.as_str()), ("realtime:eau", "broadcast"));
        let Payload::UserBroadcast(broadcast) = message.payload else { panic!("a broadcast") };
        let sent = broadcast.to_binary("realtime:eau").unwrap();
        assert_eq!(&sent[..], b"\x04\x0c\x04\x00\x01realtime:eauecho{\"a\":1}");
        let json = broadcast.to_json().unwrap();
        assert_eq!(json, r#"{"event":"echo","payload":{"a":1},"type":"broadcast"}"#);
    }

    #[test]
    fn any_encoding_but_zero_is_json() {
        for (encoding, expected) in [(0, Encoding::Bytes), (1, Encoding::Json), (255, Encoding::Json)] {
            let Payload::UserBroadcast(broadcast) = parse(&pushed(encoding, "{}", b"x")).unwrap().payload
            else {
                panic!("a broadcast")
            };
            assert_eq!((broadcast.encoding, broadcast.to_json()), (expected, None));
        }
    }

    #[test]
    fn rejects_truncated_headers_and_other_codes() {
        let whole = pushed(1, r#"{"k":"v"}"#, b"");
        for end in 0..whole.len() {
            assert!(parse(&whole.slice(..end)).is_err(), "{end}");
        }
        assert!(parse(&pushed(1, "[1]", b"")).is_err());
        assert!(parse(&Bytes::from_static(&[4, 0, 0, 0, 0])).is_err());
        assert!(parse(&Bytes::from_static(&[3, 0, 0, 1, 0, 0, 1, 0xff])).is_err());
    }
}
