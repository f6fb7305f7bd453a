//! The REST engine over HTTP against a real Postgres.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod aggregates;
mod bounds;
mod commits;
mod common;
mod diagnostics;
mod disconnects;
mod embedding;
mod encryption;
mod filtering;
mod functions;
mod hostile;
mod identity;
mod listening;
mod media_types;
mod openapi;
mod plans;
mod pool;
mod pool_shares;
mod pooler;
mod reading;
mod reload;
mod replicas;
mod representations;
mod resilience;
mod round_trips;
mod row_encoding;
mod schemas;
mod silent_server;
mod stale_statements;
mod transaction_settings;
mod upserts;
mod values;
mod wire;
mod writing;
