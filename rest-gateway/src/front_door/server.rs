//! The two HTTP servers: the public one and the one for operators.

use std::io;
use std::net::{SocketAddr, TcpListener};

use actix_web::dev::ServerHandle;
use actix_web::middleware::from_fn;
use actix_web::web::Data;
use actix_web::{App, HttpServer};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::task::JoinHandle;

use super::Door;
use super::observe::observe;
use super::proxy::Proxy;
use super::{admin, routes};
use crate::http_server::{self, AddressLimit, Limits, Socket};

/// A quarter of what one thread takes: a large office behind one address has room, and others have the rest.
const CONNECTIONS_PER_ADDRESS: usize = 2_500;
const OPEN_FILES: u64 = 65_536;

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
            Ok(Err(error)) => tracing::warn!("the server ended badly: {error}"),
            Err(panicked) => tracing::error!("the server ended badly: {panicked}"),
        }
    }
}

/// A request on its way to a process holds two file descriptors, and many systems allow a process 1024 unless it asks.
pub(crate) fn allow_many_connections() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(OPEN_FILES, |maximum| maximum.min(OPEN_FILES));
    if limit.current.is_some_and(|current| current < wanted) {
        let raised = Rlimit { current: Some(wanted), maximum: limit.maximum };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!("cannot raise the limit of open files: {error}");
        }
    }
}

pub(super) fn public(listener: TcpListener, door: Data<Door>, workers: Option<usize>) -> io::Result<Server> {
    allow_many_connections();
    let address = listener.local_addr()?;
    let limits = Limits { workers, ..Limits::default() };
    let proxies = door.clone();
    let addresses =
        AddressLimit::new(CONNECTIONS_PER_ADDRESS, move |peer| proxies.trusted_proxies.trusts(peer));
    let server = http_server::serve(Socket::Tcp(listener), limits, &addresses, move || {
        service_kit::serve::set_batch_scheduling();
        App::new()
            .app_data(door.clone())
            .app_data(Data::new(Proxy::new(&door.host)))
            .configure(routes::public(&door))
            .wrap(from_fn(observe))
    })?;
    Ok(Server { address, handle: server.handle(), task: tokio::spawn(server) })
}

pub(super) fn admin(listener: TcpListener, door: Data<Door>) -> io::Result<Server> {
    let address = listener.local_addr()?;
    let server = HttpServer::new(move || App::new().app_data(door.clone()).configure(admin::routes))
        .workers(1)
        .client_request_timeout(Limits::default().head_timeout)
        .shutdown_timeout(1)
        .disable_signals()
        .listen(listener)?
        .run();
    Ok(Server { address, handle: server.handle(), task: tokio::spawn(server) })
}
