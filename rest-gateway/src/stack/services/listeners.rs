//! Binds the TCP ports of a stack before anything is started, so that a port in use is reported at once.

use crate::config::Config;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

/// A port that cannot be bound.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address}: {cause}{}", hint(.cause))]
pub struct ListenError {
    address: SocketAddr,
    cause: io::Error,
}

fn hint(cause: &io::Error) -> &'static str {
    match cause.kind() {
        ErrorKind::AddrInUse => "; another one is taken with --port, and any free one with --port 0",
        _ => "",
    }
}

/// The front door's sockets.
pub struct Listeners {
    pub api: TcpListener,
    pub admin: Option<TcpListener>,
}

impl Listeners {
    /// Binds the public port (`port`, else that of the configuration) and the admin port.
    pub fn bind(config: &Config, port: Option<u16>) -> Result<Listeners, ListenError> {
        let api = bind(SocketAddr::new(config.api.host, port.unwrap_or(config.api.port.into())))?;
        let admin =
            config.api.admin_port.map(|port| bind(SocketAddr::new(config.api.admin_host, port.into())));
        Ok(Listeners { api, admin: admin.transpose()? })
    }

    /// The front door's URL for processes on this machine.
    pub fn local_url(&self, host: IpAddr) -> String {
        let port = self.api.local_addr().map(|address| address.port()).unwrap_or_default();
        let host = if host.is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { host };
        format!("http://{}", SocketAddr::new(host, port))
    }
}

/// A loopback address whose port was free a moment ago.
pub fn free_loopback_address() -> Result<SocketAddr, ListenError> {
    let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    bind(any)?.local_addr().map_err(|cause| ListenError { address: any, cause })
}

/// A loopback address with this port, or with a free one if another program uses it.
pub fn loopback_address(port: u16) -> Result<SocketAddr, ListenError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    match bind(address) {
        Ok(listener) => listener.local_addr().map_err(|cause| ListenError { address, cause }),
        Err(_) => free_loopback_address(),
    }
}

fn bind(address: SocketAddr) -> Result<TcpListener, ListenError> {
    TcpListener::bind(address).map_err(|cause| ListenError { address, cause })
}
