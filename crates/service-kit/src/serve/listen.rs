//! The listening socket: the unix socket at `SOCKET`, else TCP `HOST`:`PORT`.

use super::start_error::StartError;
use crate::environment::{Environment, EnvironmentError};
use socket2::SockRef;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::net::UnixListener;
use std::path::Path;

const DEFAULT_PORT: u16 = 8000;

pub(super) enum Listener {
    Unix(UnixListener),
    Tcp(TcpListener),
}

impl Listener {
    /// The listener and its address for the log.
    pub(super) fn bind(environment: &Environment) -> Result<(Listener, String), StartError> {
        match environment.optional("SOCKET") {
            Some(path) => {
                bind_unix(path).map_err(|cause| StartError::Listen { address: path.to_owned(), cause })
            }
            None => {
                let address = tcp_address(environment)?;
                bind_tcp(address).map_err(|cause| StartError::Listen { address: address.to_string(), cause })
            }
        }
    }
}

fn bind_unix(path: &str) -> std::io::Result<(Listener, String)> {
    remove_stale(Path::new(path))?;
    Ok((Listener::Unix(UnixListener::bind(path)?), path.to_owned()))
}

fn bind_tcp(address: SocketAddr) -> std::io::Result<(Listener, String)> {
    let listener = TcpListener::bind(address)?;
    // Accepted sockets inherit it. Without it a body that is written after its head waits for an acknowledgement.
    SockRef::from(&listener).set_tcp_nodelay(true)?;
    let address = format!("http://{}", listener.local_addr()?);
    Ok((Listener::Tcp(listener), address))
}

fn tcp_address(environment: &Environment) -> Result<SocketAddr, EnvironmentError> {
    let host =
        environment.parsed::<IpAddr>("HOST", "an IP address")?.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let port = environment.parsed::<u16>("PORT", "a port number")?.unwrap_or(DEFAULT_PORT);
    Ok(SocketAddr::new(host, port))
}

/// Removes the socket file that a killed process left, because `bind` fails on it. Other files are left alone.
fn remove_stale(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.file_type().is_socket() => std::fs::remove_file(path),
        _ => Ok(()),
    }
}

/// Removes the socket file at the end of the process.
pub(super) fn remove_socket(environment: &Environment) {
    if let Some(path) = environment.optional("SOCKET") {
        // The next start removes a file that cannot be removed now.
        let _ = remove_stale(Path::new(path));
    }
}
