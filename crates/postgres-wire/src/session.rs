//! One connection to a server, and in which state the server last said it was.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};

use bytes::{Buf, BytesMut};
use postgres_connect::{Server, Socket, SslMode};
use postgres_protocol::message::backend::{Header, Message};
use postgres_protocol::message::frontend;
use tokio::io::AsyncWrite;
use tokio_util::io::poll_read_buf;

use crate::cancel::CancelKey;
use crate::error::Error;
use crate::kind::Kind;
use crate::pipeline::Pipeline;
use crate::row::Row;
use crate::statement::{Bind, Statement};

/// What is read at once.
const READ: usize = 16 * 1024;
/// A buffer that grew beyond this for one batch is not kept for the next.
const KEPT: usize = 64 * 1024;

pub struct Session {
    socket: Socket,
    /// What was read and not understood yet.
    pub(crate) inbox: BytesMut,
    /// Bytes of a large row that are still to be read.
    pub(crate) unread: usize,
    /// What is to be sent.
    pub(crate) outbox: BytesMut,
    /// `None` while the server has not yet said everything.
    transaction: Option<Transaction>,
    key: CancelKey,
    pub(crate) kind: Kind,
    /// How many statements it has prepared: the name of the last.
    statements: u64,
    /// Names of statements to close with the next batch that is sent.
    forgotten: Vec<String>,
}

/// Whether a transaction is open, as the server says after each batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transaction {
    None,
    Open,
    /// It was refused something; all that is left is to roll it back.
    Failed,
}

impl Session {
    pub(crate) fn new(socket: Socket, server: Server, mode: SslMode) -> Session {
        Session {
            socket,
            inbox: BytesMut::with_capacity(READ),
            unread: 0,
            outbox: BytesMut::with_capacity(READ),
            transaction: None,
            key: CancelKey { server, mode, process: 0, secret: 0 },
            kind: Kind::default(),
            statements: 0,
            forgotten: Vec::new(),
        }
    }

    pub fn cancel_key(&self) -> &CancelKey {
        &self.key
    }

    /// Where it is connected to.
    pub fn server(&self) -> &Server {
        &self.key.server
    }

    /// Whether a transaction may write that does not say. `None` where the server, or a pooler before it, has not told.
    pub fn allows_writes(&self) -> Option<bool> {
        self.kind.allows_writes()
    }

    pub(crate) fn is_known_as(&mut self, process: i32, secret: i32) {
        (self.key.process, self.key.secret) = (process, secret);
    }

    pub(crate) fn tls_server_end_point(&self) -> Option<Vec<u8>> {
        self.socket.tls_server_end_point()
    }

    /// Has the runtime that this is called in hear when the server answers.
    ///
    /// # Errors
    /// When the process may open no more files.
    pub fn rebind_to_current_runtime(&mut self) -> Result<(), Error> {
        Ok(self.socket.rebind_to_current_runtime()?)
    }

    /// `None` when a batch was not read to its end: nothing more can be asked.
    pub fn transaction(&self) -> Option<Transaction> {
        self.transaction
    }

