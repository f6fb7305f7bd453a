//! A REST API over any Postgres schema, compatible with PostgREST. Knows no table of the product.
//!
//! # A request
//! Each step is a folder. It uses the steps before it and not those after it.
//!
//! 1. `api_request` parses method, URL, headers and body, without the database.
//! 2. `schema_cache` holds the catalogue: relations, keys, relationships and functions of the exposed schemas.
//! 3. `plan` resolves every name with the schema cache and checks the rules of the API.
//! 4. `query` builds the SQL text and the binds.
//! 5. `transaction` runs them. It is the only user of the connection pool.
//! 6. `response` builds status, headers and body.
//!
//! Beside these, `auth` verifies tokens, `row_encoder` writes the JSON of plain reads, `answer` limits the memory that
//! slow readers occupy, `config` holds the settings, `error` the error responses, and `listener` reloads the schema
//! cache on `NOTIFY pgrst`.
//!
//! # Public surface
//! - [`Engine`]: connects to a database by a [`Config`], and reports readiness, metrics and [`Fatal`] errors.
//! - [`configure`]: mounts an engine in an actix-web server.
//! - [`config_of_database`], [`schema_cache_of_database`]: PostgREST's `--dump-config` and `--dump-schema`.
//! - [`ClientAddress`] and [`SlowAfter`]: request extensions that the server sets. [`AuthRole`] and [`SlowStatement`]:
//!   those that it reads.
//! - [`SlicedBody`]: a response body in memory, for the server around the engine.
//!
//! # Dependencies
//! Of the workspace, only `jwt`, `postgres-connect`, `postgres-wire`, `prometheus-text` and `telemetry`; `test-db` in tests.

#![warn(missing_docs)]

mod answer;
mod api_request;
mod auth;
mod body;
mod client;
mod client_share;
mod commit_lsn;
mod config;
mod dump;
mod engine;
mod error;
mod fatal;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzzing;
mod http;
mod isolation;
mod listener;
mod log_query;
mod metrics;
mod plan;
mod query;
mod reload;
mod response;
mod row_encoder;
#[cfg(any(test, feature = "fuzzing"))]
mod sample;
mod schema_cache;
mod slow_statement;
mod spans;
mod start;
mod state;
mod transaction;

pub use answer::SlicedBody;
pub use auth::{BadKeys, JwtKeys, RoleClaimPath};
pub use client::ClientAddress;
pub use config::{
    BadSetting, Config, ErrorVerbosity, NotAShare, OpenApiMode, SettingError, Share, TxEnd, coerce_bool,
    coerce_int, coerced,
};
pub use dump::{DumpError, config_of_database, schema_cache_of_database};
pub use engine::Engine;
pub use fatal::Fatal;
pub use http::{AuthRole, configure};
pub use reload::ReloadError;
pub use slow_statement::{SlowAfter, SlowStatement};
pub use start::StartError;

/// The major version of PostgREST whose behaviour this crate reproduces.
pub const VERSION: &str = "16";
