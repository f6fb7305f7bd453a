//! Connections to the processes' unix sockets. A process's address is `NAME.GENERATION`: a socket's
//! file name and, for the HTTP client's pool, a host name, so a connection to a dead process is never taken for its
//! successor's.

use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::Uri;
use hyper::http::uri::Authority;
use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;
use tokio::time::Instant;

use super::ServiceName;
use super::socket_folder::SocketFolder;

/// In a burst, how long a request waits for a place in the queue of a socket.
const LONGEST_QUEUE: Duration = Duration::from_secs(10);

/// One running process as the HTTP client knows it: the host part of its URL.
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

/// Turns the host of a URL into a connection to the socket of that name. Only names that `Upstream` makes resolve.
#[derive(Clone, Debug)]
pub struct SocketConnector {
    folder: Arc<SocketFolder>,
}

impl SocketConnector {
    pub(super) fn new(folder: Arc<SocketFolder>) -> SocketConnector {
        SocketConnector { folder }
    }
}

impl tower_service::Service<Uri> for SocketConnector {
    type Response = TokioIo<UnixStream>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let socket = uri.host().map(|host| self.folder.path().join(host));
        Box::pin(async move {
            let socket = socket.ok_or_else(|| io::Error::from(io::ErrorKind::AddrNotAvailable))?;
            connect_in_turn(&socket).await.map(TokioIo::new)
        })
    }
}

/// A unix socket whose queue is full refuses at once, where TCP would wait: in a burst, the requests wait here.
async fn connect_in_turn(socket: &Path) -> io::Result<UnixStream> {
    let give_up = Instant::now() + LONGEST_QUEUE;
    loop {
        match UnixStream::connect(socket).await {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < give_up => {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            outcome => return outcome,
        }
    }
}
