//! Creates pgTAP in the database for a test run.

use tokio_postgres::Client;

/// The state of the extension before a run. [`Pgtap::remove`] drops it if it was created for the run.
pub enum Pgtap {
    Present,
    Created,
    /// The server does not have it. Tests may bring what they need.
    Missing {
        /// The server's major version.
        major: i32,
    },
}

impl Pgtap {
    /// Creates the extension, in the schema where Supabase has it.
    ///
    /// # Errors
    /// When a statement fails.
    pub async fn ensure(client: &Client) -> Result<Pgtap, tokio_postgres::Error> {
        let query = "select installed_version is not null from pg_available_extensions where name = 'pgtap'";
        let Some(row) = client.query_opt(query, &[]).await? else {
            let query = "select current_setting('server_version_num')::int / 10000";
            return Ok(Pgtap::Missing { major: client.query_one(query, &[]).await?.get(0) });
        };
        if row.get(0) {
            return Ok(Pgtap::Present);
        }
        client.batch_execute("create schema if not exists extensions").await?;
        client.batch_execute("create extension pgtap with schema extensions").await?;
        Ok(Pgtap::Created)
    }

    /// # Errors
    /// When the statement fails.
    pub async fn remove(self, client: &Client) -> Result<(), tokio_postgres::Error> {
        match self {
            Pgtap::Created => client.batch_execute("drop extension if exists pgtap").await,
            Pgtap::Present | Pgtap::Missing { .. } => Ok(()),
        }
    }
}
