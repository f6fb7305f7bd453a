//! An HTTP/1 server around actix-http. It adds to actix-web's own server a timeout for each phase of a connection, a
//! limit of connections per client address, TLS by `rustls`, and URLs that clients did not percent-encode (docs/decisions/0004).

mod address_limit;
mod body_timeout;
mod certificates;
mod client_stream;
mod connection;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod differential;
mod framing;
mod limits;
mod open_files;
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
use actix_http::{HttpService, Protocol, Request, Response};
use actix_server::GracefulShutdownSignal;
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::Error;
use actix_web::dev::{AppConfig, Server, Service};
use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};

pub(crate) use self::address_limit::AddressLimit;
pub(crate) use self::body_timeout::{is_timeout, with_read_timeout};
pub use self::certificates::{CertificateError, Certificates};
use self::client_stream::ClientStream;
pub(crate) use self::client_stream::Encryption;
use self::connection::ClientConnection;
pub(crate) use self::limits::Limits;
pub(crate) use self::open_files::raise_open_file_limit;
pub(crate) use self::upgrade::UpgradeFlag;

const KEEPALIVE_AFTER: Duration = Duration::from_secs(30);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);
/// How long sent data may stay unacknowledged (`TCP_USER_TIMEOUT`).
#[cfg(target_os = "linux")]
const USER_TIMEOUT: Duration = Duration::from_secs(60);

/// The local address that actix-web reports for a Unix socket.
const UNIX_SOCKET_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// A connection in the form that actix's HTTP service accepts.
type Connection<T> = (ClientConnection<T>, Protocol, Option<SocketAddr>);

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
                fn_service(move |connection: TcpStream| {
                    let peer = connection.peer_addr().ok();
                    let slot = addresses.count(peer.map(|peer| peer.ip()));
                    // A connection over the limit is closed without a handshake.
                    let certificates = certificates.clone().filter(|_| slot.is_ok());
                    async move {
                        let timeout = limits.head_timeout;
                        let stream =
                            ClientStream::accept(connection, certificates.as_deref(), timeout).await?;
                        let encryption = stream.encryption();
                        let connection = ClientConnection::counted(stream, limits, slot);
                        let connection = connection.with_encryption(encryption);
                        Ok::<_, DispatchError>((connection, Protocol::Http1, peer))
                    }
                })
                .and_then(http(app(), limits, address, shutdown.clone()))
            })?
        }
        Socket::Unix(listener) => builder.listen_uds("http", listener, move || {
            fn_service(move |connection: UnixStream| async move {
                Ok((ClientConnection::new(connection, limits), Protocol::Http1, None))
            })
            .and_then(http(app(), limits, UNIX_SOCKET_ADDRESS, shutdown.clone()))
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

fn http<T, I, S, B>(
    app: I,
    limits: Limits,
    address: SocketAddr,
    shutdown: GracefulShutdownSignal,
) -> impl ServiceFactory<Connection<T>, Config = (), Response = (), Error = DispatchError, InitError = ()>
where
    T: AsyncRead + AsyncWrite + Unpin + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: Debug,
    S::Response: Into<Response<B>> + 'static,
    S::Service: 'static,
    <S::Service as Service<Request>>::Future: 'static,
    B: MessageBody + 'static,
{
    let app = app.into_factory().map_err(|error| error.into().error_response());
    // The only constructor that sets the address in a server that is not actix-web's own.
    let config = AppConfig::__priv_test_new(false, address.to_string(), address);
    HttpService::build()
        .graceful_shutdown_signal(move || {
            let shutdown = shutdown.clone();
            async move { shutdown.notified().await }
        })
        .keep_alive(limits.keep_alive)
        .client_request_timeout(limits.head_timeout)
        .client_disconnect_timeout(limits.client_disconnect_timeout)
        // A client that closes its connection cancels its request, because nobody would read the response.
        .h1_allow_half_closed(false)
        .local_addr(address)
        .on_connect_ext(|connection: &ClientConnection<T>, data: &mut actix_http::Extensions| {
            data.insert(connection.upgrade_flag());
            data.insert(connection.encryption());
        })
        .finish(map_config(app, move |()| config.clone()))
}
