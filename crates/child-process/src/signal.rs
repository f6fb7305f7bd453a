//! Signals to a child by its process id.

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// Sends a signal to a process. A process that has just ended needs none, so a failure is ignored.
pub fn signal(pid: u32, signal: Signal) {
    if let Some(pid) = to_pid(pid) {
        let _ = kill_process(pid, signal);
    }
}

/// Sends a signal to the process group that this process leads: to the child and to whatever it started itself.
pub fn signal_group(leader: u32, signal: Signal) {
    if let Some(leader) = to_pid(leader) {
        let _ = kill_process_group(leader, signal);
    }
}

/// `None` for 0, which would stand for the caller's own group, and for 1, which is never a child.
fn to_pid(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().filter(|pid| *pid > 1).and_then(Pid::from_raw)
}
