//! pgTAP in the database for the time of a test run.

use tokio_postgres::Client;

/// Why pgTAP cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExtensionError {
    #[error(
        "this Postgres does not have the extension pgtap; the Debian package postgresql-{major}-pgtap brings it for version {major}"
    )]
    NotInstalled { major: i32 },
    #[error("the extension pgtap cannot be created or dropped: {0}")]
    Database(#[from] tokio_postgres::Error),
}

/// The extension in a database. [`Pgtap::remove`] drops it if it was not there before.
pub struct Pgtap {
    was_there: bool,
}

impl Pgtap {
    /// Creates the extension, in the schema where Supabase has it.
    ///
    /// # Errors
    /// When the server does not have it.
    pub async fn ensure(client: &Client) -> Result<Pgtap, ExtensionError> {
        let query = "select installed_version is not null from pg_available_extensions where name = 'pgtap'";
        let Some(row) = client.query_opt(query, &[]).await? else {
            let query = "select current_setting('server_version_num')::int / 10000";
            return Err(ExtensionError::NotInstalled { major: client.query_one(query, &[]).await?.get(0) });
        };
        let was_there: bool = row.get(0);
        client
            .batch_execute("create schema if not exists extensions; create extension if not exists pgtap with schema extensions")
            .await?;
        Ok(Pgtap { was_there })
    }

    /// # Errors
    /// When the statement fails.
    pub async fn remove(self, client: &Client) -> Result<(), ExtensionError> {
        if !self.was_there {
            client.batch_execute("drop extension if exists pgtap").await?;
        }
        Ok(())
    }
}
