//! `with-postgres COMMAND…`: runs a command with one private Postgres for all the tests in it, whose URL is in
//! `TEST_DATABASE_URL`, and stops the server when the command ends. Exits with the command's own code. On SIGTERM,
//! SIGINT and SIGHUP it first ends the command and every process that the command started.

use std::io;
use std::process::{ExitCode, ExitStatus};

use child_process::{Signal, signal_group};
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};

/// The exit code of a shell whose command was ended by SIGTERM: 128 + 15.
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
    // A process group of its own, so that a signal reaches the processes that it starts too.
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
    if let Some(pid) = child.id() {
        signal_group(pid, Signal::TERM);
    }
    child.wait().await
}
