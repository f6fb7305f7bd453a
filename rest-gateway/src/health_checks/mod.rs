//! Checks of the systems behind a gateway, for `/readyz`.
//!
//! - `database`: whether Postgres answers, also through its pooler, and has the schema that this version needs.
//! - `reachable`: whether the objects' store and Redis accept connections.

mod database;
mod reachable;

use postgres_connect::AddressError;

use crate::front_door::Check;

/// The addresses of the systems.
pub struct Systems<'a> {
    /// With the login of the role `authenticator`.
    pub db_url: &'a str,
    /// The pooler through which requests reach it, with the same login.
    pub pooler_url: Option<&'a str>,
    /// Replicas that answer reads, with the same login.
    pub read_urls: &'a [String],
    /// The S3 server, if it is not a process of the stack.
    pub s3_endpoint: Option<&'a str>,
    /// The Redis of a cluster.
    pub redis_url: Option<&'a str>,
}

/// The checks of all systems. Must be called in a runtime that lives as long as they.
///
/// # Errors
/// When the address of the database cannot be used.
pub fn checks(systems: &Systems<'_>) -> Result<Vec<Check>, AddressError> {
    let mut checks = Vec::from(database::checks(systems.db_url, systems.read_urls)?);
    if let Some(url) = systems.pooler_url {
        checks.push(database::pooler_check(url, systems.read_urls)?);
    }
    checks.extend(systems.s3_endpoint.map(|url| reachable::check("s3", url)));
    checks.extend(systems.redis_url.map(|url| reachable::check("redis", url)));
    Ok(checks)
}
