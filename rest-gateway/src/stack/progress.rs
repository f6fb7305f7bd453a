//! Tells on standard output what is being done, and how long each step took.

use std::future::Future;
use std::io::{IsTerminal, Write};
use std::time::Instant;

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
            say(&format!("{name:<16} ..."));
        }
        let begin = Instant::now();
        let result = work.await;
        let seconds = begin.elapsed().as_secs_f64();
        let detail = result.as_ref().map_or("failed", |(_, detail)| detail);
        let over = if terminal { "\r" } else { "" };
        say(&format!("{over}{name:<16}{seconds:>7.2} s  {detail}\n"));
        result.map(|(value, _)| value)
    }

    /// A line under the steps.
    pub fn finish(&self) {
        say(&format!("{:<16}{:>7.2} s\n\n", "Ready", self.begin.elapsed().as_secs_f64()));
    }
}

/// A closed standard output is no reason to stop a stack.
pub fn say(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}
