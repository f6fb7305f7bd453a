//! Where a URL says that the servers are, by libpq's rules: hosts and their ports are lists, a parameter counts instead of
//! what stands before the path, and a port that is left out is the usual one, or for the caller to fill in where none is
//! named. tokio-postgres takes a parameter's list for one name, and adds where libpq replaces.
//!
//! Rejects a port that is none.

use crate::error::AddressError;
use std::num::NonZeroU16;
use tokio_postgres::Config;

const USUAL_PORT: u16 = 5432;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Hosts {
    names: Option<String>,
    ports: Option<String>,
}

impl Hosts {
    /// Out of `one:5432,[::1]:5433,three`, decoded.
    pub fn before_path(text: &str) -> Hosts {
        let (names, ports): (Vec<&str>, Vec<&str>) = text.split(',').map(name_and_port).unzip();
        let list = |items: Vec<&str>| Some(items.join(",")).filter(|list| !list.is_empty());
        Hosts { names: list(names), ports: list(ports) }
    }

    /// Whether the parameter is one of these. The last one of a name counts.
    pub fn take(&mut self, name: &str, value: impl FnOnce() -> String) -> bool {
        let slot = match name {
            "host" => &mut self.names,
            "port" => &mut self.ports,
            _ => return false,
        };
        *slot = Some(value()).filter(|list| !list.is_empty());
        true
    }

    /// Adds them to a configuration that knows of none.
    pub fn add_to(&self, config: &mut Config) -> Result<(), AddressError> {
        for name in items(self.names.as_deref()) {
            config.host(if name.is_empty() { "localhost" } else { name });
        }
        for port in items(self.ports.as_deref()) {
            let number = if port.is_empty() { Ok(USUAL_PORT) } else { port.parse().map(NonZeroU16::get) };
            config.port(number.map_err(|_| AddressError::Port)?);
        }
        Ok(())
    }
}

fn items(list: Option<&str>) -> impl Iterator<Item = &str> {
    list.into_iter().flat_map(|list| list.split(','))
}

/// An IPv6 address stands in brackets, for it is full of colons.
fn name_and_port(text: &str) -> (&str, &str) {
    match text.strip_prefix('[').and_then(|text| text.split_once(']')) {
        Some((address, rest)) => (address, rest.strip_prefix(':').unwrap_or(rest)),
        None => text.split_once(':').unwrap_or((text, "")),
    }
}
