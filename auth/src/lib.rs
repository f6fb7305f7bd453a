//! Supabase's auth API (supabase/auth, also known as GoTrue): accounts, sessions and tokens.
//!
//! Accounts are in Postgres, in Supabase's `auth` schema, which the process reads and writes as `supabase_auth_admin`.
//! No state is kept in memory that a second instance would need. The gateway serves the API under `/auth/v1`.
//!
//! # Public surface
//!
//! - [`configure`]: everything that an HTTP server needs to serve the API.
//! - [`ALIASES`]: variables that supabase/auth reads by another name.
//!
//! # Dependencies
//!
//! Uses the crates under `crates/` (`service-kit`, `jwt`, `postgres-pool`, `password-hashing`) and no other service. The
//! tables are created by the migrations of `platform-schema`.

#![warn(missing_docs)]

mod access_token;
mod app_state;
mod audit_log;
mod authentication;
mod body;
mod captcha;
mod cleanup;
mod client_context;
mod confirmation;
mod database;
mod email_address;
mod encrypted_text;
mod error;
mod external;
mod hooks;
mod http_client;
mod leaked_passwords;
mod mail;
mod metadata;
mod mfa;
mod models;
mod notification;
mod one_time_code;
mod password_rules;
mod pkce;
mod rate_limit;
mod redirect;
mod refresh_token;
mod registration;
mod reload;
mod routes;
mod session;
mod settings;
mod sign_in;
mod timestamp;
mod webauthn;

use actix_web::web::{Data, ServiceConfig};
use service_kit::environment::{Environment, EnvironmentError};

use app_state::AppState;
pub use error::Error;
use reload::CurrentState;
pub use settings::ALIASES;

/// Why the service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A variable is missing or invalid.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// SIGHUP cannot be handled.
    #[error("SIGHUP cannot be handled: {0}")]
    Signal(#[from] std::io::Error),
}

/// The application data and the routes of an HTTP server, for actix's `App::configure`. Must be called within actix's
/// runtime, where it handles SIGHUP.
///
/// # Errors
/// See [`StartError`].
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, StartError> {
    let state = CurrentState::new(AppState::from_environment(&reload::with_file(environment)?)?);
    state.reload_on_hangup(environment)?;
    let state = Data::new(state);
    Ok(move |config: &mut ServiceConfig| {
        config.app_data(state.clone());
        routes::configure(config);
    })
}
