//! The `mail-catcher` binary: takes every mail over SMTP, delivers none, and shows them on a page and by Mailpit's API.
//!
//! `up` starts it, so that mails of a development stack can be read without a mail server. Mails are kept in memory, up
//! to a bounded number and size; older ones are dropped.
//!
//! # Environment
//!
//! - `HOST`, `PORT`: where the page and the API listen; see `docs/processes.md`.
//! - `SMTP_PORT`: the port of the SMTP server, on the same host; 0, the default, takes a free port, which the log names.
//!
//! # Dependencies
//!
//! Of the workspace's crates only `service-kit`.

mod api;
mod message;
mod origin;
mod page;
mod search;
mod smtp;
mod store;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::ExitCode;

use actix_web::middleware::from_fn;
use actix_web::web::{self, ServiceConfig};
use service_kit::Environment;
use service_kit::environment::EnvironmentError;

use store::Store;

/// Why the process cannot start.
#[derive(Debug, thiserror::Error)]
enum StartError {
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    #[error("cannot listen for SMTP on {address}: {cause}")]
    Listen { address: SocketAddr, cause: std::io::Error },
}

fn main() -> ExitCode {
    service_kit::serve("mail-catcher", configure)
}

fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, StartError> {
    let host =
        environment.parsed::<IpAddr>("HOST", "an IP address")?.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let port = environment.parsed::<u16>("SMTP_PORT", "a port number")?.unwrap_or(0);
    let address = SocketAddr::new(host, port);
    let store = Store::default();
    smtp::listen(address, store.clone()).map_err(|cause| StartError::Listen { address, cause })?;
    let store = web::Data::new(store);
    Ok(move |config: &mut ServiceConfig| {
        let routes = web::scope("")
            .app_data(store.clone())
            .wrap(from_fn(origin::reject_foreign_hosts))
            .configure(api::configure)
            .configure(page::configure);
        config.service(routes);
    })
}
