//! Supabase's realtime API: channels over WebSocket or long polling with broadcast, presence and changes of tables, and
//! broadcasts over HTTP and from SQL.
//!
//! The members of a room and their presence are kept in memory. Stored messages, and the policies of private rooms, are
//! in Postgres (schema `realtime`). Changes come from Postgres' write-ahead log. Several processes are a cluster, which
//! exchanges messages over Redis. The gateway serves the API under `/realtime/v1`.
//!
//! # Public surface
//!
//! - [`configure`]: everything that an HTTP server needs to serve the API. [`StartError`]: why it cannot.
//!
//! # Dependencies
//!
//! Uses the crates under `crates/` (`service-kit`, `postgres-connect`, `postgres-pool`, `postgres-wire`) and no other
//! service. The tables are created by the migrations of `platform-schema`.

#![warn(missing_docs)]

mod app_state;
mod authorization;
mod changes;
mod cluster;
mod database;
mod disconnects;
mod hub;
mod long_poll;
mod metrics;
mod protocol;
mod queue;
mod rate_counter;
mod replay;
mod replication;
mod routes;
mod sessions;
mod settings;
mod socket;
mod start_error;
mod token;
mod users;

use actix_web::web::{Data, ServiceConfig};
use service_kit::environment::Environment;

use app_state::AppState;
pub use start_error::StartError;

/// The application data and the routes of an HTTP server, for actix's `App::configure`. Must be called within actix's
/// runtime, where it starts the background jobs.
///
/// # Errors
/// See [`StartError`].
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, StartError> {
    let (state, replication, link) = AppState::from_environment(environment)?;
    let state = Data::new(state);
    actix_web::rt::spawn(replication.run());
    if let Some(link) = link {
        actix_web::rt::spawn(link.run());
    }
    actix_web::rt::spawn(socket::delete_ended(state.clone()));
    if let Some(interval) = state.settings.session_check_interval {
        actix_web::rt::spawn(state.sessions.clone().check(state.database.clone(), interval));
    }
    actix_web::rt::spawn(state.rates.clone().measure(state.settings.rate_interval));
    actix_web::rt::spawn(database::maintain_partitions(state.database.clone()));
    Ok(move |config: &mut ServiceConfig| {
        config.app_data(state.clone());
        routes::configure(config);
    })
}
