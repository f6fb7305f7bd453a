//! A connection before the login: a Unix socket, TCP or TLS over TCP.

use crate::tls::Stream;
use socket2::{SockRef, TcpKeepalive};
use std::io;
use std::os::fd::AsFd;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UnixStream};
use tokio_postgres::Config;

/// A connection to a server.
pub enum Socket {
    /// A Unix socket.
    Unix(UnixStream),
    /// TCP without encryption.
    Tcp(TcpStream),
    /// TLS over TCP.
    Tls(Stream<TcpStream>),
}

impl Socket {
    /// The channel binding data for SCRAM: `tls-server-end-point` of RFC 5929. `None` without TLS, and for a
    /// certificate whose signature algorithm defines no hash.
    pub fn tls_server_end_point(&self) -> Option<Vec<u8>> {
        match self {
            Socket::Tls(stream) => stream.tls_server_end_point(),
            Socket::Unix(_) | Socket::Tcp(_) => None,
        }
    }

    /// Registers the connection with the current tokio runtime instead of the one that it was made in: from now on this
    /// runtime is woken when the server answers.
    ///
    /// # Errors
    /// When the process may open no more files. The connection then stays with its runtime.
    pub fn rebind_to_current_runtime(&mut self) -> io::Result<()> {
        match self {
            Socket::Unix(stream) => {
                *stream = UnixStream::from_std(stream.as_fd().try_clone_to_owned()?.into())?;
            }
            Socket::Tcp(stream) => *stream = reregistered(stream)?,
            Socket::Tls(stream) => {
                let tcp = stream.get_mut();
                *tcp = reregistered(tcp)?;
            }
        }
        Ok(())
    }
}

fn reregistered(stream: &TcpStream) -> io::Result<TcpStream> {
    TcpStream::from_std(stream.as_fd().try_clone_to_owned()?.into())
}

/// Applies `TCP_NODELAY`, keepalive and `TCP_USER_TIMEOUT`, as tokio-postgres does on its own connections.
pub fn set_tcp_options(stream: &TcpStream, config: &Config) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    #[cfg(target_os = "linux")]
    if let Some(limit) = config.get_tcp_user_timeout() {
        socket.set_tcp_user_timeout(Some(*limit))?;
    }
    if config.get_keepalives() {
        let mut keepalive = TcpKeepalive::new().with_time(config.get_keepalives_idle());
        if let Some(interval) = config.get_keepalives_interval() {
            keepalive = keepalive.with_interval(interval);
        }
        if let Some(retries) = config.get_keepalives_retries() {
            keepalive = keepalive.with_retries(retries);
        }
        socket.set_tcp_keepalive(&keepalive)?;
    }
    Ok(())
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Socket::Unix(stream) => Pin::new(stream).poll_read(context, buffer),
            Socket::Tcp(stream) => Pin::new(stream).poll_read(context, buffer),
            Socket::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Socket::Unix(stream) => Pin::new(stream).poll_write(context, bytes),
            Socket::Tcp(stream) => Pin::new(stream).poll_write(context, bytes),
            Socket::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Socket::Unix(stream) => Pin::new(stream).poll_flush(context),
            Socket::Tcp(stream) => Pin::new(stream).poll_flush(context),
            Socket::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Socket::Unix(stream) => Pin::new(stream).poll_shutdown(context),
            Socket::Tcp(stream) => Pin::new(stream).poll_shutdown(context),
            Socket::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
