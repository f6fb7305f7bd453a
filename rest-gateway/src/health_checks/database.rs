//! Whether Postgres answers, and whether its schema is at least as new as this version needs. A newer schema passes: during
//! an upgrade the database is migrated first.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use postgres_connect::AddressError;
use tokio::time::timeout;
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;

use crate::front_door::Check;
use crate::shared_client::SharedClient;

/// The deadline of connecting and of a query: below that of a check, so that a connection that hangs is replaced.
const TIMEOUT: Duration = Duration::from_millis(1500);
const VERSION: &str = "select max(version) from extensions.platform_migrations";

/// Why a query has no result.
enum QueryError {
    /// The server's error code.
    Rejected(SqlState),
    Unanswered,
}

/// Two checks over one connection.
pub(super) fn checks(url: &str) -> Result<[Check; 2], AddressError> {
    let client = Arc::new(SharedClient::new(url, "readiness", TIMEOUT)?);
    let version_client = Arc::clone(&client);
    let database = Check {
        name: "database",
        required: true,
        probe: Box::new(move || -> BoxFuture<'static, Result<(), String>> {
            let client = Arc::clone(&client);
            Box::pin(async move { answers(&client).await })
        }),
    };
    let version = Check {
        name: "schema_version",
        required: true,
        probe: Box::new(move || -> BoxFuture<'static, Result<(), String>> {
            let client = Arc::clone(&version_client);
            Box::pin(async move { is_new_enough(&client).await })
        }),
    };
    Ok([database, version])
}

async fn answers(client: &SharedClient) -> Result<(), String> {
    query(client, "select 1").await.map(drop).map_err(|_| "it does not answer".to_owned())
}

async fn is_new_enough(client: &SharedClient) -> Result<(), String> {
    let version: Option<String> = match query(client, VERSION).await {
        Ok(rows) => rows.first().and_then(|row| row.try_get::<_, Option<String>>(0).ok().flatten()),
        // The platform's schema is another system's.
        Err(QueryError::Rejected(code)) if is_missing(&code) => return Ok(()),
        // An earlier version does not let the role read it.
        Err(QueryError::Rejected(code)) if code == SqlState::INSUFFICIENT_PRIVILEGE => None,
        Err(_) => return Err("it cannot be read".to_owned()),
    };
    if version >= platform_schema::migrate::newest_version() {
        Ok(())
    } else {
        Err("the database needs the migrations of this version".to_owned())
    }
}

fn is_missing(code: &SqlState) -> bool {
    [SqlState::UNDEFINED_TABLE, SqlState::INVALID_SCHEMA_NAME].contains(code)
}

/// One round trip, without a prepared statement, which a pooler might not know.
async fn query(shared: &SharedClient, sql: &str) -> Result<Vec<Row>, QueryError> {
    let client = shared.get().await.map_err(|error| {
        tracing::debug!(%error, "the check of the database cannot connect");
        QueryError::Unanswered
    })?;
    match timeout(TIMEOUT, client.query_typed(sql, &[])).await {
        Ok(Ok(rows)) => Ok(rows),
        Ok(Err(error)) => match error.code() {
            Some(code) => Err(QueryError::Rejected(code.clone())),
            None => {
                shared.forget(&client).await;
                Err(QueryError::Unanswered)
            }
        },
        Err(_) => {
            shared.abandon(&client).await;
            Err(QueryError::Unanswered)
        }
    }
}
