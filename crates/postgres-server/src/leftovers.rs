//! What an earlier server on the same cluster left when it, or we, were killed: processes and the lock file.

use crate::child::{self, SIGKILL, SIGQUIT};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long an orderly shutdown that is under way may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long an immediate one may take.
const IMPATIENCE: Duration = Duration::from_secs(6);
const LONGEST: Duration = Duration::from_secs(10);

/// Waits for processes of an earlier server on `cluster` to end, more and more firmly, and removes its lock file. The
/// caller holds the data folder's lock, so nobody who is alive uses them.
pub fn clear(cluster: &Path) {
    let Ok(cluster) = cluster.canonicalize() else { return };
    let begin = Instant::now();
    let mut firmness = None;
    loop {
        let running = working_in(&cluster);
        let waited = begin.elapsed();
        if running.is_empty() || waited > LONGEST {
            break;
        }
        let due = match waited {
            waited if waited > IMPATIENCE => Some(SIGKILL),
            waited if waited > PATIENCE => Some(SIGQUIT),
            _ => None,
        };
        if let Some(signal) = due.filter(|_| due != firmness) {
            running.iter().for_each(|pid| child::signal(*pid, signal));
        }
        firmness = due;
        thread::sleep(Duration::from_millis(20));
    }
    if working_in(&cluster).is_empty() {
        // Postgres itself would refuse to start if the number in it had meanwhile gone to another process.
        let _ = fs::remove_file(cluster.join("postmaster.pid"));
    }
}

/// Every process of Postgres has its cluster as working folder. Empty where there is no `/proc`.
fn working_in(cluster: &Path) -> Vec<u32> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    processes
        .flatten()
        .filter_map(|process| process.file_name().to_str()?.parse::<u32>().ok())
        .filter(|pid| fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|cwd| cwd == cluster))
        .filter(|pid| {
            fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.starts_with("post"))
        })
        .collect()
}
