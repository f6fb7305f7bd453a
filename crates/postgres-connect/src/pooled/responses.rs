//! The server's messages, without the answers to what the client did not ask for.

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::ReadBuf;

use super::expected::{Answer, Expected};

/// A tag and a length.
const HEADER: usize = 5;

#[derive(Default)]
pub(super) struct Responses {
    /// Bytes of the current message that have not been forwarded, or removed.
    rest: usize,
    is_hidden: bool,
    /// The answers to the settings of a transaction are not over.
    in_settings: bool,
}

impl Responses {
    /// Moves what the client may see. Returns the statements that were not parsed.
    pub(super) fn forward(
        &mut self,
        received: &mut BytesMut,
        expected: &mut Expected,
        out: &mut ReadBuf<'_>,
    ) -> Vec<Bytes> {
        let mut unparsed = Vec::new();
        loop {
            if self.rest == 0 && !self.next_message(received, expected, &mut unparsed) {
                return unparsed;
            }
            let available = self.rest.min(received.len());
            let moved = if self.is_hidden { available } else { available.min(out.remaining()) };
            if moved == 0 {
                return unparsed;
            }
            if !self.is_hidden {
                out.put_slice(&received[..moved]);
            }
            received.advance(moved);
            self.rest -= moved;
        }
    }

    /// Looks at the next message. False if it has not arrived.
    fn next_message(
        &mut self,
        received: &BytesMut,
        expected: &mut Expected,
        unparsed: &mut Vec<Bytes>,
    ) -> bool {
        let Some((header, body)) = received.split_at_checked(HEADER) else { return false };
        let tag = header[0];
        let length = u32::from_be_bytes([header[1], header[2], header[3], header[4]]);
        let status = body.first().copied();
        if tag == b'Z' && status.is_none() {
            return false;
        }
        self.rest = 1 + usize::try_from(length).unwrap_or(usize::MAX - 1);
        self.is_hidden = match tag {
            b'1' => match expected.parsed() {
                Some(Answer::Settings) => {
                    self.in_settings = true;
                    true
                }
                Some(Answer::ParsedAgain) => true,
                Some(Answer::Parsed { .. } | Answer::Ready) | None => false,
            },
            // BindComplete and DataRow.
            b'2' | b'D' => self.in_settings,
            b'C' => std::mem::take(&mut self.in_settings),
            b'E' => {
                self.in_settings = false;
                false
            }
            b'Z' => {
                unparsed.extend(expected.ready(status.unwrap_or_default()));
                false
            }
            _ => false,
        };
        true
    }
}
