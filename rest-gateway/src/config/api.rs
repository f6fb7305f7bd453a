//! `[api]`: where the front door listens and what the REST engine exposes.

use super::reader::{Kind, Section};
use super::values::{HttpUrl, Networks, Number, Port};
use std::net::{IpAddr, Ipv4Addr};

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
    /// Port of `/livez`, `/readyz` and `/metrics` on loopback; 0 picks a free port. By default they are disabled.
    pub admin_port: Option<Port>,
    /// Proxies whose `X-Forwarded-*` headers are believed.
    pub trusted_proxies: Networks,
    /// Worker threads; by default one per core.
    pub workers: Option<Number<1, 256>>,
}

impl Api {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Api {
        section.warn_outside_of_projects(&["auto_expose_new_tables"]);
        section.reject_if_enabled("tls", &[("cert_path", Kind::Any), ("key_path", Kind::Any)]);
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
            trusted_proxies: section.own("trusted_proxies", Networks::default()),
            workers: section.own_optional("workers"),
        }
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
