//! A child process that does not outlive us, and signals to it. The only unsafe code of this crate.
#![allow(unsafe_code)] // `pre_exec`, and `kill` by process id: the standard library offers neither safely.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::mpsc;
use std::thread;

pub use libc::{SIGINT, SIGKILL, SIGQUIT, SIGTERM};

/// Keeps the thread alive that a child was started from: Linux sends the parent-death signal when that *thread* ends.
pub struct Keeper {
    _release: mpsc::Sender<()>,
}

/// Starts `command` in a process group of its own, so that a Ctrl-C in the terminal reaches only us, and has it sent
/// `signal` when we die, however we die.
pub fn spawn(mut command: Command, signal: i32) -> io::Result<(Child, Keeper)> {
    command.process_group(0);
    let (started, result) = mpsc::sync_channel(1);
    let (release, released) = mpsc::channel::<()>();
    thread::Builder::new().name("postgres-parent".into()).spawn(move || {
        end_with_parent(&mut command, signal);
        if started.send(command.spawn()).is_ok() {
            // Returns when the keeper is dropped.
            let _ = released.recv();
        }
    })?;
    let child = result.recv().map_err(io::Error::other)??;
    Ok((child, Keeper { _release: release }))
}

#[cfg(target_os = "linux")]
fn end_with_parent(command: &mut Command, signal: i32) {
    let parent = std::process::id();
    // SAFETY: between fork and exec only async-signal-safe calls are made, and nothing is allocated.
    unsafe {
        command.pre_exec(move || {
            if libc::prctl(libc::PR_SET_PDEATHSIG, signal) != 0 {
                return Err(io::Error::last_os_error());
            }
            // The parent may have died before the line above.
            if libc::getppid() as u32 != parent {
                libc::_exit(1);
            }
            Ok(())
        });
    }
}

#[cfg(not(target_os = "linux"))]
fn end_with_parent(_: &mut Command, _: i32) {}

/// Sends a signal; a process that is gone is no error.
pub fn signal(pid: u32, signal: i32) {
    let Ok(pid) = libc::pid_t::try_from(pid) else { return };
    if pid > 1 {
        // SAFETY: a plain system call on numbers.
        unsafe { libc::kill(pid, signal) };
    }
}
