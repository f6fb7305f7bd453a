//! Runs one test file statement by statement. The caller opens a connection for each file, and its end rolls back an open
//! transaction.

use super::tap::Outcome;
use futures_util::TryStreamExt;
use std::fs;
use std::io;
use std::path::Path;
use std::pin::pin;
use tokio_postgres::{Client, SimpleQueryMessage};

/// Why a file could not be run at all.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("{path}: {cause}", path = .path.display())]
    Read { path: std::path::PathBuf, cause: io::Error },
    #[error(
        "{path}:{line}: `{command}` is a command of psql; with `pg_prove` on the PATH the tests are run by psql",
        path = .path.display()
    )]
    PsqlCommand { path: std::path::PathBuf, line: usize, command: String },
}

/// Commands of psql for output and error handling, which have no effect here.
const OUTPUT_COMMANDS: [&str; 6] = ["\\set", "\\unset", "\\pset", "\\timing", "\\echo", "\\x"];

/// Runs a file. An error ends it, and becomes a part of the outcome.
///
/// # Errors
/// When the file cannot be read, or needs psql.
pub async fn run_file(client: &Client, path: &Path) -> Result<Outcome, SessionError> {
    let text =
        fs::read_to_string(path).map_err(|cause| SessionError::Read { path: path.to_owned(), cause })?;
    let text = without_psql_commands(path, &text)?;
    let mut outcome = Outcome::default();
    for statement in sql_migrations::split(&text) {
        if let Err(error) = run(client, statement.text, &mut outcome).await {
            outcome.stop(reason(&error));
            break;
        }
    }
    Ok(outcome)
}

/// Runs a statement, and reads its rows one by one, because they may be many.
async fn run(client: &Client, sql: &str, outcome: &mut Outcome) -> Result<(), tokio_postgres::Error> {
    let mut messages = pin!(client.simple_query_raw(sql).await?);
    while let Some(message) = messages.try_next().await? {
        read(outcome, &message);
    }
    Ok(())
}

fn read(outcome: &mut Outcome, message: &SimpleQueryMessage) {
    if let SimpleQueryMessage::Row(row) = message {
        (0..row.len()).filter_map(|column| row.get(column)).for_each(|value| outcome.read(value));
    }
}

fn reason(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(error) => format!("{} ({})", error.message(), error.code().code()),
        None => error.to_string(),
    }
}

/// Replaces psql's commands by empty lines, so that line numbers stay the same.
fn without_psql_commands(path: &Path, text: &str) -> Result<String, SessionError> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let command = line.trim_start().split(char::is_whitespace).next().unwrap_or_default();
        match command {
            _ if !command.starts_with('\\') => lines.push(line),
            _ if OUTPUT_COMMANDS.contains(&command) => lines.push(""),
            _ => {
                let command = command.to_owned();
                return Err(SessionError::PsqlCommand { path: path.to_owned(), line: index + 1, command });
            }
        }
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_about_output_are_ignored_and_others_rejected() {
        let strip = |text| without_psql_commands(Path::new("a.sql"), text);
        assert_eq!(strip("\\set QUIET 1\nselect 1;\n").unwrap(), "\nselect 1;");
        let error = strip("select 1;\n  \\ir other.sql\n").unwrap_err().to_string();
        assert!(error.starts_with("a.sql:2: `\\ir` is a command of psql"), "{error}");
    }
}
