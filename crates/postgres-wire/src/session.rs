//! One connection: its batches, its statements, and the transaction state that the server reported last.

use std::task::{Context, Poll, Waker};

use postgres_connect::{Server, Socket, SslMode};
use postgres_protocol::message::backend::{Header, Message};
use postgres_protocol::message::frontend;

use crate::cancel::CancelKey;
use crate::error::Error;
use crate::kind::ServerKind;
use crate::statement::Statement;
use crate::stream::MessageStream;

/// A connection after its login.
pub struct Session {
    pub(crate) stream: MessageStream,
    /// `None` while a batch is under way.
    transaction: Option<Transaction>,
    key: CancelKey,
    pub(crate) kind: ServerKind,
    /// Number of statements prepared so far, which is the name of the last one.
    statements: u64,
    /// Names of statements to close with the next batch.
    statements_to_close: Vec<String>,
}

/// The transaction state that the server reports after each batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transaction {
    /// No transaction is open.
    None,
    /// A transaction is open.
    Open,
    /// A statement failed: the transaction can only be rolled back.
    Failed,
}

impl Session {
    pub(crate) fn new(socket: Socket, server: Server, mode: SslMode) -> Session {
        Session {
            stream: MessageStream::new(socket),
            transaction: None,
            key: CancelKey { server, mode, process: 0, secret: 0 },
            kind: ServerKind::default(),
            statements: 0,
            statements_to_close: Vec::new(),
        }
    }

    /// Cancels the session's running statement, on another connection.
    pub fn cancel_key(&self) -> &CancelKey {
        &self.key
    }

    /// The server that it is connected to.
    pub fn server(&self) -> &Server {
        &self.key.server
    }

    /// Whether transactions are read-write by default. `None` if the server, or a pooler in front of it, did not report
    /// it.
    pub fn allows_writes(&self) -> Option<bool> {
        self.kind.allows_writes()
    }

    pub(crate) fn set_cancel_key(&mut self, process: i32, secret: i32) {
        (self.key.process, self.key.secret) = (process, secret);
    }

    pub(crate) fn tls_server_end_point(&self) -> Option<Vec<u8>> {
        self.stream.tls_server_end_point()
    }

    /// Registers the socket with the current runtime, which is woken by the server's responses from now on.
    ///
    /// # Errors
    /// When the process has no file descriptor left.
    pub fn rebind_to_current_runtime(&mut self) -> Result<(), Error> {
        self.stream.rebind_to_current_runtime()
    }

    /// `None` when a batch was not read to its end: the session cannot run another one.
    pub fn transaction(&self) -> Option<Transaction> {
        self.transaction
    }

    /// Starts a batch with a `Close` for each forgotten statement. The names stay in `statements_to_close` until a
    /// batch is sent, because this one may be dropped before that.
    pub(crate) fn begin(&mut self) -> Result<(), Error> {
        if self.transaction.is_none() {
            return Err(Error::Closed);
        }
        self.stream.outbox.clear();
        for name in &self.statements_to_close {
            frontend::close(b'S', name, &mut self.stream.outbox).map_err(Error::unsendable)?;
        }
        Ok(())
    }

    /// Runs statements without parameters, separated by semicolons, and discards their rows.
    ///
    /// # Errors
    /// The first error of a statement, or of the connection.
    pub async fn execute(&mut self, sql: &str) -> Result<(), Error> {
        self.begin()?;
        frontend::query(sql, &mut self.stream.outbox).map_err(Error::unsendable)?;
        self.send().await?;
        let mut first_error = None;
        loop {
            match self.receive().await {
                Ok(Message::ReadyForQuery(_)) => return first_error.map_or(Ok(()), Err),
                Ok(Message::ErrorResponse(body)) => first_error = Some(body.into()),
                Ok(
                    Message::RowDescription(_)
                    | Message::DataRow(_)
                    | Message::CommandComplete(_)
                    | Message::EmptyQueryResponse,
                ) => {}
                Ok(_) => return Err(Error::Unexpected),
                // A server that shuts down sends the reason before it closes the connection.
                Err(error) => return Err(first_error.unwrap_or(error)),
            }
        }
    }

