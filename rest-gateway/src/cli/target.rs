//! The database of a command: the running stack's, or the one of `--db-url`.

use super::error::CommandError;
use super::workspace::enter;
use crate::config::{Config, PostgresUrl};
use crate::stack::project::libpq_variables;
use crate::stack::{Addresses, DEFAULT_FOLDER, DataFolder};
use clap::Args;
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use tokio_postgres::Client;

/// The arguments that select it.
#[derive(Args)]
pub(super) struct TargetArgs {
    /// Folder that holds all state of the stack.
    #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
    data: PathBuf,
    /// The configuration; by default the one that `up` finds.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Work on this database instead of that of the running stack.
    #[arg(long, value_name = "URL", value_parser = PostgresUrl::parse)]
    db_url: Option<PostgresUrl>,
    /// Work on the running stack. This is the default.
    #[arg(long, conflicts_with = "db_url")]
    local: bool,
}

/// A database, and the project whose SQL it gets.
pub(super) struct Target {
    pub config: Config,
    pub data: PathBuf,
    pub url: String,
    /// The running stack, unless the database was named.
    pub stack: Option<Addresses>,
}

impl TargetArgs {
    /// # Errors
    /// When the configuration is invalid, or no stack runs and no database is named.
    pub(super) fn resolve(self) -> Result<Target, CommandError> {
        let (source, data) = enter(self.config.as_deref(), self.data)?;
        let config = Config::load_source(&source)?;
        let (url, stack) = match self.db_url {
            Some(url) => (url.0, None),
            None => {
                let addresses = DataFolder::running(&data)?;
                (addresses.db_url.clone(), Some(addresses))
            }
        };
        Ok(Target { config, data, url, stack })
    }
}

impl Target {
    /// Rejects a configuration that is not a Supabase project's: the product's migrations are built in.
    ///
    /// # Errors
    /// When the configuration has no folder of migrations.
    pub(super) fn of_project(self) -> Result<Target, CommandError> {
        if self.config.source.is_project() {
            return Ok(self);
        }
        Err(CommandError::NotAProject(self.config.path))
    }

    /// The connection as environment variables of libpq's programs.
    ///
    /// # Errors
    /// When the connection string is invalid.
    pub(super) fn libpq_variables(&self) -> Result<Vec<(&'static str, String)>, tokio_postgres::Error> {
        libpq_variables(&self.url)
    }

    /// Opens a connection. It closes with the client.
    ///
    /// # Errors
    /// When the server is unreachable or rejects the login.
    pub(super) async fn connect(&self) -> Result<Client, CommandError> {
        let (client, connection) = postgres_connect::connect(&self.url).await?;
        tokio::spawn(async move {
            // The client's calls return the connection's errors.
            let _ = connection.await;
        });
        Ok(client)
    }
}

/// Asks for confirmation on the terminal. Returns `default` if standard input is not a terminal.
///
/// # Errors
/// When the terminal cannot be read.
pub(super) fn confirm(question: &str, default: bool) -> Result<bool, CommandError> {
    if !std::io::stdin().is_terminal() {
        return Ok(default);
    }
    let choice = if default { "[Y/n]" } else { "[y/N]" };
    eprint!("{question} {choice} ");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(match answer.trim().to_ascii_lowercase().as_str() {
        "" => default,
        answer => answer == "y" || answer == "yes",
    })
}
