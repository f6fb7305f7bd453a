//! `logs`: prints the log files of a stack, and follows them.

use crate::log_output::{Logs, LogsError};
use crate::stack::{self, DataFolder};
use service_kit::log::{Format, FormatName};
use std::io::{ErrorKind, IsTerminal, stdout};
use std::path::Path;
use std::time::Duration;

use super::error::CommandError;

const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Prints the logs. With `follow`, until the stack ends.
pub fn run(
    data: &Path,
    service: Option<String>,
    follow: bool,
    format: Option<FormatName>,
) -> Result<(), CommandError> {
    let format = Format::choose(format, &service_kit::Environment::of_process(), stdout().is_terminal())?;
    let postgres = postgres_server::log_file(&data.join(stack::POSTGRES_FOLDER));
    let postgres = postgres.is_file().then_some(postgres);
    let mut logs = Logs::open(data.join(stack::LOG_FOLDER), postgres, service, format)?;
    match print(&mut logs, data, follow) {
        // The other end of the pipe was closed, by `head` for example.
        Err(CommandError::Logs(LogsError::Write(error))) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}

fn print(logs: &mut Logs, data: &Path, follow: bool) -> Result<(), CommandError> {
    let mut out = stdout().lock();
    loop {
        // Checked before the lines are read, so that the last lines of an ending stack are printed.
        let running = follow && DataFolder::is_held(data)?;
        logs.print(&mut out)?;
        if !running {
            return Ok(());
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}
