//! Differential test of the framing against the server's own parser: both must end every message at the same byte. A
//! difference would allow request smuggling.

use actix_http::h1::{Codec, Message, MessageType};
use bytes::BytesMut;
use tokio_util::codec::Decoder;

use super::framing::{Framing, Part};

/// Panics when the two differ on these bytes.
pub(crate) fn compare(bytes: &[u8]) {
    let framing = ends_by_framing(bytes);
    let server = ends_by_server(bytes);
    let common = server.ends.len();
    assert_eq!(framing.get(..common), Some(&server.ends[..]), "the server ends messages at other offsets");
    if server.waits_for_more {
        assert_eq!(framing.len(), common, "the framing found more messages than the server");
    }
}

fn ends_by_framing(bytes: &[u8]) -> Vec<usize> {
    let mut framing = Framing::default();
    let mut ends = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        let before = framing.part();
        if framing.read(&[*byte], |_, _| {}).is_some() {
            break;
        }
        if before != Part::Idle && framing.part() == Part::Idle {
            ends.push(at + 1);
        }
    }
    ends
}

struct ServerView {
    ends: Vec<usize>,
    /// The server neither rejected the bytes nor switched to another protocol.
    waits_for_more: bool,
}

/// The codec's clock needs a runtime with local tasks.
fn ends_by_server(bytes: &[u8]) -> ServerView {
    actix_web::rt::System::new().block_on(async { decode(bytes) })
}

fn decode(bytes: &[u8]) -> ServerView {
    let mut codec = Codec::default();
    let mut rest = BytesMut::from(bytes);
    let mut ends = Vec::new();
    let mut waits_for_more = true;
    loop {
        let message = match codec.decode(&mut rest) {
            Ok(Some(message)) => message,
            Ok(None) => break,
            Err(_) => {
                waits_for_more = false;
                break;
            }
        };
        let ended = match message {
            Message::Item(_) if codec.message_type() == MessageType::Stream => {
                waits_for_more = false;
                break;
            }
            Message::Item(_) => codec.message_type() == MessageType::None,
            Message::Chunk(part) => part.is_none(),
        };
        if ended {
            ends.push(bytes.len() - rest.len());
        }
    }
    ServerView { ends, waits_for_more }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fragment() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "GET / HTTP/1.1",
            "POST /a?b=c HTTP/1.1",
            "PUT / HTTP/1.0",
            "CONNECT a:1 HTTP/1.1",
            "Host: a",
            "Content-Length: 0",
            "Content-Length: 5",
            "content-length:\t12 ",
            "Content-Length: +5",
            "Content-Length: 5, 5",
            "Content-Length : 5",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding:  Chunked ",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: identity",
            "Upgrade: websocket",
            "Upgrade: h2c",
            "Connection: close",
            "X: y",
            ": empty",
            " folded",
            "\r\n",
            "\n",
            "\r",
            "\r\n\r\n",
            "\n\n",
            "\r\n\n",
            "\n\r\n",
            "0",
            "5",
            "a",
            "5;name=value",
            "5 ",
            "00",
            "0;x",
            "ffffffffffffffffff",
            "hello",
            "world12345",
            "a\n",
            "t: v\r\n",
            "\u{e9}",
            "\0",
        ])
    }

    /// Mostly valid heads and chunks, so that the comparison gets past the first line.
    fn message() -> impl Strategy<Value = String> {
        let end = || prop::sample::select(vec!["\r\n", "\r\n", "\r\n", "\n"]);
        let body = prop::sample::select(vec![
            ("", ""),
            ("Content-Length: 5", "hello"),
            ("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"),
            ("Transfer-Encoding: chunked", "5;x=y\r\nhello\r\n0\r\nt: v\r\n\r\n"),
            ("Transfer-Encoding: chunked", "5\nhello\n0\n\n"),
            ("Transfer-Encoding: chunked", "0\r\na\n\r\n\r\n"),
            ("Transfer-Encoding: chunked", "0\r\na\n\r\nb\r\n\r\n"),
            ("Upgrade: h2c", ""),
        ]);
        let extra = prop::collection::vec(fragment(), 0..2);
        (prop::sample::select(vec!["GET", "POST", "DELETE"]), end(), end(), extra, body).prop_map(
            |(method, line_end, head_end, extra, (header, body))| {
                let extra: String = extra.iter().map(|line| format!("{line}{line_end}")).collect();
                let header = if header.is_empty() { String::new() } else { format!("{header}{line_end}") };
                format!("{method} / HTTP/1.1{line_end}Host: a{line_end}{header}{extra}{head_end}{body}")
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn messages_end_where_the_server_ends_them(messages in prop::collection::vec(message(), 1..5)) {
            compare(messages.concat().as_bytes());
        }

        #[test]
        fn fragments_in_any_order_end_where_the_server_ends_them(parts in prop::collection::vec(fragment(), 1..24)) {
            compare(parts.concat().as_bytes());
        }

        #[test]
        fn any_bytes_end_where_the_server_ends_them(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            compare(&bytes);
        }
    }
}
