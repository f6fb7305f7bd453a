//! Standard output: progress of the start-up steps with their durations, and plain messages.

use std::future::Future;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The progress line that a terminal shows at the moment. It has no line end yet.
static SHOWN: Mutex<Option<String>> = Mutex::new(None);

/// Prints the steps of a start, and the total time.
pub struct Progress {
    started: Instant,
}

impl Progress {
    /// Starts the clock.
    pub fn start() -> Progress {
        Progress { started: Instant::now() }
    }

    /// Runs one step. The text that it returns beside its value is printed after its name and duration.
    pub async fn step<T, E>(
        &self,
        name: &str,
        work: impl Future<Output = Result<(T, String), E>>,
    ) -> Result<T, E> {
        // A terminal shows the name of the running step.
        let terminal = std::io::stdout().is_terminal();
        if terminal {
            show(Some(format!("{name:<16} ...")));
        }
        let started = Instant::now();
        let result = work.await;
        let seconds = started.elapsed().as_secs_f64();
        let detail = result.as_ref().map_or("failed", |(_, detail)| detail);
        if terminal {
            show(None);
        }
        print(&format!("{name:<16}{seconds:>7.2} s  {detail}\n"));
        result.map(|(value, _)| value)
    }

    /// Shows the progress within the current step. Does nothing unless standard output is a terminal.
    pub fn report(&self, name: &str, done: &str) {
        if std::io::stdout().is_terminal() {
            show(Some(format!("{name:<16} ... {done}")));
        }
    }

    /// Prints the final state and the total time.
    pub fn finish(&self, state: &str) {
        print(&format!("{state:<16}{:>7.2} s\n\n", self.started.elapsed().as_secs_f64()));
    }
}

/// Writes to standard output. Ignores errors: a closed standard output must not stop a stack.
pub fn print(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

/// Removes the progress line, runs `write`, and shows the progress line again below what it wrote.
pub fn above_progress_line(write: impl FnOnce()) {
    let shown = shown();
    if let Some(line) = shown.as_ref() {
        erase();
        write();
        print(line);
    } else {
        write();
    }
}

fn show(line: Option<String>) {
    let mut shown = shown();
    if shown.is_some() {
        erase();
    }
    if let Some(line) = &line {
        print(line);
    }
    *shown = line;
}

/// Clears the current line of the terminal.
fn erase() {
    print("\r\x1b[K");
}

fn shown() -> MutexGuard<'static, Option<String>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}
