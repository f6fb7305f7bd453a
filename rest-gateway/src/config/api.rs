//! `[api]`: where the front door listens and what the REST engine exposes.

use super::values::{HttpUrl, Networks, Number, Port};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use std::net::{IpAddr, Ipv4Addr};

/// The section.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Api {
    /// Whether `/rest/v1` is served.
    pub enabled: bool,
    pub host: IpAddr,
    pub port: Port,
    /// The public URL of this origin; by default `http://127.0.0.1:<port>`.
    pub external_url: Option<HttpUrl>,
    /// Exposed schemas; the first is the default one.
    #[serde(deserialize_with = "one_or_more")]
    pub schemas: Vec<String>,
    pub extra_search_path: Vec<String>,
    pub max_rows: Option<Number<1, 1_000_000_000>>,
    /// Size of the REST engine's connection pool.
    pub db_pool: Number<1, 1000>,
    /// Port of `/livez`, `/readyz` and `/metrics` on loopback; 0 picks a free port. By default they are disabled.
    pub admin_port: Option<Port>,
    /// Proxies whose `X-Forwarded-*` headers are believed.
    pub trusted_proxies: Networks,
    /// Worker threads; by default one per core.
    pub workers: Option<Number<1, 256>>,
}

impl Default for Api {
    fn default() -> Api {
        Api {
            enabled: true,
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: Number(54321),
            external_url: None,
            schemas: vec!["public".into()],
            extra_search_path: vec!["public".into(), "extensions".into()],
            max_rows: Some(Number(1000)),
            db_pool: Number(10),
            admin_port: None,
            trusted_proxies: Networks::default(),
            workers: None,
        }
    }
}

fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let valid = !names.is_empty() && names.iter().all(|name| !name.trim().is_empty());
    valid.then_some(names).ok_or_else(|| D::Error::custom("expected the names of one or more schemas"))
}
