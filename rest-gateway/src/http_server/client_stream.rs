//! The stream of a client: encrypted, or plain. With a certificate only clients on this machine, such as the functions, may
//! leave out the encryption. An encrypted client chooses its protocol in the handshake; a plain one begins with the
//! preface of HTTP/2 if it knows that this server speaks it (RFC 9113, 3.3).

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_server::GracefulShutdownSignal;
use bytes::{Buf, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;

use super::certificates::{Certificates, HTTP2};
use super::incoming::{Encryption, Protocol};

/// The first byte of a TLS connection (RFC 8446, 5.1: a record with a handshake). No request of HTTP begins with it.
const HANDSHAKE: u8 = 22;
/// How the preface of HTTP/2 begins. No method has this name.
const PREFACE: &[u8] = b"PRI ";
/// Bytes that are read to find out the protocol: mostly a whole request head of HTTP/1.1.
const FIRST_READ: usize = 4096;

pub(super) struct ClientStream {
    /// Bytes that were read to find out the protocol.
    first: BytesMut,
    socket: Socket,
}

enum Socket {
    Plain(TcpStream),
    Encrypted(Box<TlsStream<TcpStream>>),
}

impl ClientStream {
    /// Accepts a connection, with the handshake of TLS if it begins with one, and finds out its protocol.
    ///
    /// # Errors
    /// When the client sends too little within `timeout` or until the shutdown, when the handshake fails, and for a plain
    /// connection from another machine.
    pub(super) async fn accept(
        connection: TcpStream,
        certificates: Option<&Certificates>,
        timeout: Duration,
        shutdown: &GracefulShutdownSignal,
    ) -> io::Result<(ClientStream, Protocol)> {
        let accepting = async {
            let socket = socket(connection, certificates).await?;
            let mut stream = ClientStream { first: BytesMut::new(), socket };
            let protocol = stream.protocol().await?;
            Ok::<_, io::Error>((stream, protocol))
        };
        tokio::select! {
            biased;
            accepted = tokio::time::timeout(timeout, accepting) => accepted?,
            () = shutdown.notified() => Err(io::ErrorKind::ConnectionAborted.into()),
        }
    }

    pub(super) fn encryption(&self) -> Encryption {
        Encryption(matches!(self.socket, Socket::Encrypted(_)))
    }

    async fn protocol(&mut self) -> io::Result<Protocol> {
        let stream = match &mut self.socket {
            Socket::Plain(stream) => stream,
            Socket::Encrypted(stream) => {
                let chosen = stream.get_ref().1.alpn_protocol();
                return Ok(if chosen == Some(HTTP2) { Protocol::Http2 } else { Protocol::Http1 });
            }
        };
        self.first.reserve(FIRST_READ);
        // As long as the preface may still follow.
        while self.first.len() < PREFACE.len() && PREFACE.starts_with(&self.first) {
            if stream.read_buf(&mut self.first).await? == 0 {
                break;
            }
        }
        Ok(if self.first.starts_with(PREFACE) { Protocol::Http2 } else { Protocol::Http1 })
    }
}

async fn socket(connection: TcpStream, certificates: Option<&Certificates>) -> io::Result<Socket> {
    let Some(certificates) = certificates else { return Ok(Socket::Plain(connection)) };
    let mut first = [0];
    connection.peek(&mut first).await?;
    if first == [HANDSHAKE] {
        let stream = certificates.acceptor().accept(connection).await?;
        return Ok(Socket::Encrypted(Box::new(stream)));
    }
    match is_of_this_machine(&connection)? {
        true => Ok(Socket::Plain(connection)),
        false => Err(io::Error::from(io::ErrorKind::ConnectionRefused)),
    }
}

fn is_of_this_machine(connection: &TcpStream) -> io::Result<bool> {
    let (peer, own) = (connection.peer_addr()?.ip().to_canonical(), connection.local_addr()?.ip());
    Ok(peer.is_loopback() || peer == own.to_canonical())
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.first.is_empty() {
            let part = self.first.len().min(out.remaining());
            out.put_slice(&self.first[..part]);
            self.first.advance(part);
            if self.first.is_empty() {
                self.first = BytesMut::new();
            }
            return Poll::Ready(Ok(()));
        }
        match &mut self.socket {
            Socket::Plain(stream) => Pin::new(stream).poll_read(context, out),
            Socket::Encrypted(stream) => Pin::new(stream).poll_read(context, out),
        }
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match &mut self.socket {
            Socket::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            Socket::Encrypted(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match &mut self.socket {
            Socket::Plain(stream) => Pin::new(stream).poll_write_vectored(context, slices),
            Socket::Encrypted(stream) => Pin::new(stream).poll_write_vectored(context, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match &self.socket {
            Socket::Plain(stream) => stream.is_write_vectored(),
            Socket::Encrypted(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.socket {
            Socket::Plain(stream) => Pin::new(stream).poll_flush(context),
            Socket::Encrypted(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.socket {
            Socket::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            Socket::Encrypted(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
