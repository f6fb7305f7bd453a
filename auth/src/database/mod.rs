//! Postgres: the connection pool, and the SQL of the `auth` schema.

mod audit_log;
mod batches;
mod bearers;
mod challenges;
mod cleanup;
mod custom_providers;
mod external_accounts;
mod factors;
mod flow_state;
mod hooks;
mod identities;
mod oauth_authorizations;
mod oauth_client_states;
mod oauth_clients;
mod oauth_consents;
mod one_time_tokens;
mod passkeys;
mod rate_limits;
mod refresh_tokens;
mod rotations;
mod sessions;
mod sso_providers;
mod transaction;
mod user_deletion;
mod users;

use std::num::NonZeroUsize;
use std::sync::Arc;

use deadpool_postgres::Pool;
use postgres_connect::Connector;
use service_kit::environment::{Environment, EnvironmentError};
use telemetry::Span;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use self::batches::Batches;
use self::bearers::Bearer;
use self::transaction::Transaction;
use crate::error::Result;

pub(crate) use audit_log::AuditFilter;
pub(crate) use challenges::{Challenge, NewChallenge};
pub(crate) use cleanup::Obsolete;
pub(crate) use custom_providers::CustomProvider;
pub(crate) use external_accounts::{AccountIdentity, NewExternalIdentity};
pub(crate) use factors::NewFactor;
pub(crate) use flow_state::{FlowState, NewFlowState, ProviderOutcome};
pub(crate) use identities::NewIdentity;
pub(crate) use oauth_authorizations::{Authorization, AuthorizationEnd, NewAuthorization};
pub(crate) use oauth_clients::{NewOAuthClient, OAuthClientChanges};
pub(crate) use one_time_tokens::NewToken;
pub(crate) use passkeys::NewPasskey;
pub(crate) use refresh_tokens::{NewCounter, Refresh, StoredSession, Swap, TokenRow, TokenUpdate};
pub(crate) use rotations::Rotation;
pub(crate) use sessions::{NewSession, NewerSession};
pub(crate) use sso_providers::SsoProviderKey;
pub(crate) use users::{Changes, Direction, NewUser, Page};

/// The pool's size unless `DB_POOL` sets another one.
const DEFAULT_POOL_SIZE: usize = 8;
/// Settings of every connection. A row that another program has locked delays the requests for it, and occupies their
/// connections, for five seconds at most. The whole statement has ten seconds, the longest time of a request in
/// supabase/auth. Postgres plans a prepared statement once: nearly all look rows up by an index, whatever the values are,
/// and planning takes about as long as the lookup. [`AuthTransaction::plan_for_values`] is for the others.
const OPTIONS: &str = "-c lock_timeout=5s -c statement_timeout=10s -c plan_cache_mode=force_generic_plan";

/// The connection pool. A clone shares it.
#[derive(Clone)]
pub(crate) struct Database {
    pool: Pool,
    connector: Arc<Connector>,
    bearers: Batches<Bearer, Option<Row>>,
    rotations: Batches<Rotation, Option<Row>>,
}

/// A pooled connection, and the span of its use by the request. Transactions borrow it.
pub(crate) struct Connection(
    deadpool_postgres::Client,
    #[expect(dead_code, reason = "it ends when the connection is dropped")] Span,
);

/// A transaction as `supabase_auth_admin`. It is rolled back unless it is committed.
pub(crate) struct AuthTransaction<'a>(Transaction<'a>);

impl Database {
    /// A pool on `GOTRUE_DB_DATABASE_URL` with at most `DB_POOL` connections. It connects on first use. `options` of the
    /// address go before [`OPTIONS`].
    ///
    /// # Errors
    /// When the variable is missing or no connection string, or `DB_POOL` is not a number.
    pub fn from_environment(environment: &Environment) -> Result<Database, EnvironmentError> {
        const URL: &str = "GOTRUE_DB_DATABASE_URL";
        let size = environment.parsed::<NonZeroUsize>("DB_POOL", "a number of connections")?;
        let size = size.map_or(DEFAULT_POOL_SIZE, NonZeroUsize::get);
        match postgres_pool::open_with_options(environment.required(URL)?, "auth", size, OPTIONS) {
            Ok((pool, connector)) => Ok(Database {
                bearers: Batches::new(pool.clone(), bearers::find),
                rotations: Batches::new(pool.clone(), rotations::rotate),
                pool,
                connector,
            }),
            Err(cause) => Err(EnvironmentError::Unusable { name: URL, cause }),
        }
    }

    pub async fn connection(&self) -> Result<Connection> {
        let client = self.pool.get().await?;
        Ok(Connection(client, self.span()))
    }

    /// Begins the span of a transaction.
    fn span(&self) -> Span {
        Span::transaction(self.connector.config().get_dbname(), None)
    }
}

impl Connection {
    /// A transaction. It begins with its first statement.
    pub fn begin(&mut self) -> AuthTransaction<'_> {
        AuthTransaction(Transaction::new(&mut self.0))
    }
}

impl AuthTransaction<'_> {
    /// Executes a statement. Returns the number of changed rows.
    async fn execute(&self, statement: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<u64> {
        Ok(self.0.execute(&self.0.prepare_cached(statement).await?, parameters).await?)
    }

    /// From here on Postgres plans each statement for its values, which decide about the plan of a list: whether the filter
    /// is absent, and how short the page is.
    async fn plan_for_values(&self) -> Result<()> {
        Ok(self.0.batch_execute("set local plan_cache_mode = force_custom_plan").await?)
    }

    pub async fn commit(self) -> Result<()> {
        Ok(self.0.commit().await?)
    }
}
