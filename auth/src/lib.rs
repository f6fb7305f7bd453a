//! Supabase's auth API (supabase/auth, also known as GoTrue): accounts, sessions and tokens.
//!
//! Accounts are in Postgres, in Supabase's `auth` schema, which the process reads and writes as `supabase_auth_admin`.
//! No state is kept in memory that a second instance would need. The gateway serves the API under `/auth/v1`.
//!
//! # Public surface
//!
//! - [`AppState`] and [`configure`]: everything that an HTTP server needs to serve the API.
//!
//! # Dependencies
//!
//! Uses the crates under `crates/` (`service-kit`, `postgres-pool`, `password-hashing`) and no other service. The
//! tables are created by the `schema` crate's migrations.

#![warn(missing_docs)]

mod access_token;
mod app_state;
mod audit_log;
mod authentication;
mod body;
mod client_context;
mod confirmation;
mod database;
mod email_address;
mod encrypted_text;
mod error;
mod hooks;
mod http_client;
mod mail;
mod metadata;
mod mfa;
mod models;
mod one_time_code;
mod password_rules;
mod pkce;
mod rate_limit;
mod redirect;
mod refresh_token;
mod registration;
mod routes;
mod session;
mod settings;
mod sign_in;
mod timestamp;
mod webauthn;

use actix_web::web::{self, ServiceConfig};

pub use app_state::AppState;
pub use error::Error;

/// The application data and the routes of an HTTP server, for actix's `App::configure`.
pub fn configure(state: AppState) -> impl Fn(&mut ServiceConfig) + Clone + Send + 'static {
    let state = web::Data::new(state);
    move |config| {
        config.app_data(state.clone());
        routes::configure(config);
    }
}
