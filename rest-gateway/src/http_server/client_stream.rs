//! The stream of a client: encrypted, or plain. With a certificate only clients on this machine, such as the functions, may
//! leave out the encryption.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;

use super::certificates::Certificates;

/// The first byte of a TLS connection (RFC 8446, 5.1: a record with a handshake). No request of HTTP begins with it.
const HANDSHAKE: u8 = 22;

pub(super) enum ClientStream {
    Plain(TcpStream),
    Encrypted(Box<TlsStream<TcpStream>>),
}

/// Whether a connection is encrypted; connection data in actix's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encryption(pub(crate) bool);

impl ClientStream {
    /// Accepts a connection, with the handshake of TLS if it begins with one.
    ///
    /// # Errors
    /// When the handshake fails or takes longer than `timeout`, and for a plain connection from another machine.
    pub(super) async fn accept(
        connection: TcpStream,
        certificates: Option<&Certificates>,
        timeout: Duration,
    ) -> io::Result<ClientStream> {
        let Some(certificates) = certificates else { return Ok(ClientStream::Plain(connection)) };
        let accepting = async {
            let mut first = [0];
            connection.peek(&mut first).await?;
            if first == [HANDSHAKE] {
                let stream = certificates.acceptor().accept(connection).await?;
                return Ok(ClientStream::Encrypted(Box::new(stream)));
            }
            match is_of_this_machine(&connection)? {
                true => Ok(ClientStream::Plain(connection)),
                false => Err(io::Error::from(io::ErrorKind::ConnectionRefused)),
            }
        };
        tokio::time::timeout(timeout, accepting).await?
    }

    pub(super) fn encryption(&self) -> Encryption {
        Encryption(matches!(self, ClientStream::Encrypted(_)))
    }
}

fn is_of_this_machine(connection: &TcpStream) -> io::Result<bool> {
    let (peer, own) = (connection.peer_addr()?.ip().to_canonical(), connection.local_addr()?.ip());
    Ok(peer.is_loopback() || peer == own.to_canonical())
}

impl AsyncRead for ClientStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            ClientStream::Plain(stream) => Pin::new(stream).poll_read(context, out),
            ClientStream::Encrypted(stream) => Pin::new(stream).poll_read(context, out),
        }
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            ClientStream::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            ClientStream::Encrypted(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            ClientStream::Plain(stream) => Pin::new(stream).poll_write_vectored(context, slices),
            ClientStream::Encrypted(stream) => Pin::new(stream).poll_write_vectored(context, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            ClientStream::Plain(stream) => stream.is_write_vectored(),
            ClientStream::Encrypted(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            ClientStream::Plain(stream) => Pin::new(stream).poll_flush(context),
            ClientStream::Encrypted(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            ClientStream::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            ClientStream::Encrypted(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
