//! A client's connection on which a URL may hold what should have been percent-encoded, as `?select=data->>name` of
//! PostgREST's documentation and curl do: it arrives encoded. The server behind it refuses such a URL with an empty 400
//! before anybody is asked, for its crate for URLs takes neither quotes nor angle brackets nor letters beyond ASCII.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::messages::Messages;

pub(super) struct RawTargets<S> {
    connection: S,
    messages: Messages,
    /// Encoded, for which there was no room yet.
    rest: Bytes,
}

impl<S> RawTargets<S> {
    pub fn new(connection: S) -> RawTargets<S> {
        RawTargets { connection, messages: Messages::default(), rest: Bytes::new() }
    }

    /// What was read with its URLs encoded, where one of them needs it.
    fn encoded(&mut self, read: &[u8]) -> Option<Bytes> {
        let mut raw = Vec::new();
        self.messages.read(read, |start, line| {
            let here = line.iter().enumerate().filter(|(_, byte)| is_raw(**byte));
            raw.extend(here.map(|(place, _)| start + place));
        });
        if raw.is_empty() {
            return None;
        }
        let mut encoded = Vec::with_capacity(read.len() + 2 * raw.len());
        let mut from = 0;
        for place in raw {
            encoded.extend_from_slice(&read[from..place]);
            encoded.extend_from_slice(percent_encoding::percent_encode_byte(read[place]).as_bytes());
            from = place + 1;
        }
        encoded.extend_from_slice(&read[from..]);
        Some(encoded.into())
    }

    fn give_rest(&mut self, out: &mut ReadBuf<'_>) {
        let part = self.rest.len().min(out.remaining());
        out.put_slice(&self.rest[..part]);
        self.rest.advance(part);
    }
}

fn is_raw(byte: u8) -> bool {
    matches!(byte, b'"' | b'<' | b'>' | b'`') || !byte.is_ascii()
}

impl<S: AsyncRead + Unpin> AsyncRead for RawTargets<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.rest.is_empty() {
            let before = out.filled().len();
            ready!(Pin::new(&mut self.connection).poll_read(context, out))?;
            let Some(encoded) = self.encoded(&out.filled()[before..]) else { return Poll::Ready(Ok(())) };
            out.set_filled(before);
            self.rest = encoded;
        }
        self.give_rest(out);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for RawTargets<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.connection.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    #[tokio::test]
    async fn what_should_have_been_encoded_arrives_encoded_in_urls_alone() {
        let sent = "GET /é?a=b->>c&d=\"<e>\" HTTP/1.1\r\nX: \"->\"\r\nContent-Length: 5\r\n\r\n\"<>é";
        let wanted =
            "GET /%C3%A9?a=b-%3E%3Ec&d=%22%3Ce%3E%22 HTTP/1.1\r\nX: \"->\"\r\nContent-Length: 5\r\n\r\n\"<>é";
        let mut whole = String::new();
        RawTargets::new(sent.as_bytes()).read_to_string(&mut whole).await.unwrap();
        assert_eq!(whole, wanted);

        let mut connection = RawTargets::new(sent.as_bytes());
        let mut slowly = Vec::new();
        let mut one = [0];
        while connection.read(&mut one).await.unwrap() > 0 {
            slowly.push(one[0]);
        }
        assert_eq!(String::from_utf8(slowly).unwrap(), wanted);
    }
}
