//! The process of a function.

use actix_web::web::ServiceConfig;
use service_kit::{Environment, RateLimit, ServeOptions};
use std::process::ExitCode;

/// Runs the function `name` as [`service_kit::serve_with`] does. `limit` is the rate limit per address in production;
/// `RATE_LIMIT_REQUESTS` overrides it. A response without `Cache-Control` gets `no-store`.
pub fn serve_function<C, R, E>(name: &'static str, limit: RateLimit, configure: C) -> ExitCode
where
    C: FnOnce(&Environment) -> Result<R, E> + 'static,
    R: Fn(&mut ServiceConfig) + Send + Sync + 'static,
    E: std::fmt::Display,
{
    let options = ServeOptions { rate_limit: Some(limit), no_store: true, ..ServeOptions::default() };
    service_kit::serve_with(name, options, configure)
}
