//! A REST API over any Postgres schema, as PostgREST speaks it. A request goes one way:
//!
//! `api_request` (parse, no database) → `schema_cache` (what the catalogue holds) → `plan` (names resolved, everything
//! checked) → `query` (SQL text and binds) → `transaction` (the only place that touches the pool) → `response`.
//!
//! Nothing here knows a table of the product.

mod answer;
mod api_request;
mod auth;
mod body;
mod client;
mod client_share;
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
pub use start::StartError;

/// The release of PostgREST that this is in the place of.
pub const VERSION: &str = "16";
