//! `with-postgres COMMAND…`: runs a command with one private Postgres for all the tests in it, named by
//! `TEST_DATABASE_URL`, and removes the server when the command ends. Exits with the command's own code. A signal that
//! ends it ends the command first, with whatever that has started.

use std::io;
use std::process::{ExitCode, ExitStatus};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, Command};
use tokio::signal::unix::{SignalKind, signal};

/// What a shell says of a command that SIGTERM has ended.
const TERMINATED: u8 = 143;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(program) = arguments.next() else {
        eprintln!("usage: with-postgres COMMAND [ARGUMENT…]");
        return ExitCode::from(2);
    };
    let (server, folder) = test_db::start_server();
    let url = format!("postgres://postgres@127.0.0.1:{}", server.port());
    let mut command = Command::new(program);
    // A group of its own: a signal then reaches all that it starts.
    command.args(arguments).env(test_db::VARIABLE, url).process_group(0);
    let status = run(command);
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
    match status {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            ExitCode::from(code.unwrap_or(TERMINATED))
        }
        Err(error) => {
            eprintln!("with-postgres: {error}");
            ExitCode::from(127)
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn run(mut command: Command) -> io::Result<ExitStatus> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    let mut child = command.spawn()?;
    tokio::select! {
        status = child.wait() => return status,
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        _ = hang_up.recv() => {}
    }
    end(&child);
    child.wait().await
}

/// One that has just ended needs no signal, so a failure means nothing.
fn end(child: &Child) {
    let group = child.id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::TERM);
    }
}
