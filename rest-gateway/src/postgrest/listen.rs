//! Binds the sockets of the API and of the admin server. Hosts are written as in PostgREST's HTTP library: `*` is every
//! address, `*4` and `*6` prefer one address family, `!4` and `!6` require it; any other text is an address or a host
//! name.

use std::fmt;
use std::fs::{self, Permissions};
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::net::{TcpSocket, TcpStream, UnixStream};
use tokio::time::timeout;

use super::server_settings::ServerSettings;
use crate::http_server::Socket;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// The listen backlog of PostgREST.
const BACKLOG: u32 = 2048;

/// A socket that cannot be bound.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address}: {cause}")]
pub struct ListenError {
    address: String,
    cause: io::Error,
}

/// The address of a listening socket.
pub(super) enum Address {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

impl Address {
    /// Opens a connection, as a client would.
    pub async fn accepts_connections(&self) -> bool {
        let connecting = async {
            match self {
                Address::Tcp(address) => TcpStream::connect(address).await.map(drop),
                Address::Unix(path) => UnixStream::connect(path).await.map(drop),
            }
        };
        matches!(timeout(CONNECT_TIMEOUT, connecting).await, Ok(Ok(())))
    }

    /// In the format of PostgREST's log.
    pub fn for_log(&self) -> String {
        match self {
            Address::Tcp(address) => address.to_string(),
            Address::Unix(path) => path.display().to_string(),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp(address) => write!(f, "http://{address}"),
            Address::Unix(path) => path.display().fmt(f),
        }
    }
}

pub(super) fn address(socket: &Socket) -> io::Result<Address> {
    Ok(match socket {
        Socket::Tcp(listener) => Address::Tcp(listener.local_addr()?),
        Socket::Unix(listener) => {
            Address::Unix(listener.local_addr()?.as_pathname().unwrap_or(Path::new("")).to_owned())
        }
    })
}

/// Binds the admin server's socket, if one is configured.
pub(super) fn admin(server: &ServerSettings) -> Result<Option<Socket>, ListenError> {
    if let Some(path) = &server.admin_unix_socket {
        return unix(path, server.admin_unix_socket_mode).map(|listener| Some(Socket::Unix(listener)));
    }
    let host = server.admin_host.as_deref().unwrap_or(&server.host);
    let listener = server.admin_port.map(|port| tcp(host, port, bind)).transpose()?;
    Ok(listener.map(Socket::Tcp))
}

/// Binds the API's socket.
pub(super) fn api(server: &ServerSettings) -> Result<(Socket, Address), ListenError> {
    let bind: Bind = if server.reuse_port { bind_shared } else { bind };
    let socket = match &server.unix_socket {
        Some(path) => Socket::Unix(unix(path, server.unix_socket_mode)?),
        None => Socket::Tcp(tcp(&server.host, server.port, bind)?),
    };
    let address = address(&socket)
        .map_err(|cause| ListenError { address: format!("{}:{}", server.host, server.port), cause })?;
    Ok((socket, address))
}

type Bind = fn(SocketAddr) -> io::Result<TcpListener>;

fn tcp(host: &str, port: u16, bind: Bind) -> Result<TcpListener, ListenError> {
    let at = |host: &str| bind_first((host, port).to_socket_addrs()?, bind);
    let listener = match host {
        // An IPv6 socket also accepts IPv4, where the system allows it.
        "*" | "*6" => at("::").or_else(|_| at("0.0.0.0")),
        "*4" => at("0.0.0.0").or_else(|_| at("::")),
        "!4" => at("0.0.0.0"),
        "!6" => at("::"),
        name => at(name),
    };
    listener.map_err(|cause| ListenError { address: format!("{host}:{port}"), cause })
}

/// Binds the first address that can be bound; otherwise returns the last error.
fn bind_first(addresses: impl Iterator<Item = SocketAddr>, bind: Bind) -> io::Result<TcpListener> {
    let mut last_error = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in addresses {
        match bind(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => last_error = error,
        }
    }
    Err(last_error)
}

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    TcpListener::bind(address)
}

/// Binds with `SO_REUSEPORT`: other processes may listen on the same port, and the kernel distributes connections.
fn bind_shared(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.set_reuseport(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)?.into_std()
}

/// Replaces a stale socket file of an earlier run, but no other file.
fn unix(path: &str, mode: u32) -> Result<UnixListener, ListenError> {
    let bind = || {
        if fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket()) {
            fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        fs::set_permissions(path, Permissions::from_mode(mode))?;
        Ok(listener)
    };
    bind().map_err(|cause| ListenError { address: path.to_owned(), cause })
}
