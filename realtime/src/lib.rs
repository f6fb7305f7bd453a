//! Supabase's realtime API: channels over WebSocket with broadcast, presence and changes of tables, and broadcasts over
//! HTTP and from SQL.
//!
//! The members of a room and their presence are kept in memory. Stored messages, and the policies of private rooms, are
//! in Postgres (schema `realtime`). Changes come from Postgres' write-ahead log. The gateway serves the API under
//! `/realtime/v1`.
//!
//! # Public surface
//!
//! - [`configure`]: everything that an HTTP server needs to serve the API. [`StartError`]: why it cannot.
//!
//! # Dependencies
//!
//! Uses the crates under `crates/` (`service-kit`, `postgres-connect`, `postgres-pool`) and no other service. The tables
//! are created by the migrations of `platform-schema`.

#![warn(missing_docs)]

mod app_state;
mod authorization;
mod changes;
mod database;
mod disconnects;
mod hub;
mod protocol;
mod queue;
mod rate_counter;
mod replay;
mod replication;
mod routes;
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
    let (state, replication) = AppState::from_environment(environment)?;
    let state = Data::new(state);
    actix_web::rt::spawn(replication.run());
    actix_web::rt::spawn(socket::delete_ended(state.clone()));
    actix_web::rt::spawn(state.rates.clone().measure(state.settings.rate_interval));
    actix_web::rt::spawn(database::maintain_partitions(state.database.clone()));
    Ok(move |config: &mut ServiceConfig| {
        config.app_data(state.clone());
        routes::configure(config);
    })
}
