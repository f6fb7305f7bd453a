//! The connections to Postgres that all processes of a stack may hold together. Each process has a pool of its own, and
//! nobody would notice that the sum is too large before Postgres refuses a connection under load. The functions' pools are
//! made smaller where the sum does not fit, and the plan is logged at the start.

use super::database_url::as_role;
use super::rest;
use super::roles::{self, AUTHENTICATOR};
use super::services::{STORAGE, Surroundings};
use crate::function_host::Service;
use std::time::Duration;

/// Of storage's pool.
const STORAGE_POOL: usize = 8;
/// Of a function's pool where there is room.
const FUNCTION_POOL: usize = 8;
/// For migrations, backups and people.
const SPARE: usize = 3;
/// What Postgres offers unless it is configured otherwise.
const USUAL: usize = 97;
const ASK_WITHIN: Duration = Duration::from_secs(5);

/// The variable that tells a function the size of its pool.
const VARIABLE: &str = "DB_POOL";

/// How many connections each kind of process may hold.
#[derive(Debug, PartialEq, Eq)]
struct Budget {
    /// The REST engine's pool and its LISTEN connection.
    rest: usize,
    storage: usize,
    functions: usize,
    /// Of each function.
    each: usize,
    /// What Postgres offers to roles that are no superusers.
    available: usize,
}

impl Budget {
    fn plan(rest: usize, storage: usize, functions: usize, available: usize) -> Budget {
        let left = available.saturating_sub(SPARE + rest + storage);
        let each = left.checked_div(functions).unwrap_or(0).clamp(1, FUNCTION_POOL);
        Budget { rest, storage, functions, each, available }
    }

    fn sum(&self) -> usize {
        self.rest + self.storage + self.functions * self.each
    }

    fn fits(&self) -> bool {
        self.sum() + SPARE <= self.available
    }

    fn log(&self) {
        let Budget { rest, storage, functions, each, available } = *self;
        let sum = self.sum();
        if self.fits() {
            tracing::info!(
                rest,
                storage,
                functions,
                each,
                sum,
                available,
                "all processes together hold at most {sum} connections of the {available} that Postgres offers"
            );
        } else {
            tracing::warn!(
                rest,
                storage,
                functions,
                each,
                sum,
                available,
                "all processes together may want {sum} connections, and Postgres offers {available}: raise \
                 max_connections or lower [api] db_pool"
            );
        }
    }
}

/// Plans the connections of all processes, and gives each function its share.
pub async fn share_out(surroundings: &Surroundings<'_>, services: &mut [Service]) {
    let is_storage = |service: &Service| service.name.as_str() == STORAGE;
    let rest = match rest::pool_size(surroundings) {
        Ok(Some(pool)) => pool + 1,
        // A configuration that cannot be read ends the start by itself, a moment later.
        Ok(None) | Err(_) => 0,
    };
    let storage = if services.iter().any(is_storage) { STORAGE_POOL } else { 0 };
    let functions = services.iter().filter(|service| service.function.is_some()).count();
    let budget = Budget::plan(rest, storage, functions, available(surroundings).await);
    budget.log();
    for service in services.iter_mut().filter(|service| service.function.is_some()) {
        let env = &mut service.command.env;
        // A size that `[edge_runtime.secrets]` names is somebody's own decision.
        if env.iter().all(|(name, _)| name != VARIABLE) {
            env.push((VARIABLE.to_owned(), budget.each.to_string()));
        }
    }
}

/// What Postgres offers. Its usual number where it does not answer: the stack may start before it.
async fn available(surroundings: &Surroundings<'_>) -> usize {
    match tokio::time::timeout(ASK_WITHIN, ask(surroundings)).await {
        Ok(Ok(available)) => available,
        Ok(Err(error)) => {
            tracing::debug!("cannot ask Postgres how many connections it offers: {error}");
            USUAL
        }
        Err(_) => USUAL,
    }
}

#[derive(Debug, thiserror::Error)]
enum AskError {
    #[error(transparent)]
    Connect(#[from] postgres_connect::Error),
    #[error(transparent)]
    Query(#[from] tokio_postgres::Error),
}

async fn ask(surroundings: &Surroundings<'_>) -> Result<usize, AskError> {
    let url = as_role(surroundings.db_url, AUTHENTICATOR, &surroundings.keys.authenticator_password);
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
    fn the_usual_stack_fits_the_usual_postgres_with_whole_pools() {
        let budget = Budget::plan(11, STORAGE_POOL, 9, USUAL);
        assert_eq!((budget.each, budget.sum(), budget.fits()), (8, 91, true));
    }

    #[test]
    fn functions_get_smaller_pools_where_the_sum_does_not_fit() {
        let budget = Budget::plan(41, STORAGE_POOL, 9, USUAL);
        assert_eq!((budget.each, budget.fits()), (5, true));
    }

    #[test]
    fn a_postgres_that_is_too_small_is_told_and_every_function_keeps_one_connection() {
        let budget = Budget::plan(101, STORAGE_POOL, 9, USUAL);
        assert_eq!((budget.each, budget.fits()), (1, false));
        assert!(Budget::plan(11, 0, 0, USUAL).fits());
    }
}
