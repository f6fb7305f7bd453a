//! `[api]`: where the front door listens and what the REST engine exposes.

use super::values::{HttpUrl, Networks, Number, Port};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use std::net::{IpAddr, Ipv4Addr};

#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Api {
    /// Whether `/rest/v1` answers.
    pub enabled: bool,
    pub host: IpAddr,
    pub port: Port,
    /// How the world sees this origin; `http://127.0.0.1:<port>` when absent.
    pub external_url: Option<HttpUrl>,
    /// Exposed schemas; the first is the default one.
    #[serde(deserialize_with = "one_or_more")]
    pub schemas: Vec<String>,
    pub extra_search_path: Vec<String>,
    pub max_rows: Option<Number<1, 1_000_000_000>>,
    /// Connections of the REST engine.
    pub db_pool: Number<1, 1000>,
    /// `/livez`, `/readyz` and `/metrics` on loopback; 0 takes a free port, absent leaves them out.
    pub admin_port: Option<Port>,
    /// Whose `X-Forwarded-For` counts.
    pub trusted_proxies: Networks,
    /// Threads that answer; one for each core when absent.
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
    let given = !names.is_empty() && names.iter().all(|name| !name.trim().is_empty());
    given.then_some(names).ok_or_else(|| D::Error::custom("expected the names of one or more schemas"))
}
