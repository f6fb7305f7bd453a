//! HTTP/1 as actix-web's own server speaks it, but for URLs that clients have not percent-encoded: these are served, not
//! refused (docs/decisions/0004).

mod messages;
mod raw_targets;

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::net::UnixListener;
use std::time::Duration;

use actix_http::body::MessageBody;
use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol, Request, Response};
use actix_server::GracefulShutdownSignal;
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::Error;
use actix_web::dev::{AppConfig, Server, Service};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};

use self::raw_targets::RawTargets;

/// How long a client may take for its headers.
pub(crate) const HEADERS_WITHIN: Duration = Duration::from_secs(10);
const KEEP_ALIVE: Duration = Duration::from_secs(75);
const DRAIN_SECONDS: u64 = 10;

/// The address that actix-web gives to what answers on a Unix socket.
const NOWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// As actix's service takes them.
type Connection<T> = (RawTargets<T>, Protocol, Option<SocketAddr>);

/// Where it answers.
pub(crate) enum Socket {
    Tcp(TcpListener),
    Unix(UnixListener),
}

/// In what the servers differ.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// How long a connection that ends may take for it.
    pub client_disconnect_timeout: Duration,
    /// Connections at once, of each thread.
    pub connections: usize,
    /// Threads; one for each core where it is not said.
    pub workers: Option<usize>,
}

/// Serves what `app` makes, an `App` for each thread.
///
/// # Errors
/// When the socket cannot be used.
pub(crate) fn serve<F, I, S, B>(socket: Socket, limits: Limits, app: F) -> io::Result<Server>
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
        .shutdown_timeout(DRAIN_SECONDS)
        .disable_signals();
    if let Some(workers) = limits.workers {
        builder = builder.workers(workers.max(1));
    }
    // As with actix-web's own server, connections that wait for a request end with it.
    let ending = builder.graceful_shutdown_signal();
    let builder = match socket {
        Socket::Tcp(listener) => {
            let address = listener.local_addr()?;
            builder.listen("http", listener, move || {
                fn_service(|connection: TcpStream| async {
                    let peer = connection.peer_addr().ok();
                    Ok((RawTargets::new(connection), Protocol::Http1, peer))
                })
                .and_then(http(app(), limits, address, ending.clone()))
            })?
        }
        Socket::Unix(listener) => builder.listen_uds("http", listener, move || {
            fn_service(|connection: UnixStream| async {
                Ok((RawTargets::new(connection), Protocol::Http1, None))
            })
            .and_then(http(app(), limits, NOWHERE, ending.clone()))
        })?,
    };
    Ok(builder.run())
}

fn http<T, I, S, B>(
    app: I,
    limits: Limits,
    address: SocketAddr,
    ending: GracefulShutdownSignal,
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
    // For servers that are not actix-web's own there is no other way to say where they are.
    let config = AppConfig::__priv_test_new(false, address.to_string(), address);
    HttpService::build()
        .graceful_shutdown_signal(move || {
            let ending = ending.clone();
            async move { ending.notified().await }
        })
        .keep_alive(KEEP_ALIVE)
        .client_request_timeout(HEADERS_WITHIN)
        .client_disconnect_timeout(limits.client_disconnect_timeout)
        .h1_allow_half_closed(true)
        .local_addr(address)
        .finish(map_config(app, move |()| config.clone()))
}
