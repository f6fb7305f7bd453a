//! The two HTTP servers: the public one and the admin one.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::middleware::from_fn;
use actix_web::web::Data;
use actix_web::{App, HttpServer};
use tokio::task::JoinHandle;

use super::observe::observe;
use super::proxy::Proxy;
use super::state::AppState;
use super::{admin, routes};
use crate::http_server::{self, AddressLimit, Certificates, Limits, Socket, raise_open_file_limit};

/// A quarter of one worker's connections: enough for a large office behind one address, without starving other clients.
const CONNECTIONS_PER_ADDRESS: usize = 2_500;

#[derive(Debug)]
pub(super) struct Server {
    address: SocketAddr,
    handle: ServerHandle,
    task: JoinHandle<io::Result<()>>,
}

impl Server {
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) async fn stop(self) {
        self.handle.stop(true).await;
        match self.task.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!("the server failed while stopping: {error}"),
            Err(panicked) => tracing::error!("the server panicked: {panicked}"),
        }
    }
}

pub(super) fn public(
    listener: TcpListener,
    certificates: Option<Arc<Certificates>>,
    state: Data<AppState>,
    workers: Option<usize>,
    drain: Duration,
) -> io::Result<Server> {
    raise_open_file_limit();
    let address = listener.local_addr()?;
    let limits = Limits { workers, drain, ..Limits::default() };
    let app_state = state.clone();
    let addresses =
        AddressLimit::new(CONNECTIONS_PER_ADDRESS, move |peer| app_state.trusted_proxies.trusts(peer));
    let server = http_server::serve(Socket::Tcp(listener), limits, &addresses, certificates, move || {
        service_kit::serve::set_batch_scheduling();
        App::new()
            .app_data(state.clone())
            .app_data(Data::new(Proxy::new(&state.host, state.lifecycle.clone())))
            .configure(routes::public(&state))
            .wrap(from_fn(observe))
    })?;
    Ok(Server { address, handle: server.handle(), task: tokio::spawn(server) })
}

pub(super) fn admin(listener: TcpListener, state: Data<AppState>) -> io::Result<Server> {
    let address = listener.local_addr()?;
    let server = HttpServer::new(move || App::new().app_data(state.clone()).configure(admin::routes))
        .workers(1)
        .client_request_timeout(Limits::default().head_timeout)
        .shutdown_timeout(1)
        .disable_signals()
        .listen(listener)?
        .run();
    Ok(Server { address, handle: server.handle(), task: tokio::spawn(server) })
}
