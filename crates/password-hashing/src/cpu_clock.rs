//! The CPU time of a thread, which other threads may read: whether a hash runs, or waits for a core.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// The clock of one thread.
pub(crate) struct CpuClock(PathBuf);

impl CpuClock {
    /// The clock of the calling thread. `None` on systems other than Linux.
    pub fn of_this_thread() -> Option<CpuClock> {
        let proc = Path::new("/proc");
        let task = std::fs::read_link(proc.join("thread-self")).ok()?;
        Some(CpuClock(proc.join(task).join("schedstat")))
    }

    /// How long the thread has run. `None` after its end.
    pub fn elapsed(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(&self.0).ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_reads_how_long_another_one_has_run() {
        let clock = CpuClock::of_this_thread().unwrap();
        let before = clock.elapsed().unwrap();
        let (stop, stopped) = std::sync::mpsc::channel();
        let reading = std::thread::spawn(move || {
            while clock.elapsed().unwrap() == before {}
            stop.send(()).unwrap();
        });
        // Runs until the other thread has seen it run.
        while stopped.try_recv().is_err() {}
        reading.join().unwrap();
    }
}
