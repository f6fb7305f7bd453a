//! `logs`: what the stack on a folder has logged, and what it goes on to log.

use crate::log_output::{Logs, LogsError};
use crate::stack::{self, DataFolder};
use service_kit::log::{Format, FormatName};
use std::io::{ErrorKind, IsTerminal, stdout};
use std::path::Path;
use std::time::Duration;

use super::CommandError;

/// How often new lines are looked for.
const TICK: Duration = Duration::from_millis(200);

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
        // The reader of the pipe has read enough.
        Err(CommandError::Logs(LogsError::Write(error))) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}

fn print(logs: &mut Logs, data: &Path, follow: bool) -> Result<(), CommandError> {
    let mut out = stdout().lock();
    loop {
        // Asked before the lines are read: what it logs at its end is read as well.
        let running = follow && DataFolder::is_held(data)?;
        logs.print(&mut out)?;
        if !running {
            return Ok(());
        }
        std::thread::sleep(TICK);
    }
}
