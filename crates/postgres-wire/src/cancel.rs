//! Cancel requests: they stop the running statement of a session, over a connection of their own.

use bytes::BytesMut;
use postgres_connect::{Connector, Server, SslMode};
use postgres_protocol::message::frontend;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::error::Error;

/// Identifies a session in a cancel request.
#[derive(Debug, Clone)]
pub struct CancelKey {
    pub(crate) server: Server,
    pub(crate) mode: SslMode,
    pub(crate) process: i32,
    pub(crate) secret: i32,
}

impl CancelKey {
    /// Sends a cancel request and waits until the server has processed it. The protocol does not report whether a
    /// statement was running.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn cancel(&self, connector: &Connector) -> Result<(), Error> {
        let mut socket = connector.open(&self.server, self.mode).await?;
        let mut message = BytesMut::new();
        frontend::cancel_request(self.process, self.secret, &mut message);
        socket.write_all(&message).await?;
        socket.flush().await?;
        // The server closes the connection when it has signalled the session's process.
        let _ = socket.read(&mut [0]).await;
        Ok(())
    }
}
