//! Transactions: the connection pool, and everything that runs on its connections. No other module uses the pool.
//!
//! `builder` turns a request and its plan into `work`, and `run` executes it.

mod address;
mod builder;
mod catalogue;
mod connection;
mod database_config;
mod deadline;
mod failure;
mod fair_semaphore;
mod idle_connections;
mod one_round_trip;
mod pool;
mod position;
mod reclaim;
mod replicas;
mod result_row;
mod results;
mod routing;
mod run;
mod settings;
mod step_by_step;
mod timeout_log;
mod work;

pub(crate) use address::{CONNECT_TIMEOUT, direct_connector};
pub(crate) use builder::{JsonEncoder, TransactionBuilder};
pub(crate) use catalogue::load_schema_cache;
pub(crate) use database_config::{DatabaseConfigError, read_database_config};
pub(crate) use pool::Pool;
pub(crate) use position::current_position;
pub(crate) use replicas::Replicas;
pub(crate) use result_row::ResultRow;
pub(crate) use routing::run_on_any;
pub(crate) use settings::TransactionSettings;
pub(crate) use work::{Outcome, Work};
