//! `functions serve`: the running stack serves the functions with the flags of this command, until it ends.

use super::super::error::CommandError;
use super::super::workspace::enter;
use crate::config::Config;
use crate::log_output::{Logs, LogsError};
use crate::signals::Signals;
use crate::stack::{self, DEFAULT_FOLDER, DataFolder, ServeOverrides};
use crate::terminal::print;
use clap::Args;
use service_kit::log::Format;
use std::collections::BTreeMap;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(in crate::cli) const EXAMPLES: &str = "\
Examples:
  rest-gateway functions serve
  rest-gateway functions serve hello --no-verify-jwt
  rest-gateway functions serve --env-file supabase/.env.local

`up` serves the functions as well, and reloads them when a file changes.";

const POLL_INTERVAL: Duration = Duration::from_millis(200);

#[derive(Args)]
pub(in crate::cli) struct ServeArgs {
    /// Follow only the log of this function.
    name: Option<String>,
    /// Variables for the functions, instead of those of `supabase/functions/.env` and of each function's `.env`.
    #[arg(long, value_name = "FILE")]
    env_file: Option<PathBuf>,
    /// Let all functions be called without a token.
    #[arg(long)]
    no_verify_jwt: bool,
    /// Folder that holds all state of the stack.
    #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
    data: PathBuf,
    /// The configuration; by default the one that `up` finds.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Prints the addresses, then the log, until it is interrupted or the stack ends.
///
/// # Errors
/// When no stack runs, or it has no such function.
pub(super) fn run(arguments: ServeArgs) -> Result<(), CommandError> {
    // Before the project's folder becomes the current one.
    let env_file = arguments.env_file.as_deref().map(std::path::absolute).transpose()?;
    let (source, data) = enter(arguments.config.as_deref(), arguments.data)?;
    let config = Config::load_source(&source)?;
    let addresses = DataFolder::running(&data)?;
    let mut names: Vec<String> =
        config.served_functions().map(|(name, _)| name.as_str().to_owned()).collect();
    if let Some(wanted) = arguments.name {
        if !names.contains(&wanted) {
            return Err(CommandError::NoFunction { name: wanted, known: names.join(", ") });
        }
        names = vec![wanted];
    }
    let overrides = ServeOverrides { env_file, without_token_checks: arguments.no_verify_jwt };
    tokio::runtime::Runtime::new()?.block_on(async {
        let mut signals = Signals::listen()?;
        let serving = stack::serve_functions(&data, &overrides)?;
        for name in &names {
            print(&format!("Serving {}/{name}\n", addresses.functions_url));
        }
        let followed = follow_logs(&data, names, &mut signals).await;
        // Also after an error, so that no function stays open without a token.
        serving.end()?;
        followed
    })
}

/// Prints the logs of functions until a signal, or the end of the stack.
async fn follow_logs(data: &Path, names: Vec<String>, signals: &mut Signals) -> Result<(), CommandError> {
    let mut logs = FunctionLogs::skip_to_end(data, names)?;
    loop {
        let running = DataFolder::is_held(data)?;
        logs.print()?;
        tokio::select! {
            () = signals.next() => break,
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
        if !running {
            break;
        }
    }
    Ok(())
}

/// The logs of functions, without the lines from before the command.
struct FunctionLogs {
    folder: PathBuf,
    format: Format,
    logs: BTreeMap<String, Option<Logs>>,
}

impl FunctionLogs {
    fn skip_to_end(data: &Path, names: Vec<String>) -> Result<FunctionLogs, CommandError> {
        let format = Format::choose(None, &service_kit::Environment::of_process(), stdout().is_terminal())?;
        let logs = names.into_iter().map(|name| (name, None)).collect();
        let mut logs = FunctionLogs { folder: data.join(stack::LOG_FOLDER), format, logs };
        logs.open()?;
        for log in logs.logs.values_mut().flatten() {
            log.print(&mut std::io::sink())?;
        }
        Ok(logs)
    }

    /// Opens the logs of functions that have started since.
    fn open(&mut self) -> Result<(), LogsError> {
        for (name, log) in &mut self.logs {
            if log.is_none() {
                *log = match Logs::open(self.folder.clone(), None, Some(name.clone()), self.format) {
                    Ok(log) => Some(log),
                    Err(LogsError::NoSuchService { .. } | LogsError::None(_)) => None,
                    Err(error) => return Err(error),
                };
            }
        }
        Ok(())
    }

    fn print(&mut self) -> Result<(), LogsError> {
        self.open()?;
        let mut output = stdout().lock();
        self.logs.values_mut().flatten().try_for_each(|log| log.print(&mut output))
    }
}
