//! Cleans up after an earlier server on the same cluster that was killed, or whose parent was: its processes and its
//! lock file.

use child_process::{Signal, signal};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// When an orderly shutdown that is under way is replaced by an immediate one (SIGQUIT).
const IMMEDIATE_SHUTDOWN_AFTER: Duration = Duration::from_secs(3);
/// When the processes are killed.
const KILL_AFTER: Duration = Duration::from_secs(6);
const GIVE_UP_AFTER: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Waits for processes of an earlier server on `cluster` to end, with a signal after each limit, and removes the lock
/// file. The caller holds the lock of the data folder, so no live server uses the cluster.
pub fn end_stale_processes(cluster: &Path) {
    let Ok(cluster) = cluster.canonicalize() else { return };
    let begin = Instant::now();
    let mut last_signal = None;
    loop {
        let running = processes_in(&cluster);
        let waited = begin.elapsed();
        if running.is_empty() || waited > GIVE_UP_AFTER {
            break;
        }
        let due = match waited {
            waited if waited > KILL_AFTER => Some(Signal::KILL),
            waited if waited > IMMEDIATE_SHUTDOWN_AFTER => Some(Signal::QUIT),
            _ => None,
        };
        if let Some(due) = due.filter(|_| due != last_signal) {
            running.iter().for_each(|pid| signal(*pid, due));
        }
        last_signal = due;
        thread::sleep(POLL_INTERVAL);
    }
    if processes_in(&cluster).is_empty() {
        // Postgres refuses to start while the process id in its lock file exists, even as another program's.
        let _ = fs::remove_file(cluster.join("postmaster.pid"));
    }
}

/// The processes of Postgres whose working folder is the cluster, which every one of them uses. Empty without `/proc`.
fn processes_in(cluster: &Path) -> Vec<u32> {
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