    /// Statements to be sent together.
    pub fn pipeline(&mut self) -> Result<Pipeline<'_>, Error> {
        self.begin()?;
        Ok(Pipeline::new(self))
    }

    /// Starts a batch with a `Close` for each forgotten statement. The names stay in `forgotten` until a batch is sent,
    /// because this one may be dropped before that.
    fn begin(&mut self) -> Result<(), Error> {
        if self.transaction.is_none() {
            return Err(Error::Closed);
        }
        self.outbox.clear();
        for name in &self.forgotten {
            frontend::close(b'S', name, &mut self.outbox).map_err(Error::unsendable)?;
        }
        Ok(())
    }

    /// Runs statements that have no values and whose rows nobody wants, separated by semicolons.
    pub async fn execute(&mut self, sql: &str) -> Result<(), Error> {
        self.begin()?;
        frontend::query(sql, &mut self.outbox).map_err(Error::unsendable)?;
        self.send().await?;
        let mut refusal = None;
        loop {
            match self.receive().await {
                Ok(Message::ReadyForQuery(_)) => return refusal.map_or(Ok(()), Err),
                Ok(Message::ErrorResponse(body)) => refusal = Some(body.into()),
                Ok(
                    Message::RowDescription(_)
                    | Message::DataRow(_)
                    | Message::CommandComplete(_)
                    | Message::EmptyQueryResponse,
                ) => {}
                Ok(_) => return Err(Error::Unexpected),
                // Of a server that goes, its last words are the reason.
                Err(error) => return Err(refusal.unwrap_or(error)),
            }
        }
    }

    /// The rows that one statement gives; nothing of it is kept.
    pub async fn query(&mut self, sql: &str, binds: &[Bind]) -> Result<Vec<Row>, Error> {
        let mut pipeline = self.pipeline()?;
        pipeline.add_text(sql, binds)?;
        let mut results = pipeline.send().await?;
        let mut rows = Vec::new();
        while let Some(row) = results.row().await? {
            rows.push(row);
        }
        results.finish().await?;
        Ok(rows)
    }

    /// Keeps a statement on the server, until `forget` or the end of the session.
    pub async fn prepare(&mut self, sql: &str) -> Result<Statement, Error> {
        let mut pipeline = self.pipeline()?;
        let statement = pipeline.prepare(sql)?;
        let mut results = pipeline.send().await?;
        let statement = results.prepared(statement).await?;
        results.finish().await?;
        Ok(statement)
    }

    pub(crate) fn next_name(&mut self) -> String {
        self.statements += 1;
        format!("s{}", self.statements)
    }

    /// The server forgets it as well, with the next that is sent.
    pub fn forget(&mut self, statement: &Statement) {
        self.forgotten.push(statement.name.clone());
    }

    /// Reads what is left of a batch whose results nobody reads any more, so that the session can be used again.
    /// Returns at once when no batch is under way. It may be dropped and called again.
    ///
    /// # Errors
    /// When the batch was not sent to its end, or the connection fails: then the session can only be closed.
    pub async fn finish_batch(&mut self) -> Result<(), Error> {
        if !self.outbox.is_empty() && self.transaction.is_none() {
            return Err(Error::Closed);
        }
        while self.transaction.is_none() {
            poll_fn(|context| self.poll_flush(context)).await?;
            self.receive().await?;
        }
        Ok(())
    }

    /// Waits until the server has closed the connection, which it does when it has stopped whatever it ran for this
    /// session. Everything that the server still sends is discarded. It may be dropped and called again.
    pub async fn closed(&mut self) {
        self.outbox.clear();
        if self.transaction.take().is_some() {
            frontend::terminate(&mut self.outbox);
            if poll_fn(|context| self.poll_send(context)).await.is_err() {
                return;
            }
        }
        let _ = poll_fn(|context| Pin::new(&mut self.socket).poll_shutdown(context)).await;
        while poll_fn(|context| self.poll_fill(context)).await.is_ok() {
            self.inbox.clear();
        }
    }

    /// Passes over what is left of the batch that was refused.
    pub(crate) async fn refused(&mut self, refusal: Error) -> Error {
        loop {
            match self.receive().await {
                Ok(Message::ReadyForQuery(_)) | Err(_) => return refusal,
                Ok(_) => {}
            }
        }
    }

    /// Sends all that is to be sent. What the server says meanwhile is taken in, for it may wait with reading until
    /// somebody listens.
    pub(crate) async fn send(&mut self) -> Result<(), Error> {
        self.transaction = None;
        self.forgotten.clear();
        poll_fn(|context| self.poll_send(context)).await?;
        if self.outbox.capacity() > KEPT {
            self.outbox = BytesMut::with_capacity(READ);
        }
        Ok(())
    }

    fn poll_send(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        while !self.outbox.is_empty() {
            match Pin::new(&mut self.socket).poll_write(context, &self.outbox) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(Error::Closed)),
                Poll::Ready(Ok(written)) => self.outbox.advance(written),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(self.last_words(error))),
                Poll::Pending => ready!(self.poll_fill(context))?,
            }
        }
        self.poll_flush(context)
    }

    /// TLS takes more than it has sent.
    fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        loop {
            match Pin::new(&mut self.socket).poll_flush(context) {
                Poll::Ready(flushed) => return Poll::Ready(flushed.map_err(Error::Io)),
                Poll::Pending => ready!(self.poll_fill(context))?,
            }
        }
    }

    /// A server that goes says why before it closes, which may be there to be read.
    fn last_words(&mut self, error: std::io::Error) -> Error {
        while let Poll::Ready(Ok(())) = self.poll_fill(&mut Context::from_waker(Waker::noop())) {}
        while let Ok(Some(message)) = Message::parse(&mut self.inbox) {
            if let Message::ErrorResponse(body) = message {
                return body.into();
            }
        }
        Error::Io(error)
    }

    pub(crate) async fn fill(&mut self) -> Result<(), Error> {
        poll_fn(|context| self.poll_fill(context)).await
    }

    /// Takes in some of what the server says.
    fn poll_fill(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.inbox.reserve(READ);
        match ready!(poll_read_buf(Pin::new(&mut self.socket), context, &mut self.inbox))? {
            0 => Poll::Ready(Err(Error::Closed)),
            _ => Poll::Ready(Ok(())),
        }
    }

    /// The next message that is for whoever asks; what the server says for other reasons is passed over.
    pub(crate) async fn receive(&mut self) -> Result<Message, Error> {
        loop {
            match self.message().await? {
                Message::ParameterStatus(body) => self.kind.hear(&body)?,
                Message::NoticeResponse(_) | Message::NotificationResponse(_) | Message::CloseComplete => {}
                message => return Ok(message),
            }
        }
    }

    pub(crate) async fn message(&mut self) -> Result<Message, Error> {
        self.skip_unread().await?;
        loop {
            if let Some(message) = Message::parse(&mut self.inbox)? {
                if let Message::ReadyForQuery(body) = &message {
                    self.is_ready(body.status())?;
                }
                return Ok(message);
            }
            poll_fn(|context| self.poll_fill(context)).await?;
        }
    }

    fn is_ready(&mut self, status: u8) -> Result<(), Error> {
        self.transaction = Some(match status {
            b'I' => Transaction::None,
            b'T' => Transaction::Open,
            b'E' => Transaction::Failed,
            _ => return Err(Error::Unexpected),
        });
        if self.inbox.is_empty() && self.inbox.capacity() > KEPT {
            self.inbox = BytesMut::with_capacity(READ);
        }
        Ok(())
    }

    /// Waits for what `NOTIFY` sends to a channel that this session listens to: its payload.
    pub async fn notification(&mut self) -> Result<String, Error> {
        loop {
            match self.message().await? {
                Message::NotificationResponse(body) => return Ok(body.message()?.to_owned()),
                Message::NoticeResponse(_) | Message::ParameterStatus(_) => {}
                Message::ErrorResponse(body) => return Err(body.into()),
                _ => return Err(Error::Unexpected),
            }
        }
    }

    /// Whether the server, who has been asked nothing, is still there. It takes a look and does not wait.
    pub fn is_alive(&mut self) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        loop {
            match self.poll_fill(&mut context) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(_)) => return false,
                Poll::Pending => return self.has_no_last_words(),
            }
        }
    }

    /// What a server says unasked is news, unless it is an error, which it says before it goes.
    fn has_no_last_words(&mut self) -> bool {
        while let Ok(Some(header)) = Header::parse(&self.inbox) {
            if !matches!(header.tag(), b'N' | b'S' | b'A') {
                return false;
            }
            match Message::parse(&mut self.inbox) {
                Ok(Some(Message::ParameterStatus(body))) if self.kind.hear(&body).is_err() => return false,
                Ok(Some(_)) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
        true
    }
}

impl Drop for Session {
    /// Takes leave, as far as that can be done at once.
    fn drop(&mut self) {
        if self.transaction.is_none() {
            return;
        }
        let mut message = BytesMut::new();
        frontend::terminate(&mut message);
        let mut context = Context::from_waker(Waker::noop());
        let _ = Pin::new(&mut self.socket).poll_write(&mut context, &message);
        let _ = Pin::new(&mut self.socket).poll_flush(&mut context);
    }
}
