//! A server of HTTP/1.1 around actix-http, and of HTTP/2. It adds to actix-web's own server a timeout for each phase of a
//! connection, a limit of connections per client address, TLS by `rustls`, and URLs that clients did not percent-encode
//! (docs/decisions/0004).

mod address_limit;
mod body_timeout;
mod certificates;
mod client_stream;
mod connection;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod differential;
mod framing;
mod http2;
mod incoming;
mod limits;
mod open_files;
mod protocols;
mod stall;
mod target_encoding;
#[cfg(test)]
mod tests;
mod upgrade;

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::time::Duration;

use actix_http::body::MessageBody;
use actix_http::error::DispatchError;
use actix_http::{Request, Response};
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service};
use actix_web::dev::{AppConfig, Server, Service, ServiceRequest};
use actix_web::{Error, HttpMessage};
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpStream, UnixStream};

pub(crate) use self::address_limit::AddressLimit;
pub(crate) use self::body_timeout::{is_timeout, with_read_timeout};
pub use self::certificates::{CertificateError, Certificates};
use self::client_stream::ClientStream;
use self::incoming::{Encryption, Incoming, Protocol};
pub(crate) use self::limits::Limits;
pub(crate) use self::open_files::raise_open_file_limit;
use self::protocols::protocols;
pub(crate) use self::upgrade::UpgradeFlag;

const KEEPALIVE_AFTER: Duration = Duration::from_secs(30);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);
/// How long sent data may stay unacknowledged (`TCP_USER_TIMEOUT`).
#[cfg(target_os = "linux")]
const USER_TIMEOUT: Duration = Duration::from_secs(60);

/// The local address that actix-web reports for a Unix socket.
const UNIX_SOCKET_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// A listening socket.
pub(crate) enum Socket {
    Tcp(TcpListener),
    Unix(UnixListener),
}

/// Runs a server. `app` creates the application of each worker thread. With `certificates`, a TCP socket speaks TLS.
///
/// # Errors
/// When the socket cannot be used.
pub(crate) fn serve<F, I, S, B>(
    socket: Socket,
    limits: Limits,
    addresses: &AddressLimit,
    certificates: Option<Arc<Certificates>>,
    app: F,
) -> io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: Debug,
    S::Response: Into<Response<B>> + 'static,
    S::Service: 'static,
    <S::Service as Service<Request>>::Future: 'static,
    B: MessageBody + 'static,
{
    let mut builder = Server::build()
        .max_concurrent_connections(limits.connections)
        .shutdown_timeout(limits.drain.as_secs())
        .disable_signals();
    if let Some(workers) = limits.workers {
        builder = builder.workers(workers.max(1));
    }
    // On shutdown, idle keep-alive connections are closed, as in actix-web's own server.
    let shutdown = builder.graceful_shutdown_signal();
    let builder = match socket {
        Socket::Tcp(listener) => {
            let address = listener.local_addr()?;
            set_options_of_connections(&listener)?;
            let addresses = addresses.clone();
            builder.listen("http", listener, move || {
                let (addresses, certificates) = (addresses.clone(), certificates.clone());
                let accepting = shutdown.clone();
                fn_service(move |connection: TcpStream| {
                    let peer = connection.peer_addr().ok();
                    let slot = addresses.count(peer.map(|peer| peer.ip()));
                    let (certificates, shutdown) = (certificates.clone(), accepting.clone());
                    async move {
                        // A connection over the limit is closed without a handshake.
                        let slot = slot.map_err(|()| io::Error::from(io::ErrorKind::ConnectionRefused))?;
                        let (certificates, timeout) = (certificates.as_deref(), limits.head_timeout);
                        let (stream, protocol) =
                            ClientStream::accept(connection, certificates, timeout, &shutdown).await?;
                        let encryption = stream.encryption();
                        Ok::<_, DispatchError>(Incoming { stream, protocol, encryption, peer, slot })
                    }
                })
                .and_then(protocols(app(), limits, address, shutdown.clone()))
            })?
        }
        Socket::Unix(listener) => builder.listen_uds("http", listener, move || {
            fn_service(async |stream: UnixStream| {
                let (protocol, encryption) = (Protocol::Http1, Encryption(false));
                Ok(Incoming { stream, protocol, encryption, peer: None, slot: None })
            })
            .and_then(protocols(app(), limits, UNIX_SOCKET_ADDRESS, shutdown.clone()))
        })?,
    };
    Ok(builder.run())
}

/// Sets the options that accepted sockets inherit.
///
/// They detect clients that vanished without closing the connection, such as a phone that lost its network: on an idle
/// connection by TCP keepalive, with data in flight by the TCP user timeout. And they send each write at once: otherwise
/// a body that is written after its head would wait for the client's acknowledgement, which it may delay by 40 ms.
fn set_options_of_connections(listener: &TcpListener) -> io::Result<()> {
    let socket = SockRef::from(listener);
    socket.set_tcp_nodelay(true)?;
    let probes = TcpKeepalive::new().with_time(KEEPALIVE_AFTER).with_interval(KEEPALIVE_INTERVAL);
    socket.set_tcp_keepalive(&probes)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(USER_TIMEOUT))?;
    Ok(())
}

/// Whether the client's connection to this server is encrypted.
pub(crate) fn is_encrypted(request: &ServiceRequest) -> bool {
    // actix has data of connections only for HTTP/1.1.
    let of_connection = request.conn_data::<Encryption>().copied();
    of_connection.or_else(|| request.extensions().get().copied()).is_some_and(|Encryption(is)| is)
}
