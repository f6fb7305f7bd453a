//! Loads the rows of a dump, and skips those that an import leaves out.

use super::error::ImportError;
use super::load::{Loader, Statement};
use super::rules::{RowAction, RowSource, Rows};
use super::script::Script;
use super::staging;
use bytes::Bytes;
use futures_util::SinkExt;
use std::pin::pin;
use tokio::io::AsyncBufRead;
use tokio_postgres::{Error, SimpleQueryMessage};

impl Loader<'_> {
    /// Loads the rows of a statement, or reads them without loading them.
    pub(super) async fn rows<R: AsyncBufRead + Unpin>(
        &mut self,
        statement: Statement<'_>,
        rows: &Rows,
        script: &mut Script<R>,
    ) -> Result<(), ImportError> {
        let name = rows.table.to_string();
        if matches!(rows.action, RowAction::Ignore | RowAction::Omit(_)) {
            return self.omit_rows(statement, rows, script).await;
        }
        (self.on_progress)(&name);
        if let Some(checks) = &mut self.checks {
            checks.suspend(self.client, statement.path, statement.line).await?;
        }
        self.client.batch_execute("savepoint import").await?;
        let first_row = script.line_number();
        let loaded = match &rows.action {
            RowAction::CreateQueues => self.load_queues(statement.text, rows, script).await?,
            RowAction::LoadIntoQueue(queue) => {
                self.load_into_queue(statement.text, queue, rows, script).await?
            }
            _ if rows.missing.is_empty() => {
                self.load_rows(statement.text, &rows.target(), rows, script).await?
            }
            _ => self.load_staged(statement, rows, script).await?,
        };
        match loaded {
            Ok(count) => {
                self.client.batch_execute("release savepoint import").await?;
                if count > 0 {
                    *self.report.rows.entry(name).or_default() += count;
                }
            }
            Err(error) => {
                let error = self.undo(error).await?;
                let line = row_of(&error).map_or(statement.line, |row| first_row + row);
                self.fail(Statement { line, ..statement }, &error);
            }
        }
        Ok(())
    }

    /// Reads rows that are not loaded, and reports them.
    async fn omit_rows<R: AsyncBufRead + Unpin>(
        &mut self,
        statement: Statement<'_>,
        rows: &Rows,
        script: &mut Script<R>,
    ) -> Result<(), ImportError> {
        let count = skip_rows(rows, script).await?;
        match &rows.action {
            RowAction::Omit(reason) if count > 0 => {
                let reason = match rows.source {
                    RowSource::Statement { .. } => reason.clone(),
                    RowSource::Following { .. } => format!("{count} rows: {reason}"),
                };
                self.omit(statement, reason);
            }
            _ => self.report.not_needed += 1,
        }
        Ok(())
    }

    /// Loads rows into `target`, a table and its columns. Reads all rows of the dump even after an error.
    pub(super) async fn load_rows<R: AsyncBufRead + Unpin>(
        &self,
        statement: &str,
        target: &str,
        rows: &Rows,
        script: &mut Script<R>,
    ) -> Result<Result<u64, Error>, ImportError> {
        let options = match &rows.source {
            RowSource::Statement { length } => {
                let values = &statement[statement.len() - length..];
                let insert = format!("INSERT INTO {target} {values}");
                return Ok(self.client.simple_query(&insert).await.map(|messages| inserted(&messages)));
            }
            RowSource::Following { options } => options,
        };
        let copy = match self.client.copy_in::<_, Bytes>(&format!("COPY {target} FROM stdin {options}")).await
        {
            Ok(copy) => copy,
            Err(error) => {
                count_rows(script).await?;
                return Ok(Err(error));
            }
        };
        let mut copy = pin!(copy);
        while let Some(rows) = script.rows().await? {
            if copy.send(Bytes::from(rows)).await.is_err() {
                count_rows(script).await?;
                // The server rejected a row. `finish` returns its error.
                break;
            }
        }
        Ok(copy.finish().await)
    }

    /// Loads rows with columns that the table lacks.
    async fn load_staged<R: AsyncBufRead + Unpin>(
        &mut self,
        statement: Statement<'_>,
        rows: &Rows,
        script: &mut Script<R>,
    ) -> Result<Result<u64, Error>, ImportError> {
        self.client.batch_execute(&staging::create(rows)).await?;
        let loaded = self.load_rows(statement.text, &staging::target(rows), rows, script).await?;
        if let Err(error) = loaded {
            return Ok(Err(error));
        }
        match staging::move_rows(self.client, rows).await {
            Ok(moved) => {
                for (column, values) in moved.omitted {
                    let reason =
                        format!("the platform has no column `{column}`: {values} values are left out");
                    self.omit(statement, reason);
                }
                Ok(Ok(moved.rows))
            }
            Err(error) => Ok(Err(error)),
        }
    }
}

/// Reads the rows of a statement without loading them. Those of an `INSERT` count as one.
pub(super) async fn skip_rows<R: AsyncBufRead + Unpin>(
    rows: &Rows,
    script: &mut Script<R>,
) -> Result<usize, ImportError> {
    match rows.source {
        RowSource::Statement { .. } => Ok(1),
        RowSource::Following { .. } => count_rows(script).await,
    }
}

/// Reads the rows of `COPY` without loading them.
async fn count_rows<R: AsyncBufRead + Unpin>(script: &mut Script<R>) -> Result<usize, ImportError> {
    let mut count = 0;
    while let Some(rows) = script.rows().await? {
        count += memchr::memchr_iter(b'\n', &rows).count();
    }
    Ok(count)
}

/// The number of rows of an `INSERT`.
fn inserted(messages: &[SimpleQueryMessage]) -> u64 {
    let counts = messages.iter().filter_map(|message| match message {
        SimpleQueryMessage::CommandComplete(rows) => Some(*rows),
        _ => None,
    });
    counts.sum()
}

/// The number of the row that `COPY` rejected.
fn row_of(error: &Error) -> Option<usize> {
    let context = error.as_db_error()?.where_()?;
    let (_, row) = context.split_once(", line ")?;
    row.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}
