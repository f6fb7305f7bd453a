//! The servers of an address: its list of hosts, and the socket addresses of each host.

use crate::connector::Connector;
use crate::host_list::DEFAULT_PORT;
use rand::seq::SliceRandom;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use tokio::net::lookup_host;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, LoadBalanceHosts};

/// One entry of an address's list of hosts: a name, an IP address or both, with its port.
#[derive(Debug, Clone)]
pub struct HostEntry {
    host: Option<Host>,
    address: Option<IpAddr>,
    port: u16,
}

/// One socket address at which a server may listen.
#[derive(Debug, Clone)]
pub struct Server {
    pub(crate) endpoint: Endpoint,
    /// The name that the server's certificate must carry; empty where the host has none.
    pub(crate) name: String,
}

#[derive(Debug, Clone)]
pub enum Endpoint {
    Tcp(SocketAddr),
    Unix { folder: PathBuf, port: u16 },
}

/// `host:port` as the address names them, with the IP address for a host without a name.
impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.endpoint {
            Endpoint::Tcp(address) if self.name.is_empty() => address.fmt(f),
            Endpoint::Tcp(address) => write!(f, "{}:{}", self.name, address.port()),
            Endpoint::Unix { folder, port } => write!(f, "{}:{port}", folder.display()),
        }
    }
}

impl Connector {
    /// The hosts of the address in the order in which they are tried: as listed, or shuffled with
    /// `load_balance_hosts=random`.
    ///
    /// # Errors
    /// When the address lists no host, or lists of different lengths.
    pub fn hosts(&self) -> io::Result<Vec<HostEntry>> {
        let mut hosts = host_entries(self.config())?;
        if self.balances_load() {
            hosts.shuffle(&mut rand::rng());
        }
        if hosts.is_empty() { Err(invalid("the address names no server")) } else { Ok(hosts) }
    }

    /// The socket addresses of a host. A name is resolved, without a time limit.
    ///
    /// # Errors
    /// When the name cannot be resolved.
    pub async fn resolve(&self, host: &HostEntry) -> io::Result<Vec<Server>> {
        let (name, address) = match (&host.host, host.address) {
            (Some(Host::Tcp(name)), address) => (name.clone(), address),
            (Some(Host::Unix(folder)), None) => {
                let endpoint = Endpoint::Unix { folder: folder.clone(), port: host.port };
                return Ok(vec![Server { endpoint, name: String::new() }]);
            }
            (Some(Host::Unix(_)) | None, address) => (String::new(), address),
        };
        let mut addresses: Vec<SocketAddr> = match address {
            Some(address) => vec![SocketAddr::new(address, host.port)],
            None => {
                let found = lookup_host((name.as_str(), host.port)).await;
                found.map_err(|error| unresolved(&name, &error))?.collect()
            }
        };
        if self.balances_load() {
            addresses.shuffle(&mut rand::rng());
        }
        let server = |address| Server { endpoint: Endpoint::Tcp(address), name: name.clone() };
        Ok(addresses.into_iter().map(server).collect())
    }

    fn balances_load(&self) -> bool {
        self.config().get_load_balance_hosts() == LoadBalanceHosts::Random
    }
}

impl HostEntry {
    /// Adds this entry to a configuration that has no host yet.
    pub(crate) fn add_to(&self, config: &mut Config) {
        match &self.host {
            Some(Host::Tcp(name)) => {
                config.host(name);
            }
            Some(Host::Unix(folder)) => {
                config.host_path(folder);
            }
            None => {}
        }
        if let Some(address) = self.address {
            config.hostaddr(address);
        }
        config.port(self.port);
    }
}

impl Server {
    /// Adds this server to a configuration that has no host yet.
    pub(crate) fn add_to(&self, config: &mut Config) {
        match &self.endpoint {
            Endpoint::Tcp(address) => {
                if !self.name.is_empty() {
                    config.host(&self.name);
                }
                config.hostaddr(address.ip()).port(address.port());
            }
            Endpoint::Unix { folder, port } => {
                config.host_path(folder).port(*port);
            }
        }
    }
}

/// Hosts, their addresses and their ports are parallel lists; a single port serves all hosts.
fn host_entries(config: &Config) -> io::Result<Vec<HostEntry>> {
    let (hosts, addresses, ports) = (config.get_hosts(), config.get_hostaddrs(), config.get_ports());
    let count = hosts.len().max(addresses.len());
    if !hosts.is_empty() && !addresses.is_empty() && hosts.len() != addresses.len() {
        return Err(invalid("there are not as many hostaddrs as hosts"));
    }
    if ports.len() > 1 && ports.len() != count {
        return Err(invalid("there are not as many ports as hosts"));
    }
    let entry = |index| HostEntry {
        host: hosts.get(index).cloned(),
        address: addresses.get(index).copied(),
        port: ports.get(index).or(ports.first()).copied().unwrap_or(DEFAULT_PORT),
    };
    Ok((0..count).map(entry).collect())
}

/// `host:port` of each server that the address lists, for an error.
pub fn listed_servers(config: &Config) -> String {
    let ports = config.get_ports();
    let port = |index: usize| ports.get(index).or_else(|| ports.first()).copied().unwrap_or(DEFAULT_PORT);
    let servers = config.get_hosts().iter().enumerate().map(|(index, host)| match host {
        Host::Tcp(name) if name.contains(':') => format!("[{name}]:{}", port(index)),
        Host::Tcp(name) => format!("{name}:{}", port(index)),
        Host::Unix(folder) => format!("{}/.s.PGSQL.{}", folder.display(), port(index)),
    });
    servers.collect::<Vec<_>>().join(", ")
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}

/// libpq's message, with the name.
fn unresolved(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("could not translate host name \"{name}\" to address: {error}"))
}
