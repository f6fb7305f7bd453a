//! Empties a database of what a project's migrations can have made.

use crate::error::Error;
use crate::run::locked;
use tokio_postgres::Client;

/// Drops schemas, extensions, and what is in `public`, but for the platform's; and empties accounts and the history. All
/// or nothing.
///
/// # Errors
/// When a statement fails, for example for lack of a privilege.
pub async fn clear(client: &Client) -> Result<(), Error> {
    locked(client, async { Ok(client.batch_execute(include_str!("clear.sql")).await?) }).await
}
