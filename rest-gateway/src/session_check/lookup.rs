//! Asks Postgres about sessions, over one connection that all questions share. While the primary is away replicas are
//! asked, so that reads go on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use postgres_connect::AddressError;
use tokio::time::{error::Elapsed, timeout};
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::Type;

use super::session_claims::SessionClaims;
use crate::shared_client::{SharedClient, SharedClientError};

/// The timeout for an answer, with the connecting.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Why a session cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    #[error("cannot connect to the database of the accounts: {0}")]
    Connect(#[from] SharedClientError),
    #[error("the query failed: {0}")]
    Query(#[from] tokio_postgres::Error),
    #[error("the database did not answer in time")]
    Timeout(#[from] Elapsed),
}

pub(super) struct Lookup {
    primary: SharedClient,
    replicas: Vec<SharedClient>,
    has_warned: AtomicBool,
}

impl Lookup {
    pub(super) fn new(url: &str) -> Result<Lookup, AddressError> {
        Ok(Lookup { primary: connect(url)?, replicas: Vec::new(), has_warned: AtomicBool::new(false) })
    }

    pub(super) fn add_replicas(&mut self, urls: &[String]) -> Result<(), AddressError> {
        self.replicas = urls.iter().map(|url| connect(url)).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Whether the session is live. True where the database cannot know, because its `auth` schema is another
    /// system's.
    pub(super) async fn is_live(&self, claims: &SessionClaims) -> Result<bool, LookupError> {
        match self.ask_any(claims).await {
            Err(LookupError::Query(error)) if error.code().is_some_and(is_not_installed) => {
                if !self.has_warned.swap(true, Ordering::Relaxed) {
                    tracing::warn!(
                        "sessions are not checked, because auth.is_session_live cannot be used: {error}"
                    );
                }
                Ok(true)
            }
            answer => answer,
        }
    }

    /// The primary's answer, or else that of the first replica that has one.
    async fn ask_any(&self, claims: &SessionClaims) -> Result<bool, LookupError> {
        let of_primary = ask(&self.primary, claims).await;
        let Err(error) = &of_primary else { return of_primary };
        if !is_away(error) {
            return of_primary;
        }
        for replica in &self.replicas {
            if let Ok(is_live) = ask(replica, claims).await {
                return Ok(is_live);
            }
        }
        of_primary
    }
}

fn connect(url: &str) -> Result<SharedClient, AddressError> {
    SharedClient::new(url, "session check", TIMEOUT)
}

async fn ask(shared: &SharedClient, claims: &SessionClaims) -> Result<bool, LookupError> {
    let asking = async {
        let client = shared.get().await?;
        match query(&client, claims).await {
            Err(error) if is_connection_lost(&error) => {
                shared.forget(&client).await;
                Ok(query(&*shared.get().await?, claims).await?)
            }
            answer => Ok(answer?),
        }
    };
    timeout(TIMEOUT, asking).await?
}

/// One round trip, without a prepared statement, which a pooler might not know.
async fn query(client: &Client, claims: &SessionClaims) -> Result<bool, tokio_postgres::Error> {
    let question = "select auth.is_session_live($1, $2)";
    let parameters: [(&(dyn tokio_postgres::types::ToSql + Sync), Type); 2] =
        [(&claims.session_id, Type::UUID), (&claims.user_id, Type::UUID)];
    let rows = client.query_typed(question, &parameters).await?;
    rows.first().map_or(Ok(false), |row| row.try_get(0))
}

fn is_away(error: &LookupError) -> bool {
    match error {
        LookupError::Connect(_) | LookupError::Timeout(_) => true,
        LookupError::Query(error) => is_connection_lost(error),
    }
}

fn is_connection_lost(error: &tokio_postgres::Error) -> bool {
    let shutdowns = [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN];
    error.code().is_none_or(|code| shutdowns.contains(code))
}

/// Whether the function, its schema or the right to use them is missing.
fn is_not_installed(code: &SqlState) -> bool {
    [SqlState::UNDEFINED_FUNCTION, SqlState::INVALID_SCHEMA_NAME, SqlState::INSUFFICIENT_PRIVILEGE]
        .contains(code)
}
