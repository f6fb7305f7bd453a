//! The budget of Postgres connections. Each process has its own pool, and too many in total would only be noticed when
//! Postgres rejects a connection under load. So the sizes of the functions' pools are derived from `max_connections`,
//! and the budget is logged at start.

use super::rest;
use super::{AUTH, REALTIME, STORAGE};
use crate::function_host::Service;
use crate::stack::context::StackContext;
use crate::stack::database::database_url::as_role;
use crate::stack::database::roles::{self, AUTHENTICATOR};
use std::fmt;
use std::time::Duration;

/// Pool size of storage.
const STORAGE_POOL: usize = 8;
/// Pool size of realtime, and its connection for changes.
const REALTIME_POOL: usize = 4 + 1;
/// The connections of the workers of `pg_net` and `pg_cron`. Each running job of `cron` takes a spare one.
const EXTENSION_WORKERS: usize = 2;
/// Largest pool size of a function.
const MAX_FUNCTION_POOL: usize = 8;
/// Connections left for migrations, backups and people.
const SPARE: usize = 3;
/// What Postgres offers with its default settings.
const DEFAULT_AVAILABLE: usize = 97;
const QUERY_TIMEOUT: Duration = Duration::from_secs(5);

/// The environment variable with a function's pool size.
const POOL_VARIABLE: &str = "DB_POOL";

/// How many connections the processes may open.
#[derive(Debug, PartialEq, Eq)]
struct Budget {
    /// The REST engine's pool and its `LISTEN` connection, the one that checks sessions, and those of the workers of
    /// extensions.
    rest: usize,
    storage: usize,
    realtime: usize,
    /// The number of functions, with auth.
    functions: usize,
    /// Pool size of each function.
    each: usize,
    /// What Postgres offers to roles that are not superusers.
    available: usize,
}

impl Budget {
    fn plan(rest: usize, storage: usize, realtime: usize, functions: usize, available: usize) -> Budget {
        let left = available.saturating_sub(SPARE + rest + storage + realtime);
        let each = left.checked_div(functions).unwrap_or(0).clamp(1, MAX_FUNCTION_POOL);
        Budget { rest, storage, realtime, functions, each, available }
    }

    fn sum(&self) -> usize {
        self.rest + self.storage + self.realtime + self.functions * self.each
    }

    fn fits(&self) -> bool {
        self.sum() + SPARE <= self.available
    }

    fn log(&self) {
        let (budget, sum, available) = (self, self.sum(), self.available);
        if self.fits() {
            tracing::info!(
                %budget,
                "all processes together hold at most {sum} connections of the {available} that Postgres offers"
            );
        } else {
            tracing::warn!(
                %budget,
                "all processes together may want {sum} connections, and Postgres offers {available}: raise \
                 max_connections or lower [api] db_pool"
            );
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Budget { rest, storage, realtime, functions, each, available: _ } = self;
        write!(
            formatter,
            "{rest} REST, session checks and extensions, {storage} storage, {realtime} realtime, {functions} x {each} functions and auth"
        )
    }
}

/// Plans the budget, logs it, and sets the pool size of each function and of auth in its environment.
pub async fn assign_pool_sizes(context: &StackContext<'_>, services: &mut [Service]) {
    let has_variable = |service: &Service| service.function.is_some() || service.name.as_str() == AUTH;
    let has = |name: &str| services.iter().any(|service| service.name.as_str() == name);
    let sessions = usize::from(context.checks_sessions());
    let rest = match rest::pool_size(context) {
        // The pool is one of connections to the pooler.
        Ok(Some(_)) if context.pooler_url.is_some() => 1,
        Ok(Some(pool)) => pool + 1,
        // A configuration error is reported later, when the engine starts.
        Ok(None) | Err(_) => 0,
    };
    let rest = rest + sessions + EXTENSION_WORKERS;
    let storage = if has(STORAGE) { STORAGE_POOL } else { 0 };
    let realtime = if has(REALTIME) { REALTIME_POOL } else { 0 };
    let functions = services.iter().filter(|service| has_variable(service)).count();
    let budget = Budget::plan(rest, storage, realtime, functions, available(context).await);
    budget.log();
    for service in services.iter_mut().filter(|service| has_variable(service)) {
        let env = &mut service.command.env;
        // `[edge_runtime.secrets]` may set a size explicitly.
        if env.iter().all(|(name, _)| name != POOL_VARIABLE) {
            env.push((POOL_VARIABLE.to_owned(), budget.each.to_string()));
        }
    }
}

/// The number of connections that Postgres offers. The default if it does not answer: the stack may start before it.
async fn available(context: &StackContext<'_>) -> usize {
    match tokio::time::timeout(QUERY_TIMEOUT, query_available(context)).await {
        Ok(Ok(available)) => available,
        Ok(Err(error)) => {
            tracing::debug!("cannot read max_connections from Postgres: {error}");
            DEFAULT_AVAILABLE
        }
        Err(_) => DEFAULT_AVAILABLE,
    }
}

#[derive(Debug, thiserror::Error)]
enum QueryError {
    #[error(transparent)]
    Connect(#[from] postgres_connect::Error),
    #[error(transparent)]
    Query(#[from] tokio_postgres::Error),
}

async fn query_available(context: &StackContext<'_>) -> Result<usize, QueryError> {
    let url = as_role(context.db_url, AUTHENTICATOR, &context.keys.authenticator_password);
    let client = roles::connect(&url).await?;
    // Postgres 15 has no reserved_connections.
    let offered = "select current_setting('max_connections')::integer
                     - current_setting('superuser_reserved_connections')::integer
                     - coalesce(current_setting('reserved_connections', true), '0')::integer";
    let offered: i32 = client.query_one(offered, &[]).await?.get(0);
    Ok(usize::try_from(offered).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_stack_fits_a_default_postgres() {
        let budget = Budget::plan(11, STORAGE_POOL, REALTIME_POOL, 9, DEFAULT_AVAILABLE);
        assert_eq!((budget.each, budget.sum(), budget.fits()), (7, 87, true));
    }

    #[test]
    fn functions_get_smaller_pools_if_the_sum_does_not_fit() {
        let budget = Budget::plan(41, STORAGE_POOL, REALTIME_POOL, 9, DEFAULT_AVAILABLE);
        assert_eq!((budget.each, budget.fits()), (4, true));
    }

    #[test]
    fn every_function_keeps_one_connection_if_postgres_is_too_small() {
        let budget = Budget::plan(101, STORAGE_POOL, REALTIME_POOL, 9, DEFAULT_AVAILABLE);
        assert_eq!((budget.each, budget.fits()), (1, false));
        assert!(Budget::plan(11, 0, 0, 0, DEFAULT_AVAILABLE).fits());
    }
}
