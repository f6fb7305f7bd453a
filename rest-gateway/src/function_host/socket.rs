//! Connections to service processes over Unix sockets. The address of a process is `NAME.GENERATION`, which is both the
//! socket's file name and the host name that the HTTP client sees. Each process of a host has a generation of its own, so a
//! connection to a predecessor is never reused.

use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::Uri;
use hyper::http::uri::Authority;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;
use tokio::time::Instant;

use super::connections::{ConnectionGuard, Connections};
use super::service::ServiceName;
use super::socket_folder::SocketFolder;

/// How long a connection attempt is retried while the socket's backlog is full.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const RETRY_INTERVAL: Duration = Duration::from_millis(2);

/// The address of one running process: the host part of its URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upstream {
    authority: Authority,
}

impl Upstream {
    pub(super) fn new(name: &ServiceName, generation: u64) -> io::Result<Upstream> {
        let authority =
            Authority::from_maybe_shared(format!("{name}.{generation}")).map_err(io::Error::other)?;
        Ok(Upstream { authority })
    }

    #[must_use]
    pub fn authority(&self) -> &Authority {
        &self.authority
    }

    pub(super) fn socket(&self, folder: &SocketFolder) -> PathBuf {
        folder.path().join(self.authority.as_str())
    }
}

/// A connector for hyper's client: the host of the URL is the name of the socket. Only names made by `Upstream`
/// resolve.
#[derive(Clone, Debug)]
pub struct SocketConnector {
    folder: Arc<SocketFolder>,
    connections: Arc<Connections>,
}

impl SocketConnector {
    pub(super) fn new(folder: Arc<SocketFolder>, connections: Arc<Connections>) -> SocketConnector {
        SocketConnector { folder, connections }
    }
}

impl tower_service::Service<Uri> for SocketConnector {
    type Response = SocketConnection;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let host = uri.host().map(|host| (self.folder.path().join(host), self.connections.opened(host)));
        Box::pin(async move {
            let (socket, guard) = host.ok_or_else(|| io::Error::from(io::ErrorKind::AddrNotAvailable))?;
            let stream = TokioIo::new(connect_with_retry(&socket).await?);
            Ok(SocketConnection { stream, _guard: guard })
        })
    }
}

/// A connection that counts as open until it is dropped.
#[derive(Debug)]
pub struct SocketConnection {
    stream: TokioIo<UnixStream>,
    _guard: ConnectionGuard,
}

impl Connection for SocketConnection {
    fn connected(&self) -> Connected {
        self.stream.connected()
    }
}

impl Read for SocketConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl Write for SocketConnection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, buffers)
    }
}

/// Connects, and retries while the socket's backlog is full: a Unix socket then fails at once, where TCP would wait.
async fn connect_with_retry(socket: &Path) -> io::Result<UnixStream> {
    let deadline = Instant::now() + CONNECT_TIMEOUT;
    loop {
        match UnixStream::connect(socket).await {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < deadline => {
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
            outcome => return outcome,
        }
    }
}
