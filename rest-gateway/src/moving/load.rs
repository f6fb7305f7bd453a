//! Runs the statements of a dump in one transaction, and loads its rows. Triggers and foreign keys do not apply
//! during the import, as when the hosted service's own dumps are restored.

use super::catalog::Catalog;
use super::error::ImportError;
use super::report::Report;
use super::rules::{RowAction, Rows, Verdict, judge};
use super::script::{Item, Script};
use super::source::Source;
use super::staging;
use bytes::Bytes;
use futures_util::SinkExt;
use std::path::Path;
use std::pin::pin;
use tokio::io::AsyncBufRead;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error, SimpleQueryMessage};

/// A dump sets further settings, for the rest of the connection.
const BEGIN: &str = "begin; set local lock_timeout = 0; set local statement_timeout = 0; \
                     set local idle_in_transaction_session_timeout = 0; set local check_function_bodies = off";
const REPLICA: &str = "set session_replication_role = replica";

/// Loads files into a database with the platform's migrations. Its transaction stays open.
pub struct Loader<'a> {
    pub client: &'a Client,
    pub catalog: Catalog,
    pub report: Report,
    ignores_errors: bool,
    on_progress: &'a (dyn Fn(&str) + Sync),
}

impl<'a> Loader<'a> {
    /// Begins the transaction. Loads everything even if many statements fail with `ignores_errors`. `on_progress` gets the
    /// names of tables.
    ///
    /// # Errors
    /// When the role may not turn off triggers.
    pub async fn begin(
        client: &'a Client,
        ignores_errors: bool,
        on_progress: &'a (dyn Fn(&str) + Sync),
    ) -> Result<Loader<'a>, ImportError> {
        let catalog = Catalog::read(client).await?;
        client.batch_execute(BEGIN).await?;
        match client.batch_execute(REPLICA).await {
            Err(error) if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
                Err(ImportError::ReplicationRole { role: catalog.session.role })
            }
            result => {
                result?;
                Ok(Loader { client, catalog, report: Report::default(), ignores_errors, on_progress })
            }
        }
    }

    /// Runs a file.
    ///
    /// # Errors
    /// When it is unreadable, or the connection is lost. Statements that fail are in the report.
    pub async fn load(&mut self, path: &Path) -> Result<(), ImportError> {
        let mut source = Source::open(path).await?;
        let mut script = Script::new(path, &mut source.reader);
        while let Some((line, item)) = script.next().await? {
            match item {
                Item::Statement(statement) => {
                    self.statement(path, line, &statement, &mut script).await?;
                }
                Item::Command(command) if is_restriction(&command) => self.report.in_place += 1,
                Item::Command(command) => {
                    let reason = "only psql knows this command".to_owned();
                    self.report.left.add(path, line, &command, reason);
                }
            }
            if !self.ignores_errors && self.report.failed.is_full() {
                return Ok(());
            }
        }
        drop(script);
        source.finish(path).await
    }

    async fn statement<R: AsyncBufRead + Unpin>(
        &mut self,
        path: &Path,
        line: usize,
        statement: &str,
        script: &mut Script<R>,
    ) -> Result<(), ImportError> {
        let ran = match judge(statement, &self.catalog) {
            Verdict::InPlace => {
                self.report.in_place += 1;
                return Ok(());
            }
            Verdict::Leave(reason) => {
                self.report.left.add(path, line, statement, reason);
                return Ok(());
            }
            Verdict::Rows(rows) => return self.rows(path, line, statement, &rows, script).await,
            Verdict::Run => self.in_savepoint(statement).await?,
            Verdict::Rewrite(rewritten) => self.in_savepoint(&rewritten).await?,
            Verdict::CreateExtension(create) => {
                let ran = self.in_savepoint(&create).await?;
                self.catalog = Catalog::read(self.client).await?;
                ran
            }
        };
        match ran {
            Ok(()) => self.report.run += 1,
            Err(error) => self.report.failed.add(path, line, statement, explain(&error)),
        }
        Ok(())
    }

    /// Runs a statement. If it fails, the transaction goes on without it.
    async fn in_savepoint(&self, statement: &str) -> Result<Result<(), Error>, Error> {
        // A comment may end the statement without a line end.
        let text = format!("savepoint import;\n{statement}\n;release savepoint import");
        match self.client.batch_execute(&text).await {
            Ok(()) => Ok(Ok(())),
            Err(error) => self.undo(error).await.map(Err),
        }
    }

    /// Returns to the savepoint after an error of the server. Another error ends the import.
    async fn undo(&self, error: Error) -> Result<Error, Error> {
        if error.as_db_error().is_none() {
            return Err(error);
        }
        self.client.batch_execute("rollback to savepoint import; release savepoint import").await?;
        Ok(error)
    }

    async fn rows<R: AsyncBufRead + Unpin>(
        &mut self,
        path: &Path,
        line: usize,
        statement: &str,
        rows: &Rows,
        script: &mut Script<R>,
    ) -> Result<(), ImportError> {
        let name = rows.table.to_string();
        if rows.action != RowAction::Load {
            let count = if rows.values_length.is_some() { 1 } else { count_rows(script).await? };
            match &rows.action {
                RowAction::Leave(reason) if count > 0 => {
                    let reason = match rows.values_length {
                        Some(_) => reason.clone(),
                        None => format!("{count} rows: {reason}"),
                    };
                    self.report.left.add(path, line, statement, reason);
                }
                _ => self.report.in_place += 1,
            }
            return Ok(());
        }
        (self.on_progress)(&name);
        self.client.batch_execute("savepoint import").await?;
        let first_row = script.line_number();
        let loaded = match rows.missing.is_empty() {
            true => self.load_rows(statement, &rows.target(), rows.values_length, script).await?,
            false => self.load_staged(path, line, statement, rows, script).await?,
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
                let line = row_of(&error).map_or(line, |row| first_row + row);
                self.report.failed.add(path, line, statement, explain(&error));
            }
        }
        Ok(())
    }

    /// Loads rows into a table, whose name and columns are `target`. All rows are read, also after an error.
    async fn load_rows<R: AsyncBufRead + Unpin>(
        &self,
        statement: &str,
        target: &str,
        values_length: Option<usize>,
        script: &mut Script<R>,
    ) -> Result<Result<u64, Error>, ImportError> {
        if let Some(length) = values_length {
            let values = &statement[statement.len() - length..];
            let insert = format!("INSERT INTO {target} {values}");
            return Ok(self.client.simple_query(&insert).await.map(|messages| inserted(&messages)));
        }
        let copy = match self.client.copy_in::<_, Bytes>(&format!("COPY {target} FROM stdin")).await {
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
                // The server has refused a row, and `finish` returns its error.
                break;
            }
        }
        Ok(copy.finish().await)
    }

    /// Loads rows with columns that the table lacks.
    async fn load_staged<R: AsyncBufRead + Unpin>(
        &mut self,
        path: &Path,
        line: usize,
        statement: &str,
        rows: &Rows,
        script: &mut Script<R>,
    ) -> Result<Result<u64, Error>, ImportError> {
        self.client.batch_execute(&staging::create(rows)).await?;
        let loaded = self.load_rows(statement, &staging::target(rows), rows.values_length, script).await?;
        if let Err(error) = loaded {
            return Ok(Err(error));
        }
        match staging::move_rows(self.client, rows).await {
            Ok(moved) => {
                for (column, values) in moved.omitted {
                    let reason =
                        format!("the platform has no column `{column}`: {values} values are left out");
                    self.report.left.add(path, line, statement, reason);
                }
                Ok(Ok(moved.rows))
            }
            Err(error) => Ok(Err(error)),
        }
    }
}

/// Reads the rows without loading them.
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

/// The commands by which newer dumps restrict psql.
fn is_restriction(command: &str) -> bool {
    command.starts_with("\\restrict ") || command.starts_with("\\unrestrict ")
}

fn explain(error: &Error) -> String {
    let Some(error) = error.as_db_error() else { return error.to_string() };
    let mut text = error.message().to_owned();
    for more in [error.detail(), error.hint()].into_iter().flatten() {
        text.push_str("; ");
        text.push_str(more);
    }
    text
}

/// The number of the row that `COPY` refused.
fn row_of(error: &Error) -> Option<usize> {
    let context = error.as_db_error()?.where_()?;
    let (_, row) = context.split_once(", line ")?;
    row.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}
