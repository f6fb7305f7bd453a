//! A connection to a pooler in transaction mode, for a client that uses it like a session of its own. The pooler may run
//! each transaction on another connection to the server, where nothing of the previous transactions is left.
//!
//! So the messages are changed on their way. Each transaction begins with the settings of the session. Unless the pooler
//! keeps statements, a prepared one gets no name and is parsed again in the batch that executes it; what the server
//! answers to that is removed. The client notices only that it takes the server a little longer.

mod expected;
mod requests;
mod responses;

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use self::expected::Expected;
use self::requests::Requests;
use self::responses::Responses;
use crate::pooler::Lost;

/// More bytes than this wait in the client, not here.
const MAX_UNSENT: usize = 64 * 1024;
const READ: usize = 16 * 1024;

/// A stream of the protocol, from the startup message on.
pub struct Pooled<S> {
    stream: S,
    requests: Requests,
    responses: Responses,
    expected: Expected,
    /// Bytes for the pooler.
    unsent: BytesMut,
    /// Bytes of the pooler.
    received: BytesMut,
}

impl<S> Pooled<S> {
    pub fn new(stream: S, lost: Lost) -> Pooled<S> {
        Pooled {
            stream,
            requests: Requests::new(lost),
            responses: Responses::default(),
            expected: Expected::default(),
            unsent: BytesMut::new(),
            received: BytesMut::new(),
        }
    }

    pub fn transport(&self) -> &S {
        &self.stream
    }
}

impl<S: AsyncWrite + Unpin> Pooled<S> {
    fn poll_send(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.unsent.is_empty() {
            let sent = ready!(Pin::new(&mut self.stream).poll_write(context, &self.unsent))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.unsent.advance(sent);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Pooled<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = out.filled().len();
        loop {
            let forgotten = this.responses.forward(&mut this.received, &mut this.expected, out);
            this.requests.forget(forgotten);
            if out.filled().len() > before || out.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
            let read = ready!(poll_read_more(&mut this.stream, context, &mut this.received))?;
            if read == 0 {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

fn poll_read_more<S: AsyncRead + Unpin>(
    stream: &mut S,
    context: &mut Context<'_>,
    into: &mut BytesMut,
) -> Poll<io::Result<usize>> {
    into.reserve(READ);
    tokio_util::io::poll_read_buf(Pin::new(stream), context, into)
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Pooled<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.unsent.len() >= MAX_UNSENT {
            ready!(this.poll_send(context))?;
        }
        this.requests.take(bytes, &mut this.expected, &mut this.unsent)?;
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_send(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        ready!(this.poll_send(context))?;
        // PgBouncer drops the request to cancel of a client that has gone. It closes the connection when it has passed
        // the request on.
        while this.requests.cancels() {
            if ready!(poll_read_more(&mut this.stream, context, &mut this.received))? == 0 {
                break;
            }
        }
        Pin::new(&mut this.stream).poll_shutdown(context)
    }
}
