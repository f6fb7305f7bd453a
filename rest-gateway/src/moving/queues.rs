//! Loads the rows of `pgmq`: creates its queues, and fills their tables.

use super::catalog::Catalog;
use super::error::ImportError;
use super::load::Loader;
use super::load_rows::skip_rows;
use super::rules::Rows;
use super::script::Script;
use super::staging;
use tokio::io::AsyncBufRead;
use tokio_postgres::Error;

/// The stand-in has no partitioned queues, so that such a queue becomes an ordinary one.
const CREATE_QUEUES: &str = "
    select pgmq.create(queue_name) from pg_temp.import_rows where not is_unlogged;
    select pgmq.create_unlogged(queue_name) from pg_temp.import_rows where is_unlogged;
    drop table pg_temp.import_rows";

impl Loader<'_> {
    /// Creates the queues of a list.
    pub(super) async fn load_queues<R: AsyncBufRead + Unpin>(
        &mut self,
        statement: &str,
        rows: &Rows,
        script: &mut Script<R>,
    ) -> Result<Result<u64, Error>, ImportError> {
        self.client.batch_execute(&staging::create(rows)).await?;
        let loaded = self.load_rows(statement, &staging::target(rows), rows, script).await?;
        let created = match loaded {
            Ok(count) => self.client.batch_execute(CREATE_QUEUES).await.map(|()| count),
            Err(error) => Err(error),
        };
        if created.is_ok() {
            self.catalog = Catalog::read(self.client).await?;
        }
        Ok(created)
    }

    /// Creates the queue of a table, and loads rows into the table.
    pub(super) async fn load_into_queue<R: AsyncBufRead + Unpin>(
        &mut self,
        statement: &str,
        queue: &str,
        rows: &Rows,
        script: &mut Script<R>,
    ) -> Result<Result<u64, Error>, ImportError> {
        if let Err(error) = self.client.execute("select pgmq.create($1)", &[&queue]).await {
            skip_rows(rows, script).await?;
            return Ok(Err(error));
        }
        let loaded = self.load_rows(statement, &rows.target(), rows, script).await?;
        if loaded.is_ok() {
            self.catalog = Catalog::read(self.client).await?;
        }
        Ok(loaded)
    }
}
