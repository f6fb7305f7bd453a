//! `up --detach`: the stack runs in a session of its own, so that neither the end of the shell that started it nor a signal
//! to that shell's group reaches it. The starting process waits until everything answers.
//!
//! The two speak over a socket that is the stack's standard input: one byte says how the start went, and an end without one
//! says that the stack has ended.

use super::signals::Signals;
use rustix::process::{Pid, Signal, kill_process, setsid};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use tokio::io::AsyncReadExt;

/// The hidden flag of the process that becomes the stack.
pub const SESSION_FLAG: &str = "--in-own-session";
/// What only a crash writes to: everything else goes to the log files.
const CRASHES: &str = "rest-gateway.stderr";

/// How a detached start went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Complete,
    /// It answers, but the buckets could not be filled.
    Incomplete,
}

const COMPLETE: u8 = b'+';
const INCOMPLETE: u8 = b'-';

/// The stack's end of the socket to the process that waits for it.
pub struct Starter(UnixStream);

impl Starter {
    /// Begins a session, and takes the socket from standard input, which is nothing from then on.
    ///
    /// # Errors
    /// When the system refuses one of it.
    pub fn from_stdin() -> io::Result<Starter> {
        setsid()?;
        let socket = io::stdin().as_fd().try_clone_to_owned()?;
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        Ok(Starter(UnixStream::from(socket)))
    }

    /// Leaves the terminal, then lets the starting process go. From here on standard output goes nowhere, and standard
    /// error into a file in `logs`.
    ///
    /// # Errors
    /// When a file cannot be opened.
    pub fn release(mut self, outcome: Outcome, logs: &Path) -> io::Result<()> {
        crate::log_output::leave_stderr();
        let crashes = File::options().create(true).append(true).mode(0o600).open(logs.join(CRASHES))?;
        rustix::stdio::dup2_stdout(File::options().write(true).open("/dev/null")?)?;
        rustix::stdio::dup2_stderr(crashes)?;
        let byte = if outcome == Outcome::Complete { COMPLETE } else { INCOMPLETE };
        // Whoever started the stack may have been killed; the stack lives on.
        let _ = self.0.write_all(&[byte]);
        Ok(())
    }
}

/// Starts this program again with the same arguments, as a stack of its own, and waits until it answers. What it says
/// meanwhile goes to this process's own output.
///
/// # Errors
/// When the process cannot be started or waited for.
pub async fn start(signals: &mut Signals) -> io::Result<ExitCode> {
    let (ours, theirs) = UnixStream::pair()?;
    let mut stack = spawn(theirs)?;
    ours.set_nonblocking(true)?;
    let mut socket = tokio::net::UnixStream::from_std(ours)?;
    let mut byte = [0];
    let read = tokio::select! {
        read = socket.read(&mut byte) => read?,
        () = signals.next() => {
            terminate(&stack);
            0
        }
    };
    match (read, byte) {
        (0, _) => {
            let ended = tokio::task::spawn_blocking(move || stack.wait());
            Ok(exit_code(ended.await.map_err(io::Error::other)??))
        }
        (_, [COMPLETE]) => Ok(ExitCode::SUCCESS),
        _ => Ok(ExitCode::FAILURE),
    }
}

fn spawn(socket: UnixStream) -> io::Result<Child> {
    let arguments = std::env::args_os().skip(1).filter(|argument| argument != "--detach" && argument != "-d");
    Command::new(std::env::current_exe()?)
        .args(arguments)
        .arg(SESSION_FLAG)
        .stdin(Stdio::from(OwnedFd::from(socket)))
        .spawn()
}

fn terminate(stack: &Child) {
    if let Some(pid) = i32::try_from(stack.id()).ok().and_then(Pid::from_raw) {
        // One that has just ended needs no signal.
        let _ = kill_process(pid, Signal::TERM);
    }
}

fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    match code {
        // A start that was interrupted has not succeeded.
        Some(0) | None => ExitCode::FAILURE,
        Some(code) => ExitCode::from(code),
    }
}
