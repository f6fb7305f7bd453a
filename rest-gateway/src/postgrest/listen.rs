//! The sockets to answer on. PostgREST names hosts as its HTTP library does: `*` is every address, `*4` and `*6` prefer
//! one kind of it, `!4` and `!6` take that kind alone; a name is looked up.

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

use super::ServeError;
use super::environment::ServerSettings;
use crate::http_server::Socket;

const REACHED_WITHIN: Duration = Duration::from_secs(1);

/// Connections that wait until they are taken; PostgREST's.
const BACKLOG: u32 = 2048;

/// Where the API is.
pub(super) enum Address {
    Tcp(SocketAddr),
    Unix(PathBuf),
}

impl Address {
    /// Whether it takes a connection, as an operator's would be.
    pub async fn is_reached(&self) -> bool {
        let connecting = async {
            match self {
                Address::Tcp(address) => TcpStream::connect(address).await.map(drop),
                Address::Unix(path) => UnixStream::connect(path).await.map(drop),
            }
        };
        matches!(timeout(REACHED_WITHIN, connecting).await, Ok(Ok(())))
    }

    /// For the log, as PostgREST writes it.
    pub fn bare(&self) -> String {
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

/// Where operators ask, if they may.
pub(super) fn admin(server: &ServerSettings) -> Result<Option<Socket>, ServeError> {
    if let Some(path) = &server.admin_unix_socket {
        return unix(path, server.admin_unix_socket_mode).map(|listener| Some(Socket::Unix(listener)));
    }
    let host = server.admin_host.as_deref().unwrap_or(&server.host);
    let listener = server.admin_port.map(|port| tcp(host, port, alone)).transpose()?;
    Ok(listener.map(Socket::Tcp))
}

pub(super) fn api(server: &ServerSettings) -> Result<(Socket, Address), ServeError> {
    let socket = match &server.unix_socket {
        Some(path) => Socket::Unix(unix(path, server.unix_socket_mode)?),
        None => Socket::Tcp(tcp(&server.host, server.port, if server.reuse_port { shared } else { alone })?),
    };
    let address = address(&socket)?;
    Ok((socket, address))
}

type Bind = fn(SocketAddr) -> io::Result<TcpListener>;

fn tcp(host: &str, port: u16, bind: Bind) -> Result<TcpListener, ServeError> {
    let at = |host: &str| first((host, port).to_socket_addrs()?, bind);
    let listener = match host {
        // A socket of IPv6 takes IPv4 as well, where the system allows it.
        "*" | "*6" => at("::").or_else(|_| at("0.0.0.0")),
        "*4" => at("0.0.0.0").or_else(|_| at("::")),
        "!4" => at("0.0.0.0"),
        "!6" => at("::"),
        name => at(name),
    };
    listener.map_err(|cause| ServeError::Listen { address: format!("{host}:{port}"), cause })
}

/// The first of a host's addresses that can be had.
fn first(addresses: impl Iterator<Item = SocketAddr>, bind: Bind) -> io::Result<TcpListener> {
    let mut refused = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in addresses {
        match bind(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

fn alone(address: SocketAddr) -> io::Result<TcpListener> {
    TcpListener::bind(address)
}

/// Other processes may listen there as well, each on a socket of its own among which the system chooses.
fn shared(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.set_reuseport(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)?.into_std()
}

/// A socket that an earlier run left behind is replaced; any other file is not.
fn unix(path: &str, mode: u32) -> Result<UnixListener, ServeError> {
    let bind = || {
        if fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket()) {
            fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        fs::set_permissions(path, Permissions::from_mode(mode))?;
        Ok(listener)
    };
    bind().map_err(|cause| ServeError::Listen { address: path.to_owned(), cause })
}
