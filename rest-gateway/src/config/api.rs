//! `[api]`: where the front door listens and what the REST engine exposes.

use super::reader::Section;
use super::values::{HttpUrl, Networks, Number, Port};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

/// The schemas that a new Supabase project exposes. The second has the function of GraphQL, where it exists.
const PROJECT_SCHEMAS: [&str; 2] = ["public", "graphql_public"];

/// The section.
#[derive(Debug, Clone)]
pub struct Api {
    /// Whether `/rest/v1` is served.
    pub enabled: bool,
    pub host: IpAddr,
    pub port: Port,
    /// The public URL of this origin; by default `http://127.0.0.1:<port>`.
    pub external_url: Option<HttpUrl>,
    /// Exposed schemas; the first is the default one.
    pub schemas: Vec<String>,
    pub extra_search_path: Vec<String>,
    pub max_rows: Option<Number<1, 1_000_000_000>>,
    /// Whether new tables of `public` are open to the API's roles without a grant.
    pub auto_expose_new_tables: bool,
    /// Size of the REST engine's connection pool.
    pub db_pool: Number<1, 1000>,
    /// Port of `/livez`, `/readyz` and `/metrics`; 0 picks a free port. By default they are disabled.
    pub admin_port: Option<Port>,
    /// The address of the admin port; loopback by default.
    pub admin_host: IpAddr,
    /// Proxies whose `X-Forwarded-*` headers are believed.
    pub trusted_proxies: Networks,
    /// `[api.tls]`, if it is on.
    pub tls: Option<Tls>,
    /// Worker threads; by default one per core.
    pub workers: Option<Number<1, 256>>,
    /// Seconds from the first 503 of `/readyz` until the listener closes.
    pub shutdown_delay: Option<Number<0, 300>>,
    /// Seconds that requests in flight have after that.
    pub shutdown_timeout: Option<Number<1, 3600>>,
    /// Milliseconds from which a request is logged as slow; by default none is.
    pub slow_request_ms: Option<Number<1, 3_600_000>>,
}

impl Api {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Api {
        section.warn_outside_of_projects(&["auto_expose_new_tables"]);
        Api {
            enabled: section.value("enabled", true),
            host: section.own("host", IpAddr::V4(Ipv4Addr::LOCALHOST)),
            port: section.value("port", Number(54321)),
            external_url: section.optional("external_url"),
            schemas: schemas(section),
            extra_search_path: section.value("extra_search_path", vec!["public".into(), "extensions".into()]),
            max_rows: Some(section.value("max_rows", Number(1000))),
            auto_expose_new_tables: section.value("auto_expose_new_tables", true),
            db_pool: section.own("db_pool", Number(10)),
            admin_port: section.own_optional("admin_port"),
            admin_host: section.own("admin_host", IpAddr::V4(Ipv4Addr::LOCALHOST)),
            trusted_proxies: section.own("trusted_proxies", Networks::default()),
            tls: section.section("tls", Tls::read),
            workers: section.own_optional("workers"),
            shutdown_delay: section.own_optional("shutdown_delay"),
            shutdown_timeout: section.own_optional("shutdown_timeout"),
            slow_request_ms: section.own_optional("slow_request_ms"),
        }
    }
}

/// `[api.tls]`: the certificate of the public port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tls {
    /// The PEM file of the certificate and its chain, absolute.
    pub certificate: PathBuf,
    /// The PEM file of its key, absolute.
    pub key: PathBuf,
}

impl Tls {
    fn read(section: &mut Section<'_, '_>) -> Option<Tls> {
        let enabled = section.switch("enabled", false);
        let files = section.path("cert_path").zip(section.path("key_path"));
        if enabled && files.is_none() {
            section.reject("enabled", "needs cert_path and key_path, a certificate and its key");
        }
        let (certificate, key) = files.filter(|_| enabled)?;
        Some(Tls { certificate, key })
    }
}

fn schemas(section: &mut Section<'_, '_>) -> Vec<String> {
    let default = PROJECT_SCHEMAS.map(String::from).to_vec();
    let schemas: Vec<String> = section.value("schemas", default);
    let schemas: Vec<String> = schemas.iter().map(|name| name.trim().to_owned()).collect();
    if schemas.is_empty() && section.is_project() {
        // PostgREST's default.
        return vec!["public".to_owned()];
    }
    if schemas.is_empty() || schemas.iter().any(String::is_empty) {
        section.reject("schemas", "expected the names of one or more schemas");
    }
    schemas
}
