//! The signals between a parent and its children: the one that the kernel sends when the parent dies, and the two that
//! end a child.

use std::io;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
#[cfg(target_os = "linux")]
use rustix::process::{getpid, getppid, set_parent_process_death_signal};
use tokio::process::Command;

/// Has the kernel end this very process (SIGTERM) when the one that started it dies.
///
/// # Errors
/// When the kernel refuses, which Linux never does. Other systems have no such signal; there the process lives on.
#[cfg(target_os = "linux")]
pub fn end_with_parent() -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::TERM)).map_err(io::Error::from)
}

#[cfg(not(target_os = "linux"))]
pub fn end_with_parent() -> io::Result<()> {
    Ok(())
}

/// SIGKILL, since a child that ignores SIGTERM would live on with nobody left to notice.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "the hook between fork and exec has no safe form in the standard library")]
pub(super) fn kill_with_parent(command: &mut Command) {
    let parent = getpid();
    // SAFETY: the hook runs in the forked child and makes only system calls that are async-signal-safe.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have died before the signal was set.
            if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
        });
    }
}

/// Elsewhere a child that is not stopped in good order outlives a parent that was killed.
#[cfg(not(target_os = "linux"))]
pub(super) fn kill_with_parent(_: &mut Command) {}

/// A child that has just ended needs no signal, so a failure means nothing.
pub(super) fn terminate(pid: u32) {
    if let Some(pid) = to_pid(pid) {
        let _ = kill_process(pid, Signal::TERM);
    }
}

/// The child leads a process group of its own, so whatever it started goes with it.
pub(super) fn kill_group(pid: u32) {
    if let Some(pid) = to_pid(pid) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

fn to_pid(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().and_then(Pid::from_raw)
}
