//! The start of a process, until it accepts connections.

use std::io;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use tokio::net::{TcpStream, UnixStream};
use tokio::time::Instant;

use super::service::{Listen, Service};
use super::socket::Upstream;
use super::socket_folder::SocketFolder;
use crate::process::{Child, ChildCommand, Spawner};

const ACCEPT_POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Why a process did not start.
#[derive(Debug, thiserror::Error)]
pub(super) enum BootError {
    #[error("it could not be started: {0}")]
    Spawn(#[from] io::Error),
    #[error("it ended before it listened: {0}")]
    Ended(ExitStatus),
    #[error("it did not listen within {} s", .0.as_secs())]
    Timeout(Duration),
}

/// Starts a process and waits until it accepts connections.
///
/// # Errors
/// When it cannot be started, ends, or does not listen in time.
pub(super) async fn boot(
    service: &Service,
    folder: &SocketFolder,
    spawner: &Spawner,
) -> Result<(Child, Upstream), BootError> {
    let name = service.name.as_str();
    let upstream = Upstream::new(&service.name, folder.next_generation())?;
    let socket = upstream.socket(folder);
    let began = Instant::now();
    let mut child = spawner.spawn(name, &command(service, &socket)).await?;
    tokio::select! {
        () = until_accepting(service.listen, &socket) => {}
        ended = child.wait() => return Err(BootError::Ended(ended?)),
        () = tokio::time::sleep(service.boot_timeout) => return Err(BootError::Timeout(service.boot_timeout)),
    }
    let boot_ms = began.elapsed().as_secs_f64() * 1000.0;
    tracing::info!(service = name, pid = child.pid(), boot_ms, "started");
    Ok((child, upstream))
}

fn command(service: &Service, socket: &Path) -> ChildCommand {
    let mut command = service.command.clone();
    if service.listen == Listen::Socket {
        command.env.push(("SOCKET".to_owned(), socket.to_string_lossy().into_owned()));
    }
    command
}

/// Polls until a connection succeeds. Every millisecond, because a function listens about two milliseconds after its
/// start and its first request is waiting.
async fn until_accepting(listen: Listen, socket: &Path) {
    loop {
        let accepted = match listen {
            Listen::Socket => UnixStream::connect(socket).await.is_ok(),
            Listen::Tcp(address) => TcpStream::connect(address).await.is_ok(),
        };
        if accepted {
            return;
        }
        tokio::time::sleep(ACCEPT_POLL_INTERVAL).await;
    }
}
