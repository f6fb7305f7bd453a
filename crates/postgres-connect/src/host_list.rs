//! The servers of a URL by libpq's rules: hosts and ports are lists, the parameters `host` and `port` replace the part
//! before the path, and an omitted port is the default port where the list has others. tokio-postgres reads a
//! parameter's list as a single name, and adds parameters to the part before the path instead of replacing it.
//!
//! Rejects an invalid port.

use crate::error::AddressError;
use std::num::NonZeroU16;
use tokio_postgres::Config;

/// Postgres's registered port.
pub const DEFAULT_PORT: u16 = 5432;

/// Two comma-separated lists, as they are written.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Hosts {
    names: Option<String>,
    ports: Option<String>,
}

impl Hosts {
    /// Reads `one:5432,[::1]:5433,three`, which is percent-decoded already.
    pub fn parse_authority(text: &str) -> Hosts {
        let (names, ports): (Vec<&str>, Vec<&str>) = text.split(',').map(name_and_port).unzip();
        let list = |items: Vec<&str>| Some(items.join(",")).filter(|list| !list.is_empty());
        Hosts { names: list(names), ports: list(ports) }
    }

    /// Takes the parameter's value if it is `host` or `port`, and returns whether it is. The last occurrence counts.
    pub fn take(&mut self, name: &str, value: impl FnOnce() -> String) -> bool {
        let slot = match name {
            "host" => &mut self.names,
            "port" => &mut self.ports,
            _ => return false,
        };
        *slot = Some(value()).filter(|list| !list.is_empty());
        true
    }

    /// Adds them to a configuration without hosts.
    ///
    /// # Errors
    /// When a port is not a number from 1 to 65535.
    pub fn add_to(&self, config: &mut Config) -> Result<(), AddressError> {
        for name in items(self.names.as_deref()) {
            config.host(if name.is_empty() { "localhost" } else { name });
        }
        for port in items(self.ports.as_deref()) {
            let number = if port.is_empty() { Ok(DEFAULT_PORT) } else { port.parse().map(NonZeroU16::get) };
            config.port(number.map_err(|_| AddressError::Port)?);
        }
        Ok(())
    }
}

fn items(list: Option<&str>) -> impl Iterator<Item = &str> {
    list.into_iter().flat_map(|list| list.split(','))
}

/// An IPv6 address stands in brackets, because it contains colons itself.
fn name_and_port(text: &str) -> (&str, &str) {
    match text.strip_prefix('[').and_then(|text| text.split_once(']')) {
        Some((address, rest)) => (address, rest.strip_prefix(':').unwrap_or(rest)),
        None => text.split_once(':').unwrap_or((text, "")),
    }
}
