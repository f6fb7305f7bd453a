//! The parent-death signal, which the kernel sends to a process when its parent dies.

use rustix::process::Signal;
#[cfg(target_os = "linux")]
use rustix::process::{getpid, getppid, kill_process, set_parent_process_death_signal};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Has the kernel send SIGTERM to this very process when its parent dies. Only for a process whose parent manages it;
/// one that a person started must go on after their shell has ended.
///
/// # Errors
/// When the kernel refuses, which Linux never does. Other systems have no such signal: there this does nothing.
#[cfg(target_os = "linux")]
pub fn end_with_parent() -> io::Result<()> {
    let parent = getppid();
    set_parent_process_death_signal(Some(Signal::TERM))?;
    // A parent that died before the call sends no signal any more.
    if getppid() != parent {
        kill_process(getpid(), Signal::TERM)?;
    }
    Ok(())
}

/// Does nothing: this system has no parent-death signal.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn end_with_parent() -> io::Result<()> {
    Ok(())
}

/// Makes the child the leader of a process group of its own, so that Ctrl-C in a terminal does not reach it before its
/// parent has shut down in order, and has the kernel send it `signal` when its parent dies.
///
/// Linux sends the signal when the *thread* that started the child ends, so start it on a
/// [`SpawnThread`](crate::SpawnThread) or on a thread that lives as long.
pub fn isolate(command: &mut Command, signal: Signal) {
    command.process_group(0);
    set_parent_death_signal(command, signal);
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "a hook between fork and exec has no safe form in the standard library")]
fn set_parent_death_signal(command: &mut Command, signal: Signal) {
    let parent = getpid();
    // SAFETY: the hook runs in the forked child, allocates nothing and makes only async-signal-safe system calls.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(signal))?;
            // A parent that died before the call sends no signal any more.
            if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
        });
    }
}

#[cfg(not(target_os = "linux"))]
fn set_parent_death_signal(_: &mut Command, _: Signal) {}
