//! Opens a connection to a server without logging in, with the encryption that the address requires.

use crate::connector::Connector;
use crate::error::OpenError;
use crate::host::{Endpoint, Server};
use crate::socket::{Socket, set_tcp_options};
use std::future::Future;
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;
use tokio_postgres::config::{SslMode, SslNegotiation};

impl Connector {
    /// Connects to a server, within `connect_timeout` where the address sets one, and negotiates TLS unless `mode` is
    /// `Disable`. `Prefer` continues without TLS if the server does not offer it.
    ///
    /// # Errors
    /// When the server is not reached, does not offer the TLS that `mode` requires, or fails the handshake.
    pub async fn open(&self, server: &Server, mode: SslMode) -> Result<Socket, OpenError> {
        let mut stream = match &server.endpoint {
            // Postgres never encrypts a Unix socket: its bytes stay on this machine.
            Endpoint::Unix { folder, port } => {
                let path = folder.join(format!(".s.PGSQL.{port}"));
                let connected = self.within_timeout(UnixStream::connect(path)).await;
                return Ok(Socket::Unix(connected.map_err(|error| with_server(server, &error))?));
            }
            Endpoint::Tcp(address) => {
                let connected = self.within_timeout(TcpStream::connect(address)).await;
                connected.map_err(|error| with_server(server, &error))?
            }
        };
        set_tcp_options(&stream, self.config())?;
        if mode == SslMode::Disable {
            return Ok(Socket::Tcp(stream));
        }
        let asks_first = self.config().get_ssl_negotiation() == SslNegotiation::Postgres;
        if asks_first && !request_tls(&mut stream).await? {
            return if mode == SslMode::Require { Err(OpenError::NoTls) } else { Ok(Socket::Tcp(stream)) };
        }
        Ok(Socket::Tls(self.tls.encrypt(&server.name, stream).await?))
    }

    /// Checks that a server still answers, on a connection of its own and without a login. Has no time limit: the
    /// caller sets one.
    ///
    /// # Errors
    /// When the server is not reached, or closes the connection without an answer.
    pub async fn ping(&self, server: &Server) -> Result<(), OpenError> {
        match &server.endpoint {
            Endpoint::Unix { folder, port } => {
                let path = folder.join(format!(".s.PGSQL.{port}"));
                request_tls(&mut UnixStream::connect(path).await?).await?;
            }
            Endpoint::Tcp(address) => {
                request_tls(&mut TcpStream::connect(address).await?).await?;
            }
        }
        Ok(())
    }

    async fn within_timeout<T>(&self, connecting: impl Future<Output = io::Result<T>>) -> io::Result<T> {
        match self.connect_timeout() {
            Some(limit) => timeout(limit, connecting).await.map_err(|_| io::ErrorKind::TimedOut)?,
            None => connecting.await,
        }
    }
}

/// Adds the server to the error: an address may list several.
fn with_server(server: &Server, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{server}: {error}"))
}

/// Sends `SSLRequest`. True when the server accepts TLS.
async fn request_tls(stream: &mut (impl AsyncRead + AsyncWrite + Unpin)) -> io::Result<bool> {
    /// The message's length and the code that stands for `SSLRequest`.
    const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];
    stream.write_all(&SSL_REQUEST).await?;
    Ok(stream.read_u8().await? == b'S')
}
