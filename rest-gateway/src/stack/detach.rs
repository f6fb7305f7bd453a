//! `up --detach`: the stack runs in its own session, so that it survives the shell that started it and signals to that
//! shell's process group. The starting process waits until the stack is ready.
//!
//! The two processes share a socket, which is the stack's standard input. The stack sends one byte with the outcome of
//! its start. If the socket closes without one, the stack has ended.

use crate::signals::Signals;
use child_process::{Signal, signal};
use rustix::process::setsid;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use tokio::io::AsyncReadExt;

/// The hidden flag of the process that becomes the stack.
const SESSION_FLAG: &str = "--in-own-session";
/// Standard error of a detached stack. Only a crash writes to it; everything else goes to the log files.
const STDERR_FILE: &str = "rest-gateway.stderr";

/// The outcome of a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Complete,
    /// The stack is running, but the buckets could not be filled.
    Incomplete,
}

const COMPLETE: u8 = b'+';
const INCOMPLETE: u8 = b'-';

/// The stack's end of the socket to the starting process.
pub struct Starter(UnixStream);

impl Starter {
    /// Starts a session, takes the socket from standard input, and replaces standard input by `/dev/null`.
    ///
    /// # Errors
    /// When a system call fails.
    pub fn from_stdin() -> io::Result<Starter> {
        setsid()?;
        let socket = io::stdin().as_fd().try_clone_to_owned()?;
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        Ok(Starter(UnixStream::from(socket)))
    }

    /// Detaches from the terminal, then reports the outcome to the starting process. From here on standard output is
    /// discarded, and standard error goes to a file in `logs`.
    ///
    /// # Errors
    /// When a file cannot be opened.
    pub fn release(mut self, outcome: Outcome, logs: &Path) -> io::Result<()> {
        crate::log_output::detach_from_stderr();
        let stderr = File::options().create(true).append(true).mode(0o600).open(logs.join(STDERR_FILE))?;
        rustix::stdio::dup2_stdout(File::options().write(true).open("/dev/null")?)?;
        rustix::stdio::dup2_stderr(stderr)?;
        let byte = if outcome == Outcome::Complete { COMPLETE } else { INCOMPLETE };
        // The starting process may have been killed; the stack runs on.
        let _ = self.0.write_all(&[byte]);
        Ok(())
    }
}

/// Starts this program again with the same arguments in its own session, and waits until the stack is ready. Its output
/// until then goes to this process's standard output and standard error.
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
            signal(stack.id(), Signal::TERM);
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

fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    match code {
        // An interrupted start counts as a failure, although the stack exits with 0.
        Some(0) | None => ExitCode::FAILURE,
        Some(code) => ExitCode::from(code),
    }
}
