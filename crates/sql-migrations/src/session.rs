//! Runs the statements of a file, in one transaction where that is possible.

use crate::error::{Error, Place, StatementError};
use crate::extensions::Extensions;
use crate::split::{Statement, code_offset, first_words, split};
use std::path::Path;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

/// The settings of the hosted role `postgres`, which files rely on.
const SETTINGS: &str = "reset all; set search_path to \"$user\", public, extensions";
/// A first line that disables the transaction of a file.
const WITHOUT_TRANSACTION: &str = "-- pg-delta: transaction=false";

/// The handling of `CREATE ROLE` for a role that exists. Roles belong to the cluster, not to the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExistingRoles {
    /// It fails, as always.
    Fail,
    /// It is left out.
    Keep,
}

/// How a file's statements are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// One transaction, interrupted only by statements that cannot be in one.
    Transaction,
    /// Each statement by itself: the file has transactions of its own, or wants none.
    Single,
}

impl Mode {
    fn of(sql: &str, statements: &[Statement<'_>]) -> Mode {
        let has_own = statements.iter().any(|statement| controls_transaction(statement.text));
        let wants_none =
            sql.trim_start().lines().next().is_some_and(|line| line.trim() == WITHOUT_TRANSACTION);
        if has_own || wants_none { Mode::Single } else { Mode::Transaction }
    }
}

/// Runs files on a database.
pub(crate) struct FileRunner<'a> {
    pub client: &'a Client,
    pub extensions: &'a Extensions,
    pub existing_roles: ExistingRoles,
}

impl FileRunner<'_> {
    /// Runs a file. `record` runs at the end, in the same transaction if there is one, with the texts of the statements.
    ///
    /// # Errors
    /// When the file is unreadable, or a statement fails. The open transaction is undone.
    pub async fn run(
        &self,
        path: &Path,
        record: impl AsyncFnOnce(&[&str]) -> Result<(), tokio_postgres::Error>,
    ) -> Result<(), Error> {
        let sql = read(path)?;
        let result = self.run_sql(path, &sql, record).await;
        if result.is_err() {
            // The connection may be gone, which the error says already. Without a transaction this is a warning.
            let _ = self.client.batch_execute("rollback").await;
        }
        let reset = self.client.batch_execute("reset all").await;
        result?;
        Ok(reset?)
    }

    async fn run_sql(
        &self,
        path: &Path,
        sql: &str,
        record: impl AsyncFnOnce(&[&str]) -> Result<(), tokio_postgres::Error>,
    ) -> Result<(), Error> {
        let client = self.client;
        let statements = split(sql);
        let mode = Mode::of(sql, &statements);
        client.batch_execute(SETTINGS).await?;
        if mode == Mode::Transaction {
            client.batch_execute("begin").await?;
        }
        for (statement, number) in statements.iter().copied().zip(1..) {
            let is_alone = mode == Mode::Transaction && runs_outside_transactions(statement.text);
            if is_alone {
                client.batch_execute("commit").await?;
            }
            let run = self.run_statement(Place { path, sql, number, statement }, mode).await;
            run.map_err(|error| Error::Statement(Box::new(error)))?;
            if is_alone {
                client.batch_execute("begin").await?;
            }
        }
        let texts: Vec<&str> = statements.iter().map(|statement| statement.text).collect();
        record(&texts).await?;
        if mode == Mode::Transaction {
            let committed = client.batch_execute("commit").await;
            committed.map_err(|cause| Error::Commit { path: path.to_owned(), cause })?;
        }
        Ok(())
    }

    async fn run_statement(&self, place: Place<'_>, mode: Mode) -> Result<(), StatementError> {
        let statement = place.statement;
        if needs_data(statement.text) {
            let message = "COPY ... FROM STDIN has no data here; write INSERT statements".to_owned();
            return Err(StatementError::at(place, code_offset(statement.text), message));
        }
        if let Some(replacement) = self.extensions.replacement(statement.text) {
            let run = self.client.batch_execute(&replacement).await;
            return run.map_err(|cause| StatementError::in_replacement(place, &cause));
        }
        let may_exist = self.existing_roles == ExistingRoles::Keep && creates_role(statement.text);
        let run = match may_exist {
            true => create_role(self.client, statement.text, mode).await,
            false => self.client.batch_execute(statement.text).await,
        };
        run.map_err(|cause| StatementError::new(place, &cause))
    }
}

