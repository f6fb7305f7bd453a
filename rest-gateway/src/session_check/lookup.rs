//! Asks Postgres about sessions, over one connection that all questions share.

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
    client: SharedClient,
    has_warned: AtomicBool,
}

impl Lookup {
    pub(super) fn new(url: &str) -> Result<Lookup, AddressError> {
        let client = SharedClient::new(url, "session check", TIMEOUT)?;
        Ok(Lookup { client, has_warned: AtomicBool::new(false) })
    }

    /// Whether the session is live. True where the database cannot know, because its `auth` schema is another
    /// system's.
    pub(super) async fn is_live(&self, claims: &SessionClaims) -> Result<bool, LookupError> {
        match timeout(TIMEOUT, self.ask(claims)).await? {
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

    async fn ask(&self, claims: &SessionClaims) -> Result<bool, LookupError> {
        let client = self.client.get().await?;
        match query(&client, claims).await {
            Err(error) if is_connection_lost(&error) => {
                self.client.forget(&client).await;
                Ok(query(&*self.client.get().await?, claims).await?)
            }
            answer => Ok(answer?),
        }
    }
}

/// One round trip, without a prepared statement, which a pooler might not know.
async fn query(client: &Client, claims: &SessionClaims) -> Result<bool, tokio_postgres::Error> {
    let question = "select auth.is_session_live($1, $2)";
    let parameters: [(&(dyn tokio_postgres::types::ToSql + Sync), Type); 2] =
        [(&claims.session_id, Type::UUID), (&claims.user_id, Type::UUID)];
    let rows = client.query_typed(question, &parameters).await?;
    rows.first().map_or(Ok(false), |row| row.try_get(0))
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
