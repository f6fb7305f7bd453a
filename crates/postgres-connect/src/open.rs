//! Opens connections on which nobody has logged in yet, for a client of the protocol other than tokio-postgres: where the
//! address leads, and encrypted by the same rules.

use crate::Connector;
use crate::tls::{HandshakeError, Stream};
use rand::seq::SliceRandom;
use socket2::{SockRef, TcpKeepalive};
use std::fmt;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpStream, UnixStream, lookup_host};
use tokio::time::timeout;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, LoadBalanceHosts, SslMode, SslNegotiation};

/// One place where a server may listen.
#[derive(Debug, Clone)]
pub struct Server {
    place: Place,
    /// Whom its certificate is for.
    name: String,
}

#[derive(Debug, Clone)]
enum Place {
    Tcp(SocketAddr),
    Unix { folder: PathBuf, port: u16 },
}

/// Host and port, as an address names them; a host without a name by its address.
impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::Tcp(address) if self.name.is_empty() => address.fmt(f),
            Place::Tcp(address) => write!(f, "{}:{}", self.name, address.port()),
            Place::Unix { folder, port } => write!(f, "{}:{port}", folder.display()),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("the server is not reached: {0}")]
    Reach(#[from] io::Error),
    #[error("the server does not speak TLS")]
    NoTls,
    #[error("TLS with the server failed: {0}")]
    Handshake(#[from] HandshakeError),
}

impl OpenError {
    /// Whether the server may be reached without TLS.
    pub fn is_of_encryption(&self) -> bool {
        matches!(self, OpenError::Handshake(_))
    }
}

impl Connector {
    /// How encryption is tried, and how when the server refuses that.
    pub fn modes(&self) -> (SslMode, Option<SslMode>) {
        (self.config.get_ssl_mode(), self.otherwise)
    }

    /// The hosts that the address names, in the order in which they are to be tried.
    pub fn hosts(&self) -> io::Result<Vec<Named>> {
        let mut hosts = hosts(&self.config)?;
        if self.spreads_load() {
            hosts.shuffle(&mut rand::rng());
        }
        if hosts.is_empty() { Err(wrong("the address names no server")) } else { Ok(hosts) }
    }

    /// The places where a host may be reached.
    pub async fn servers(&self, host: &Named) -> io::Result<Vec<Server>> {
        let (name, place) = match (&host.host, host.address) {
            (Some(Host::Tcp(name)), address) => (name.clone(), address),
            (Some(Host::Unix(folder)), None) => {
                let place = Place::Unix { folder: folder.clone(), port: host.port };
                return Ok(vec![Server { place, name: String::new() }]);
            }
            (Some(Host::Unix(_)) | None, address) => (String::new(), address),
        };
        let mut places: Vec<SocketAddr> = match place {
            Some(address) => vec![SocketAddr::new(address, host.port)],
            None => {
                let found = lookup_host((name.as_str(), host.port)).await;
                found.map_err(|error| not_found(&name, &error))?.collect()
            }
        };
        if self.spreads_load() {
            places.shuffle(&mut rand::rng());
        }
        Ok(places.into_iter().map(|place| Server { place: Place::Tcp(place), name: name.clone() }).collect())
    }

    fn spreads_load(&self) -> bool {
        self.config.get_load_balance_hosts() == LoadBalanceHosts::Random
    }

    /// Connects to one of them.
    pub async fn open(&self, server: &Server, mode: SslMode) -> Result<Socket, OpenError> {
        let mut stream = match &server.place {
            // What goes over a unix socket stays on this machine: Postgres never encrypts it.
            Place::Unix { folder, port } => {
                let path = folder.join(format!(".s.PGSQL.{port}"));
                let connected = self.within(UnixStream::connect(path)).await;
                return Ok(Socket::Unix(connected.map_err(|error| named(server, &error))?));
            }
            Place::Tcp(address) => {
                let connected = self.within(TcpStream::connect(address)).await;
                connected.map_err(|error| named(server, &error))?
            }
        };
        set_up(&stream, &self.config)?;
        if mode == SslMode::Disable {
            return Ok(Socket::Tcp(stream));
        }
        if self.config.get_ssl_negotiation() == SslNegotiation::Postgres && !speaks_tls(&mut stream).await? {
            return if mode == SslMode::Require { Err(OpenError::NoTls) } else { Ok(Socket::Tcp(stream)) };
        }
        Ok(Socket::Tls(self.tls.encrypt(&server.name, stream).await?))
    }

    /// Asks a server whether it still answers, on a connection of its own and without a login. It may take for ever: the
    /// caller sets the limit.
    ///
    /// # Errors
    /// When the server is not reached, or closes the connection without an answer.
    pub async fn ping(&self, server: &Server) -> Result<(), OpenError> {
        match &server.place {
            Place::Unix { folder, port } => {
                let path = folder.join(format!(".s.PGSQL.{port}"));
                speaks_tls(&mut UnixStream::connect(path).await?).await?;
            }
            Place::Tcp(address) => {
                speaks_tls(&mut TcpStream::connect(address).await?).await?;
            }
        }
        Ok(())
    }

    async fn within<T>(&self, connecting: impl Future<Output = io::Result<T>>) -> io::Result<T> {
        match self.config.get_connect_timeout() {
            Some(limit) => timeout(*limit, connecting).await.map_err(|_| io::ErrorKind::TimedOut)?,
            None => connecting.await,
        }
    }
}

/// A host as the address names it: by its name, its address or both.
#[derive(Debug, Clone)]
pub struct Named {
    host: Option<Host>,
    address: Option<IpAddr>,
    port: u16,
}

/// Hosts, their addresses and ports are lists that go together; one port may serve for all.
fn hosts(config: &Config) -> io::Result<Vec<Named>> {
    let (hosts, addresses, ports) = (config.get_hosts(), config.get_hostaddrs(), config.get_ports());
    let count = hosts.len().max(addresses.len());
    if !hosts.is_empty() && !addresses.is_empty() && hosts.len() != addresses.len() {
        return Err(wrong("there are not as many hostaddrs as hosts"));
    }
    if ports.len() > 1 && ports.len() != count {
        return Err(wrong("there are not as many ports as hosts"));
    }
    let named = |index| Named {
        host: hosts.get(index).cloned(),
        address: addresses.get(index).copied(),
        port: ports.get(index).or(ports.first()).copied().unwrap_or(5432),
    };
    Ok((0..count).map(named).collect())
}

/// Which server it was: an address may name several.
fn named(server: &Server, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{server}: {error}"))
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}

/// In libpq's words, with the name that may be wrong.
fn not_found(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("could not translate host name \"{name}\" to address: {error}"))
}

