//! Runs the statements of a dump in one transaction. Triggers and foreign keys do not apply to the rows, as when the
//! hosted service's own dumps are restored.

use super::catalog::Catalog;
use super::checks::SuspendedChecks;
use super::error::ImportError;
use super::report::Report;
use super::rules::{Verdict, judge};
use super::script::{Item, Script};
use super::source::Source;
use std::path::Path;
use tokio::io::AsyncBufRead;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error};

/// The dump itself changes further settings, for the rest of the session.
const BEGIN: &str = "begin; set local lock_timeout = 0; set local statement_timeout = 0; \
                     set local idle_in_transaction_session_timeout = 0; set local check_function_bodies = off";
const REPLICA: &str = "set session_replication_role = replica";

/// A statement and its position in the dump.
#[derive(Clone, Copy)]
pub(super) struct Statement<'a> {
    pub path: &'a Path,
    /// The number of its first line.
    pub line: usize,
    pub text: &'a str,
}

/// Loads files into a database with the platform's migrations. Leaves its transaction open.
pub struct Loader<'a> {
    pub client: &'a Client,
    pub catalog: Catalog,
    pub report: Report,
    /// `None` if the role may turn off all triggers at once.
    pub(super) checks: Option<SuspendedChecks>,
    ignores_errors: bool,
    pub(super) on_progress: &'a (dyn Fn(&str) + Sync),
}

impl<'a> Loader<'a> {
    /// Begins the transaction. Without `ignores_errors`, loading stops after many failed statements. `on_progress` gets
    /// the names of tables.
    ///
    /// # Errors
    /// When the connection is lost.
    pub async fn begin(
        client: &'a Client,
        ignores_errors: bool,
        on_progress: &'a (dyn Fn(&str) + Sync),
    ) -> Result<Loader<'a>, ImportError> {
        let catalog = Catalog::read(client).await?;
        client.batch_execute(BEGIN).await?;
        let mut loader =
            Loader { client, catalog, report: Report::default(), checks: None, ignores_errors, on_progress };
        match loader.in_savepoint(REPLICA).await? {
            Err(error) if is_privilege(&error) => loader.checks = Some(SuspendedChecks::default()),
            result => result?,
        }
        Ok(loader)
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
                Item::Statement(text) => {
                    self.statement(Statement { path, line, text: &text }, &mut script).await?;
                }
                Item::Command(command) if is_restriction(&command) => self.report.not_needed += 1,
                Item::Command(command) => {
                    let reason = "only psql knows this command".to_owned();
                    self.report.omitted.add(path, line, &command, reason);
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
        statement: Statement<'_>,
        script: &mut Script<R>,
    ) -> Result<(), ImportError> {
        let ran = match judge(statement.text, &self.catalog) {
            Verdict::NotNeeded => {
                self.report.not_needed += 1;
                return Ok(());
            }
            Verdict::Omit(reason) => {
                self.omit(statement, reason);
                return Ok(());
            }
            Verdict::Rows(rows) => return self.rows(statement, &rows, script).await,
            Verdict::Run => self.in_savepoint(statement.text).await?,
            Verdict::Rewrite(rewritten) => self.in_savepoint(&rewritten).await?,
            Verdict::Extend(create) => {
                let ran = self.in_savepoint(&create).await?;
                self.catalog = Catalog::read(self.client).await?;
                match ran {
                    // Only a superuser can create some extensions, unless the operator of the server allows it.
                    Err(error) if is_privilege(&error) => {
                        self.omit(statement, explain(&error));
                        return Ok(());
                    }
                    ran => ran,
                }
            }
        };
        if let Some(checks) = &mut self.checks {
            checks.expect_more();
        }
        match ran {
            Ok(()) => self.report.run += 1,
            Err(error) => self.fail(statement, &error),
        }
        Ok(())
    }

    /// Turns triggers and foreign keys on again after the last row. Foreign keys that rows violate are in the report.
    ///
    /// # Errors
    /// When the connection is lost.
    pub async fn restore_checks(&mut self) -> Result<(), ImportError> {
        for off in self.checks.take().map(SuspendedChecks::into_suspended).unwrap_or_default() {
            if let Err(error) = self.in_savepoint(&off.restore).await? {
                self.report.failed.add(&off.path, off.line, &off.restore, explain(&error));
            }
        }
        Ok(())
    }

    pub(super) fn omit(&mut self, statement: Statement<'_>, reason: String) {
        self.report.omitted.add(statement.path, statement.line, statement.text, reason);
    }

    pub(super) fn fail(&mut self, statement: Statement<'_>, error: &Error) {
        self.report.failed.add(statement.path, statement.line, statement.text, explain(error));
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
    pub(super) async fn undo(&self, error: Error) -> Result<Error, Error> {
        if error.as_db_error().is_none() {
            return Err(error);
        }
        self.client.batch_execute("rollback to savepoint import; release savepoint import").await?;
        Ok(error)
    }
}

/// The commands by which newer dumps restrict psql.
fn is_restriction(command: &str) -> bool {
    command.starts_with("\\restrict ") || command.starts_with("\\unrestrict ")
}

fn is_privilege(error: &Error) -> bool {
    error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE)
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
