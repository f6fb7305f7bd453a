//! A client connection, wrapped between the socket and the HTTP server. It adds what the server lacks:
//!
//! - A timeout for every request head, not only for the first one of a connection.
//! - Timeouts for bodies and responses that make too little progress.
//! - Rejection of header names that would panic the server's parser.
//! - Percent-encoding of raw characters in URLs, such as `?select=data->>name` in PostgREST's documentation
//!   (docs/decisions/0004).
//!
//! To reject a head, the wrapper inserts a NUL byte, which is invalid in a head. The server then answers 400, after the
//! pending responses, and closes the connection.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::address_limit::Slot;
use super::framing::{Framing, Part};
use super::incoming::Encryption;
use super::limits::Limits;
use super::stall::Stall;
use super::target_encoding::encode_targets;
use super::upgrade::UpgradeFlag;

/// Makes a request head invalid.
const POISON: &[u8] = b"\0";

pub(super) struct ClientConnection<S> {
    socket: S,
    limits: Limits,
    encryption: Encryption,
    framing: Framing,
    /// Bytes for the server that did not fit its buffer.
    pending: Bytes,
    /// Nothing more is read from the client.
    refused: bool,
    /// Set while the server waits for the rest of a head.
    head_timer: Option<Pin<Box<Sleep>>>,
    body: Stall,
    response: Stall,
    /// Set when the connection becomes a tunnel.
    upgraded: UpgradeFlag,
    /// Detects a client that no longer reads from a tunnel.
    tunnel: Stall,
    _slot: Option<Slot>,
}

impl<S> ClientConnection<S> {
    pub fn new(socket: S, limits: Limits) -> ClientConnection<S> {
        ClientConnection {
            socket,
            limits,
            encryption: Encryption(false),
            framing: Framing::default(),
            pending: Bytes::new(),
            refused: false,
            head_timer: None,
            body: Stall::new(limits.body),
            response: Stall::new(limits.response),
            upgraded: UpgradeFlag::default(),
            tunnel: Stall::new(limits.tunnel),
            _slot: None,
        }
    }

    pub fn with_encryption(self, encryption: Encryption) -> ClientConnection<S> {
        ClientConnection { encryption, ..self }
    }

    /// Keeps the connection's share of its client's limit for as long as the connection.
    pub fn with_slot(self, slot: Option<Slot>) -> ClientConnection<S> {
        ClientConnection { _slot: slot, ..self }
    }

    pub fn encryption(&self) -> Encryption {
        self.encryption
    }

    /// The flag that makes this connection a tunnel.
    pub fn upgrade_flag(&self) -> UpgradeFlag {
        self.upgraded.clone()
    }

    /// Copies pending bytes to the server's buffer.
    fn copy_pending(&mut self, out: &mut ReadBuf<'_>) {
        let part = self.pending.len().min(out.remaining());
        out.put_slice(&self.pending[..part]);
        self.pending.advance(part);
    }

    /// Updates the framing with the bytes that arrived. Returns a replacement if the server must see other bytes.
    fn inspect(&mut self, read: &[u8]) -> Option<Bytes> {
        let before = self.framing.part();
        let (end, mut seen) = encode_targets(&mut self.framing, read);
        if before == Part::Body {
            self.body.progress(read.len());
        }
        if self.framing.part() != Part::Head {
            self.head_timer = None;
        }
        if let Some(end) = end {
            self.refused = true;
            let mut valid = seen.unwrap_or_else(|| read[..end].to_vec());
            valid.extend_from_slice(POISON);
            seen = Some(valid);
        }
        seen.map(Bytes::from)
    }

    /// Polls the timeout of the current part while the server waits for the client.
    fn poll_timeout(&mut self, context: &mut Context<'_>, out: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self.framing.part() {
            // The service of a tunnel has timeouts of its own.
            _ if self.upgraded.is_set() => Poll::Pending,
            Part::Idle => Poll::Pending,
            Part::Head => {
                let timeout = self.limits.head_timeout;
                let timer = self.head_timer.get_or_insert_with(|| Box::pin(sleep(timeout)));
                ready!(timer.as_mut().poll(context));
                self.refused = true;
                self.pending = Bytes::from_static(POISON);
                self.copy_pending(out);
                Poll::Ready(Ok(()))
            }
            Part::Body => {
                ready!(self.body.poll_stalled(context));
                Poll::Ready(Err(timed_out("the request's body")))
            }
        }
    }

    /// Applies the response timeout to the result of a write.
    fn check_write(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let stall = if self.upgraded.is_set() { &mut self.tunnel } else { &mut self.response };
        match written {
            Poll::Ready(Ok(bytes)) => {
                stall.progress(bytes);
                Poll::Ready(Ok(bytes))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                ready!(stall.poll_stalled(context));
                Poll::Ready(Err(timed_out("the response")))
            }
        }
    }
}

fn timed_out(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, format!("the client is too slow for {what}"))
}

impl<S: AsyncRead + Unpin> AsyncRead for ClientConnection<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !this.pending.is_empty() {
            this.copy_pending(out);
            return Poll::Ready(Ok(()));
        }
        if this.refused {
            return Poll::Ready(Ok(()));
        }
        let before = out.filled().len();
        match Pin::new(&mut this.socket).poll_read(context, out) {
            Poll::Pending => return this.poll_timeout(context, out),
            Poll::Ready(result) => result?,
        }
        if let Some(replacement) = this.inspect(&out.filled()[before..]) {
            out.set_filled(before);
            this.pending = replacement;
            this.copy_pending(out);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ClientConnection<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(context, bytes);
        self.check_write(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write_vectored(context, slices);
        self.check_write(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests;
