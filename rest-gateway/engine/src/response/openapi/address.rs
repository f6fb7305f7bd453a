//! The address under which clients reach the API.

use std::net::SocketAddr;

use crate::config::Config;

pub(super) struct Address {
    pub scheme: String,
    pub host: String,
    pub path: String,
}

impl Address {
    /// The address of the configured proxy with an explicit port, or else this server's own.
    pub fn of(config: &Config, own: SocketAddr) -> Address {
        let Some(uri) = config.openapi_server_proxy_uri.as_deref() else {
            return Address { scheme: "http".to_owned(), host: own.to_string(), path: "/".to_owned() };
        };
        let (scheme, rest) = uri.split_once("://").unwrap_or(("http", uri));
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let host = match scheme {
            _ if has_port => host.to_owned(),
            "https" => format!("{host}:443"),
            _ => format!("{host}:80"),
        };
        Address { scheme: scheme.to_owned(), host, path: format!("/{path}") }
    }
}
