//! The process-wide log output. Before [`start`], every line goes to standard error unchanged. A line that cannot be
//! written is lost; a full disk is reported once.

use serde_json::{Map, Value};
use service_kit::log::{Format, Levels};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use tracing::level_filters::LevelFilter;

use super::child_line;
use super::files::{GATEWAY, LogFiles};
use crate::terminal::above_progress_line;

static OUTPUT: OnceLock<LogOutput> = OnceLock::new();
static FILES: OnceLock<LogFiles> = OnceLock::new();

struct LogOutput {
    format: Format,
    /// False once a detached stack has left its terminal.
    on_stderr: AtomicBool,
}

/// Starts the log of this process and sets the format of all lines, including those of children.
pub fn start(format: Format, level: LevelFilter) -> Levels {
    // A second call is ignored.
    let _ = OUTPUT.set(LogOutput { format, on_stderr: AtomicBool::new(true) });
    service_kit::log::init_to(|| TracingWriter, Format::Json, level, &[])
}

/// Also writes lines to files in `folder` from now on. Only the first call has an effect.
pub fn write_to_files(folder: &Path) {
    let _ = FILES.set(LogFiles::new(folder.to_owned()));
}

/// Stops writing to standard error; lines go only to the files.
pub fn detach_from_stderr() {
    if let Some(output) = OUTPUT.get() {
        output.on_stderr.store(false, Ordering::Relaxed);
    }
}

/// The stream of a child's line. Services log JSON to standard error; standard output is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// Writes one line of a child. `line` does not include the line end.
pub fn write_child_line(service: &str, stream: Stream, line: &[u8]) {
    if OUTPUT.get().is_none() {
        let name = if stream == Stream::Stdout { format!("{service}: ") } else { String::new() };
        to_stderr(&[name.as_bytes(), line, b"\n"].concat());
        return;
    }
    let mut line = child_line::as_json(service, line);
    line.push(b'\n');
    write(service, &line);
}

/// Writes one JSON line, which includes the line end.
fn write(service: &str, line: &[u8]) {
    let failed = FILES.get().and_then(|files| files.append(service, line).err());
    if let Some(error) = failed {
        to_stderr(format!("rest-gateway: cannot write the log of {service}: {error}\n").as_bytes());
    }
    if let Some(output) = OUTPUT.get()
        && output.on_stderr.load(Ordering::Relaxed)
    {
        let text = formatted(service, line, output.format);
        above_progress_line(|| to_stderr(&text));
    }
}

/// The JSON line in `format`, with the line end.
fn formatted<'a>(service: &str, line: &'a [u8], format: Format) -> Cow<'a, [u8]> {
    if format == Format::Json {
        return Cow::Borrowed(line);
    }
    match serde_json::from_slice::<Map<String, Value>>(line) {
        Ok(fields) => Cow::Owned((service_kit::log::render(&fields, service, format) + "\n").into_bytes()),
        Err(_) => Cow::Borrowed(line),
    }
}

/// Ignores errors: there is nowhere to report a closed standard error.
fn to_stderr(line: &[u8]) {
    let _ = io::stderr().lock().write_all(line);
}

/// The writer behind `tracing`, which passes whole lines.
struct TracingWriter;

impl Write for TracingWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        write(GATEWAY, line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