fn set_up(stream: &TcpStream, config: &Config) -> io::Result<()> {
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

/// Asks the server whether it does.
async fn speaks_tls(stream: &mut (impl AsyncRead + AsyncWrite + Unpin)) -> io::Result<bool> {
    /// The length of the message and the number that means `SSLRequest`.
    const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];
    stream.write_all(&SSL_REQUEST).await?;
    Ok(stream.read_u8().await? == b'S')
}

/// A connection to a server.
pub enum Socket {
    Unix(UnixStream),
    Tcp(TcpStream),
    Tls(Stream<TcpStream>),
}

impl Socket {
    /// What a login by SCRAM may be bound to: `tls-server-end-point` of RFC 5929.
    pub fn end_point(&self) -> Option<Vec<u8>> {
        match self {
            Socket::Tls(stream) => stream.end_point(),
            Socket::Unix(_) | Socket::Tcp(_) => None,
        }
    }

    /// From now on the runtime that this is called in hears when the server answers, in the place of the one that the
    /// connection was made in.
    ///
    /// # Errors
    /// When the process may open no more files. The connection stays where it was.
    pub fn rebind_to_current_runtime(&mut self) -> io::Result<()> {
        match self {
            Socket::Unix(stream) => {
                *stream = UnixStream::from_std(stream.as_fd().try_clone_to_owned()?.into())?;
            }
            Socket::Tcp(stream) => *stream = moved(stream)?,
            Socket::Tls(stream) => {
                let under = stream.get_mut();
                *under = moved(under)?;
            }
        }
        Ok(())
    }
}

fn moved(stream: &TcpStream) -> io::Result<TcpStream> {
    TcpStream::from_std(stream.as_fd().try_clone_to_owned()?.into())
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