    pub(crate) fn next_name(&mut self) -> String {
        self.statements += 1;
        format!("s{}", self.statements)
    }

    /// Closes a statement. The Close message is sent with the next batch.
    pub fn forget(&mut self, statement: &Statement) {
        self.statements_to_close.push(statement.name.clone());
    }

    /// Discards the rest of an abandoned batch's results, so that the session can be used again. Returns at once when
    /// no batch is under way. The future is cancel-safe.
    ///
    /// # Errors
    /// When the batch was not sent to its end, or the connection fails: then the session can only be closed.
    pub async fn finish_batch(&mut self) -> Result<(), Error> {
        if !self.stream.outbox.is_empty() && self.transaction.is_none() {
            return Err(Error::Closed);
        }
        while self.transaction.is_none() {
            self.stream.flush().await?;
            self.receive().await?;
        }
        Ok(())
    }

    /// Closes the connection and waits until the server has closed it too, which it does after the running statement.
    /// What the server still sends is discarded. The future is cancel-safe.
    pub async fn closed(&mut self) {
        self.stream.outbox.clear();
        if self.transaction.take().is_some() {
            frontend::terminate(&mut self.stream.outbox);
            if self.stream.send().await.is_err() {
                return;
            }
        }
        self.stream.closed().await;
    }

    /// Discards the rest of a batch in which a statement failed. Returns that error.
    pub(crate) async fn discard_batch(&mut self, error: Error) -> Error {
        loop {
            match self.receive().await {
                Ok(Message::ReadyForQuery(_)) | Err(_) => return error,
                Ok(_) => {}
            }
        }
    }

    /// Sends the batch in the outbox.
    pub(crate) async fn send(&mut self) -> Result<(), Error> {
        self.transaction = None;
        self.statements_to_close.clear();
        self.stream.send().await
    }

    /// The next message of the batch. Asynchronous messages are handled on the way.
    pub(crate) async fn receive(&mut self) -> Result<Message, Error> {
        loop {
            match self.message().await? {
                Message::ParameterStatus(body) => self.kind.update(&body)?,
                Message::NoticeResponse(_) | Message::NotificationResponse(_) | Message::CloseComplete => {}
                message => return Ok(message),
            }
        }
    }

    pub(crate) async fn message(&mut self) -> Result<Message, Error> {
        let message = self.stream.message().await?;
        if let Message::ReadyForQuery(body) = &message {
            self.set_ready(body.status())?;
        }
        Ok(message)
    }

    fn set_ready(&mut self, status: u8) -> Result<(), Error> {
        self.transaction = Some(match status {
            b'I' => Transaction::None,
            b'T' => Transaction::Open,
            b'E' => Transaction::Failed,
            _ => return Err(Error::Unexpected),
        });
        self.stream.shrink_inbox();
        Ok(())
    }

    /// Waits for the next notification on a channel that the session listens to. Returns its payload.
    ///
    /// # Errors
    /// When the connection fails.
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

    /// Checks without waiting whether the server has closed an idle connection.
    pub fn is_alive(&mut self) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        loop {
            match self.stream.poll_fill(&mut context) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(_)) => return false,
                Poll::Pending => return self.has_no_closing_error(),
            }
        }
    }

    /// Handles asynchronous messages. False when there is an error, which a server sends before it closes the
    /// connection.
    fn has_no_closing_error(&mut self) -> bool {
        while let Ok(Some(header)) = Header::parse(&self.stream.inbox) {
            if !matches!(header.tag(), b'N' | b'S' | b'A') {
                return false;
            }
            match Message::parse(&mut self.stream.inbox) {
                Ok(Some(Message::ParameterStatus(body))) if self.kind.update(&body).is_err() => return false,
                Ok(Some(_)) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
        true
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.transaction.is_some() {
            self.stream.try_terminate();
        }
    }
}
