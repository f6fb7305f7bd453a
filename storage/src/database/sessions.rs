//! Sessions of access tokens. The role that the process logs in as may ask whether one is live, and reads no table of
//! `auth`.

use tokio_postgres::error::SqlState;
use uuid::Uuid;

use super::transaction::Transaction;
use crate::error::Result;

/// Whether a session is live. True in a database whose `auth` schema is another system's and cannot tell.
pub async fn is_live(transaction: &Transaction<'_>, session: Uuid, user: Uuid) -> Result<bool> {
    let asked = async {
        let statement = transaction.prepare_cached("select auth.is_session_live($1, $2)").await?;
        transaction.query_one(&statement, &[&session, &user]).await?.try_get(0)
    };
    match asked.await {
        Err(error) if error.code().is_some_and(is_not_installed) => Ok(true),
        answer => Ok(answer?),
    }
}

/// Whether the function, its schema or the right to use them is missing.
fn is_not_installed(code: &SqlState) -> bool {
    [SqlState::UNDEFINED_FUNCTION, SqlState::INVALID_SCHEMA_NAME, SqlState::INSUFFICIENT_PRIVILEGE]
        .contains(code)
}
