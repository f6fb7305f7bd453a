//! Whether Postgres answers, also through its pooler, and whether its schema is at least as new as this version needs. A newer
//! schema passes: during an upgrade the database is migrated first.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{BoxFuture, Either, join_all, select};
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

/// A server does not tell its schema's version.
struct Unknown;

/// The connections of the checks.
struct Servers {
    primary: SharedClient,
    /// Those that answer reads while the primary is away.
    replicas: Vec<SharedClient>,
}

/// Two checks. With replicas the process is ready without a primary: all copies lose it together, and reads go on.
pub(super) fn checks(url: &str, read_urls: &[String]) -> Result<[Check; 2], AddressError> {
    let connect = |url: &str| SharedClient::new(url, "readiness", TIMEOUT);
    let replicas = read_urls.iter().map(|url| connect(url)).collect::<Result<Vec<_>, _>>()?;
    let servers = Arc::new(Servers { primary: connect(url)?, replicas });
    let version_servers = Arc::clone(&servers);
    let database = Check {
        name: "database",
        required: read_urls.is_empty(),
        probe: Box::new(move || -> BoxFuture<'static, Result<(), String>> {
            let servers = Arc::clone(&servers);
            Box::pin(async move { answers(&servers.primary).await })
        }),
    };
    let version = Check {
        name: "schema_version",
        required: true,
        probe: Box::new(move || -> BoxFuture<'static, Result<(), String>> {
            let servers = Arc::clone(&version_servers);
            Box::pin(async move { is_new_enough(&servers).await })
        }),
    };
    Ok([database, version])
}

/// The check of the pooler. Requests go through it, and those that replicas answer do not.
pub(super) fn pooler_check(url: &str, read_urls: &[String]) -> Result<Check, AddressError> {
    let pooler = Arc::new(SharedClient::new(url, "readiness", TIMEOUT)?);
    Ok(Check {
        name: "pooler",
        required: read_urls.is_empty(),
        probe: Box::new(move || -> BoxFuture<'static, Result<(), String>> {
            let pooler = Arc::clone(&pooler);
            Box::pin(async move { answers(&pooler).await })
        }),
    })
}

async fn answers(client: &SharedClient) -> Result<(), String> {
    query(client, "select 1").await.map(drop).map_err(|_| "it does not answer".to_owned())
}

/// The primary knows the version. A replica is asked at the same time, and what it has the primary has, too: the answer does
/// not wait for a primary that hangs.
async fn is_new_enough(servers: &Servers) -> Result<(), String> {
    let primary = pin!(has_schema(&servers.primary));
    let replicas = pin!(any_has_schema(&servers.replicas));
    let has_schema = match select(primary, replicas).await {
        Either::Left((Ok(of_primary), _)) => Ok(of_primary),
        Either::Left((Err(Unknown), replicas)) => replicas.await,
        Either::Right((Ok(true), _)) => Ok(true),
        Either::Right((of_replicas, primary)) => primary.await.or(of_replicas),
    };
    match has_schema {
        Ok(true) => Ok(()),
        Ok(false) => Err("the database needs the migrations of this version".to_owned()),
        Err(Unknown) => Err("it cannot be read".to_owned()),
    }
}

async fn any_has_schema(replicas: &[SharedClient]) -> Result<bool, Unknown> {
    join_all(replicas.iter().map(has_schema)).await.into_iter().flatten().max().ok_or(Unknown)
}

async fn has_schema(client: &SharedClient) -> Result<bool, Unknown> {
    let answer = timeout(TIMEOUT, query(client, VERSION)).await.unwrap_or(Err(QueryError::Unanswered));
    let version: Option<String> = match answer {
        Ok(rows) => rows.first().and_then(|row| row.try_get::<_, Option<String>>(0).ok().flatten()),
        // The platform's schema is another system's.
        Err(QueryError::Rejected(code)) if is_missing(&code) => return Ok(true),
        // An earlier version does not let the role read it.
        Err(QueryError::Rejected(code)) if code == SqlState::INSUFFICIENT_PRIVILEGE => None,
        Err(_) => return Err(Unknown),
    };
    Ok(version >= platform_schema::migrate::newest_version())
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
