//! Removes everything from a database that a project's migrations can create.

use crate::error::Error;
use crate::run::locked;
use tokio_postgres::Client;

/// Drops schemas, extensions and the objects of `public`, except the platform's, and deletes accounts and the history, in
/// one transaction.
///
/// # Errors
/// When a statement fails, for example for lack of a privilege.
pub async fn clear(client: &Client) -> Result<(), Error> {
    locked(client, async { Ok(client.batch_execute(include_str!("clear.sql")).await?) }).await
}
