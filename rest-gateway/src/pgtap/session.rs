//! Runs one file, statement by statement, on a connection of its own, whose end rolls an open transaction back.

use super::tap::Outcome;
use std::fs;
use std::io;
use std::path::Path;
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
        match client.simple_query(statement.text).await {
            Ok(messages) => messages.iter().for_each(|message| read(&mut outcome, message)),
            Err(error) => {
                outcome.stop(reason(&error));
                break;
            }
        }
    }
    Ok(outcome)
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

/// The text with empty lines in place of psql's commands, so that places in it stay the same.
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
    fn commands_about_the_output_are_left_out_and_others_rejected() {
        let strip = |text| without_psql_commands(Path::new("a.sql"), text);
        assert_eq!(strip("\\set QUIET 1\nselect 1;\n").unwrap(), "\nselect 1;");
        let error = strip("select 1;\n  \\ir other.sql\n").unwrap_err().to_string();
        assert!(error.starts_with("a.sql:2: `\\ir` is a command of psql"), "{error}");
    }
}
