//! The only place that touches the pool.

mod answer;
mod catalogue;
mod connection;
mod database_config;
mod deadline;
mod fair_semaphore;
mod one_round_trip;
mod pool;
mod reclaim;
mod result;
mod run;
mod settings;
mod step_by_step;
mod timeout_log;
mod work;

pub(crate) use catalogue::load_schema_cache;
pub(crate) use database_config::{DatabaseConfigError, read_database_config};
pub(crate) use pool::{CONNECT_TIMEOUT, Pool, PoolState, connector};
pub(crate) use result::ResultRow;
pub(crate) use run::{Outcome, Work, run};
pub(crate) use settings::TransactionSettings;
pub(crate) use work::{BodyBuilder, Given};
