//! Where the log of this process and of its children goes: to standard error, in the format that was chosen, and, for a
//! stack with a data folder, into one file a service, of bounded size.
//!
//! There is one output a process, as there is one standard error. Before `start` every line goes to standard error as it
//! is. Rejects nothing: a line that cannot be written is lost, and a full disk is told once.

mod child_line;
mod files;
mod reader;

use serde_json::{Map, Value};
use service_kit::log::{Format, Levels};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use tracing::level_filters::LevelFilter;

use self::files::LogFiles;
use crate::stack::between_steps;

pub use self::reader::{Logs, LogsError};

/// The service whose lines are this process's own.
pub const GATEWAY: &str = "rest-gateway";

static OUTPUT: OnceLock<LogOutput> = OnceLock::new();
static FILES: OnceLock<LogFiles> = OnceLock::new();

struct LogOutput {
    format: Format,
    /// False once a detached stack has left the terminal that started it.
    on_stderr: AtomicBool,
}

/// Starts the log of this process, and settles how its children's lines are written.
pub fn start(format: Format, level: LevelFilter) -> Levels {
    // A second call keeps the first format.
    let _ = OUTPUT.set(LogOutput { format, on_stderr: AtomicBool::new(true) });
    service_kit::log::init_to(|| OwnLines, Format::Json, level, &[])
}

/// From now on lines go to files in `folder` as well. Call it once.
pub fn keep_in(folder: &Path) {
    let _ = FILES.set(LogFiles::new(folder.to_owned()));
}

/// From now on lines go to the files alone.
pub fn leave_stderr() {
    if let Some(output) = OUTPUT.get() {
        output.on_stderr.store(false, Ordering::Relaxed);
    }
}

/// Which of a child's streams a line comes from. Services log JSON to standard error; standard output is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// Writes one line of a child, given without its end.
pub fn child_line(service: &str, stream: Stream, line: &[u8]) {
    if OUTPUT.get().is_none() {
        let name = if stream == Stream::Stdout { format!("{service}: ") } else { String::new() };
        to_stderr(&[name.as_bytes(), line, b"\n"].concat());
        return;
    }
    let mut line = child_line::as_json(service, line);
    line.push(b'\n');
    write(service, &line);
}

/// Writes one JSON line with its end.
fn write(service: &str, line: &[u8]) {
    let full = FILES.get().and_then(|files| files.append(service, line).err());
    if let Some(error) = full {
        to_stderr(format!("rest-gateway: cannot write the log of {service}: {error}\n").as_bytes());
    }
    if let Some(output) = OUTPUT.get()
        && output.on_stderr.load(Ordering::Relaxed)
    {
        let text = formatted(service, line, output.format);
        between_steps(|| to_stderr(&text));
    }
}

/// A JSON line in a format, with its end.
fn formatted<'a>(service: &str, line: &'a [u8], format: Format) -> Cow<'a, [u8]> {
    if format == Format::Json {
        return Cow::Borrowed(line);
    }
    match serde_json::from_slice::<Map<String, Value>>(line) {
        Ok(fields) => Cow::Owned((service_kit::log::render(&fields, service, format) + "\n").into_bytes()),
        Err(_) => Cow::Borrowed(line),
    }
}

/// Nowhere is left to tell that standard error is closed.
fn to_stderr(line: &[u8]) {
    let _ = io::stderr().lock().write_all(line);
}

/// This process's own lines, which `tracing` hands over whole.
struct OwnLines;

impl Write for OwnLines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        write(GATEWAY, line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
