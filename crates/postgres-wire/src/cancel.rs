//! Stops the statement that runs on a session, over a connection of its own, as the protocol wants it.

use bytes::BytesMut;
use postgres_connect::{Connector, Server, SslMode};
use postgres_protocol::message::frontend;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::error::Error;

#[derive(Debug, Clone)]
pub struct CancelKey {
    pub(crate) server: Server,
    pub(crate) mode: SslMode,
    pub(crate) process: i32,
    pub(crate) secret: i32,
}

impl CancelKey {
    /// Ends when the server has taken notice. Whether there was a statement to stop, it does not say.
    pub async fn cancel(&self, connector: &Connector) -> Result<(), Error> {
        let mut socket = connector.open(&self.server, self.mode).await?;
        let mut message = BytesMut::new();
        frontend::cancel_request(self.process, self.secret, &mut message);
        socket.write_all(&message).await?;
        socket.flush().await?;
        // The server answers by closing.
        let _ = socket.read(&mut [0]).await;
        Ok(())
    }
}
