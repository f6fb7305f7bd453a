//! The socket of a connection with a buffer for each direction, and the messages in them.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};

use bytes::{Buf, BytesMut};
use postgres_connect::Socket;
use postgres_protocol::message::backend::Message;
use postgres_protocol::message::frontend;
use tokio::io::AsyncWrite;
use tokio_util::io::poll_read_buf;

use crate::error::Error;

/// Bytes of one read.
const READ: usize = 16 * 1024;
/// A buffer that a batch made larger than this is replaced after the batch.
const MAX_KEPT: usize = 64 * 1024;

pub(crate) struct MessageStream {
    socket: Socket,
    /// Bytes that were read and not parsed yet.
    pub inbox: BytesMut,
    /// Bytes of a large row that are still to be read.
    pub unread: usize,
    /// Bytes to send.
    pub outbox: BytesMut,
}

impl MessageStream {
    pub fn new(socket: Socket) -> MessageStream {
        MessageStream {
            socket,
            inbox: BytesMut::with_capacity(READ),
            unread: 0,
            outbox: BytesMut::with_capacity(READ),
        }
    }

    pub fn tls_server_end_point(&self) -> Option<Vec<u8>> {
        self.socket.tls_server_end_point()
    }

    pub fn rebind_to_current_runtime(&mut self) -> Result<(), Error> {
        Ok(self.socket.rebind_to_current_runtime()?)
    }

    /// Sends the outbox. Reads at the same time, because a server whose own send buffer is full stops reading.
    pub async fn send(&mut self) -> Result<(), Error> {
        poll_fn(|context| self.poll_send(context)).await?;
        if self.outbox.capacity() > MAX_KEPT {
            self.outbox = BytesMut::with_capacity(READ);
        }
        Ok(())
    }

    fn poll_send(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        while !self.outbox.is_empty() {
            match Pin::new(&mut self.socket).poll_write(context, &self.outbox) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(Error::Closed)),
                Poll::Ready(Ok(written)) => self.outbox.advance(written),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(self.closing_error(error))),
                Poll::Pending => ready!(self.poll_fill(context))?,
            }
        }
        self.poll_flush(context)
    }

    /// The reason that the server sent before it closed the connection, or else `error`.
    fn closing_error(&mut self, error: std::io::Error) -> Error {
        while let Poll::Ready(Ok(())) = self.poll_fill(&mut Context::from_waker(Waker::noop())) {}
        while let Ok(Some(message)) = Message::parse(&mut self.inbox) {
            if let Message::ErrorResponse(body) = message {
                return body.into();
            }
        }
        Error::Io(error)
    }

    /// Sends the bytes that TLS has buffered.
    pub async fn flush(&mut self) -> Result<(), Error> {
        poll_fn(|context| self.poll_flush(context)).await
    }

    fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        loop {
            match Pin::new(&mut self.socket).poll_flush(context) {
                Poll::Ready(flushed) => return Poll::Ready(flushed.map_err(Error::Io)),
                Poll::Pending => ready!(self.poll_fill(context))?,
            }
        }
    }

    /// Reads some bytes into the inbox.
    pub async fn fill(&mut self) -> Result<(), Error> {
        poll_fn(|context| self.poll_fill(context)).await
    }

    /// Reads until the inbox has at least `length` bytes.
    pub async fn fill_to(&mut self, length: usize) -> Result<(), Error> {
        while self.inbox.len() < length {
            self.fill().await?;
        }
        Ok(())
    }

    pub fn poll_fill(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.inbox.reserve(READ);
        match ready!(poll_read_buf(Pin::new(&mut self.socket), context, &mut self.inbox))? {
            0 => Poll::Ready(Err(Error::Closed)),
            _ => Poll::Ready(Ok(())),
        }
    }

    /// Skips the rest of a row that was dropped.
    pub async fn skip_unread(&mut self) -> Result<(), Error> {
        while self.unread > 0 {
            self.fill_to(1).await?;
            let skipped = self.unread.min(self.inbox.len());
            self.inbox.advance(skipped);
            self.unread -= skipped;
        }
        Ok(())
    }

    /// The next message of the server.
    pub async fn message(&mut self) -> Result<Message, Error> {
        self.skip_unread().await?;
        loop {
            if let Some(message) = Message::parse(&mut self.inbox)? {
                return Ok(message);
            }
            self.fill().await?;
        }
    }

    /// Replaces an inbox that a batch made large, if everything in it was read.
    pub fn shrink_inbox(&mut self) {
        if self.inbox.is_empty() && self.inbox.capacity() > MAX_KEPT {
            self.inbox = BytesMut::with_capacity(READ);
        }
    }

    /// Closes the connection and waits until the server has closed it too. What the server still sends is discarded.
    pub async fn closed(&mut self) {
        let _ = poll_fn(|context| Pin::new(&mut self.socket).poll_shutdown(context)).await;
        while self.fill().await.is_ok() {
            self.inbox.clear();
        }
    }

    /// Sends Terminate, if that is possible without waiting.
    pub fn try_terminate(&mut self) {
        let mut message = BytesMut::new();
        frontend::terminate(&mut message);
        let mut context = Context::from_waker(Waker::noop());
        let _ = Pin::new(&mut self.socket).poll_write(&mut context, &message);
        let _ = Pin::new(&mut self.socket).poll_flush(&mut context);
    }
}
