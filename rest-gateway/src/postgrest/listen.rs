//! The sockets to answer on. PostgREST names hosts as its HTTP library does: `*` is every address, `*4` and `*6` prefer
//! one kind of it, `!4` and `!6` take that kind alone; a name is looked up.

use std::fmt;
use std::fs::{self, Permissions};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;

use super::ServeError;
use super::environment::ServerSettings;

const REACHED_WITHIN: Duration = Duration::from_secs(1);

pub(super) struct Sockets {
    pub api: Socket,
    pub admin: Option<TcpListener>,
    pub address: Address,
}

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
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp(address) => write!(f, "http://{address}"),
            Address::Unix(path) => path.display().fmt(f),
        }
    }
}

pub(super) enum Socket {
    Tcp(TcpListener),
    Unix(UnixListener),
}

pub(super) fn bind(server: &ServerSettings) -> Result<Sockets, ServeError> {
    let admin_host = server.admin_host.as_deref().unwrap_or(&server.host);
    let admin = server.admin_port.map(|port| tcp(admin_host, port)).transpose()?;
    if let Some(path) = &server.unix_socket {
        let listener = unix(Path::new(path), server.unix_socket_mode)
            .map_err(|cause| ServeError::Listen { address: path.clone(), cause })?;
        return Ok(Sockets { api: Socket::Unix(listener), admin, address: Address::Unix(path.into()) });
    }
    let listener = tcp(&server.host, server.port)?;
    let address = Address::Tcp(listener.local_addr()?);
    Ok(Sockets { api: Socket::Tcp(listener), admin, address })
}

fn tcp(host: &str, port: u16) -> Result<TcpListener, ServeError> {
    let listener = match host {
        // A socket of IPv6 takes IPv4 as well, where the system allows it.
        "*" | "*6" => TcpListener::bind(("::", port)).or_else(|_| TcpListener::bind(("0.0.0.0", port))),
        "*4" => TcpListener::bind(("0.0.0.0", port)).or_else(|_| TcpListener::bind(("::", port))),
        "!4" => TcpListener::bind(("0.0.0.0", port)),
        "!6" => TcpListener::bind(("::", port)),
        name => TcpListener::bind((name, port)),
    };
    listener.map_err(|cause| ServeError::Listen { address: format!("{host}:{port}"), cause })
}

/// A socket that an earlier run left behind is replaced; any other file is not.
fn unix(path: &Path, mode: u32) -> io::Result<UnixListener> {
    use std::os::unix::fs::FileTypeExt;
    if fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket()) {
        fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, Permissions::from_mode(mode))?;
    Ok(listener)
}
