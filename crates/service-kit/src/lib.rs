//! The common base of the service processes: configuration, logging, the HTTP server, Postgres, tokens, bodies and
//! errors. Nothing in it belongs to one service or to the product.
//!
//! A process is `serve(name, configure)`: `configure` reads the [`Environment`] once, rejects a missing variable, and
//! returns the closure that registers routes. A handler returns an [`Error`]; the boundary in [`mod@serve`] turns it
//! into a JSON response and logs its cause once, with the request id.
//!
//! # Public surface
//! - [`Environment`]: typed reading of environment variables.
//! - [`mod@serve`]: [`serve()`] and [`serve_with`], process settings (allocator, scheduling, parent-death signal).
//! - [`Database`] and [`Role`]: a connection pool and transactions in a database role.
//! - [`Verifier`], [`User`], [`Caller`], [`Claims`]: token verification and its extractors; [`jwt::Signer`] signs.
//! - [`body`], [`Form`]: JSON, query strings and `multipart/form-data`; [`mod@body_stream`] and
//!   [`multipart::read_part`] for services that stream.
//! - [`nul`]: the check for the NUL character, which Postgres cannot store.
//! - [`Error`], [`ClientError`], [`RequestError`], [`ErrorBody`]: errors and their response bodies.
//! - [`Language`], [`Dictionary`]: public sentences in ten languages.
//! - [`RateLimit`], [`rate_limit::Limiter`]: rate limits in memory.
//! - [`log`]: log lines as JSON or as text.
//!
//! It may depend on `child-process`, `jwt` and `postgres-connect`, not on a service and not on the schema.

#![warn(missing_docs)]

pub mod body;
pub mod body_stream;
pub mod database;
pub mod dictionary;
pub mod environment;
pub mod error;
pub mod jwt;
pub mod language;
pub mod log;
pub mod multipart;
pub mod nul;
pub mod rate_limit;
pub mod serve;
pub mod watched_file;

pub use database::{Database, Role};
pub use dictionary::Dictionary;
pub use environment::Environment;
pub use error::{ClientError, Error, ErrorBody, RequestError};
pub use jwt::{Caller, Claims, User, Verifier};
pub use language::Language;
pub use multipart::{Form, FormFile, FormRules};
pub use rate_limit::RateLimit;
pub use serve::{Health, ServeOptions, serve, serve_with};
