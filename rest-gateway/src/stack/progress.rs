//! Tells on standard output what is being done, and how long each step took.

use std::future::Future;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The step that a terminal shows at the moment, as an unfinished line.
static SHOWN: Mutex<Option<String>> = Mutex::new(None);

pub struct Progress {
    begin: Instant,
}

impl Progress {
    pub fn begin() -> Progress {
        Progress { begin: Instant::now() }
    }

    /// Does one step; what it returns beside its value is said behind its name.
    pub async fn step<T, E>(
        &self,
        name: &str,
        work: impl Future<Output = Result<(T, String), E>>,
    ) -> Result<T, E> {
        // On a terminal the name stands there while the step runs, so that one sees what takes its time.
        let terminal = std::io::stdout().is_terminal();
        if terminal {
            show(Some(format!("{name:<16} ...")));
        }
        let begin = Instant::now();
        let result = work.await;
        let seconds = begin.elapsed().as_secs_f64();
        let detail = result.as_ref().map_or("failed", |(_, detail)| detail);
        if terminal {
            show(None);
        }
        say(&format!("{name:<16}{seconds:>7.2} s  {detail}\n"));
        result.map(|(value, _)| value)
    }

    /// Tells how far the step has come; of use on a terminal alone.
    pub fn report(&self, name: &str, done: &str) {
        if std::io::stdout().is_terminal() {
            show(Some(format!("{name:<16} ... {done}")));
        }
    }

    /// A line under the steps: `Ready`, or what is not.
    pub fn finish(&self, state: &str) {
        say(&format!("{state:<16}{:>7.2} s\n\n", self.begin.elapsed().as_secs_f64()));
    }
}

/// A closed standard output is no reason to stop a stack.
pub fn say(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

/// Writes something else to the terminal: the unfinished line makes room for it and comes back after it.
pub fn between_steps(write: impl FnOnce()) {
    let shown = shown();
    if let Some(line) = shown.as_ref() {
        erase();
        write();
        say(line);
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
        say(line);
    }
    *shown = line;
}

/// Back to the beginning of the line, and nothing on it.
fn erase() {
    say("\r\x1b[K");
}

fn shown() -> MutexGuard<'static, Option<String>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}