/// The text of a file, without a byte order mark.
pub fn read(path: &Path) -> Result<String, Error> {
    let sql = std::fs::read_to_string(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
    Ok(sql.trim_start_matches('\u{feff}').to_owned())
}

/// The bytes of a file.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })
}

/// Creates a role unless it exists.
async fn create_role(client: &Client, statement: &str, mode: Mode) -> Result<(), tokio_postgres::Error> {
    let (before, undo) = match mode {
        Mode::Transaction => ("savepoint before_role", "rollback to savepoint before_role"),
        Mode::Single => ("", ""),
    };
    client.batch_execute(before).await?;
    match client.batch_execute(statement).await {
        Err(error) if error.code() == Some(&SqlState::DUPLICATE_OBJECT) => client.batch_execute(undo).await,
        outcome => outcome,
    }
}

fn creates_role(statement: &str) -> bool {
    let words = first_words(statement, 2);
    words.len() == 2 && words[0] == "create" && matches!(words[1].as_str(), "role" | "user" | "group")
}

/// Whether a statement reads data from the client: `COPY … FROM STDIN`, as `pg_dump` writes it.
fn needs_data(statement: &str) -> bool {
    let is_copy = first_words(statement, 1) == ["copy"];
    let text = statement.to_ascii_lowercase();
    is_copy && text.split_whitespace().collect::<Vec<_>>().windows(2).any(|pair| pair == ["from", "stdin"])
}

/// Whether a statement begins or ends a transaction.
fn controls_transaction(statement: &str) -> bool {
    let words = first_words(statement, 2);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(
        words.as_slice(),
        ["begin" | "commit" | "end" | "rollback" | "abort", ..] | ["start", "transaction"]
    )
}

/// Whether Postgres refuses a statement in a transaction.
fn runs_outside_transactions(statement: &str) -> bool {
    let words = first_words(statement, 4);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["create" | "drop", "index", "concurrently", ..] | ["create", "unique", "index", "concurrently"] => {
            true
        }
        ["reindex", rest @ ..] => rest.contains(&"concurrently"),
        ["create" | "drop", "database" | "tablespace", ..] | ["alter", "system", ..] => true,
        ["vacuum" | "cluster", ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_cannot_be_in_a_transaction_are_known() {
        for alone in [
            "-- why\ncreate index concurrently i on t (a)",
            "CREATE UNIQUE INDEX CONCURRENTLY i ON t (a)",
            "reindex table concurrently t",
            "vacuum analyze t",
            "alter system set work_mem = '8MB'",
        ] {
            assert!(runs_outside_transactions(alone), "{alone}");
        }
        for inside in
            ["create index i on t (a)", "create index concurrently_made on t (a)", "alter table t add a int"]
        {
            assert!(!runs_outside_transactions(inside), "{inside}");
        }
    }

    #[test]
    fn a_file_with_transactions_of_its_own_keeps_them() {
        let mode = |sql: &str| Mode::of(sql, &split(sql));
        assert_eq!(mode("create table a (); begin; create table b (); commit;"), Mode::Single);
        assert_eq!(mode("-- pg-delta: transaction=false\ncreate table a ();"), Mode::Single);
        assert_eq!(
            mode("create function f() returns int language sql begin atomic select 1; end;"),
            Mode::Transaction
        );
        assert_eq!(mode("do $$ begin null; end $$;"), Mode::Transaction);
    }
}
