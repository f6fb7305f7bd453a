//! Starts all children from one long-lived thread, which every child ends with.

use std::io;
use std::process::Stdio;

use child_process::{Signal, SpawnThread, isolate};
use tokio::process::Command;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::child::{Child, ChildCommand};
use super::output::copy_to_log;
use crate::log_output::Stream;

/// A handle to the thread. Dropping the last clone ends it, and with it every child.
#[derive(Clone, Debug)]
pub struct Spawner {
    thread: SpawnThread,
    runtime: Handle,
}

impl Spawner {
    /// Starts the thread. Must be called within the tokio runtime that will wait for the children.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start() -> io::Result<Spawner> {
        Ok(Spawner { thread: SpawnThread::start()?, runtime: Handle::current() })
    }

    /// Starts a child. `name` is the service that its output is logged under.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub async fn spawn(&self, name: &str, what: &ChildCommand) -> io::Result<Child> {
        let (reply, started) = oneshot::channel();
        let (mut command, runtime) = (command(what), self.runtime.clone());
        self.thread.run(move || {
            let _runtime = runtime.enter();
            // If the caller was cancelled, the child is dropped here and `kill_on_drop` kills it.
            let _ = reply.send(command.spawn());
        })?;
        let ended = |_| io::Error::other("the spawner thread has ended");
        let mut process = started.await.map_err(ended)??;
        if let Some(stderr) = process.stderr.take() {
            tokio::spawn(copy_to_log(name.to_owned(), Stream::Stderr, stderr));
        }
        if let Some(stdout) = process.stdout.take() {
            tokio::spawn(copy_to_log(name.to_owned(), Stream::Stdout, stdout));
        }
        Ok(Child::new(process))
    }
}

fn command(what: &ChildCommand) -> Command {
    let mut command = Command::new(&what.program);
    command
        .args(&what.args)
        .env_clear()
        .envs(what.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    // SIGKILL, because a child that ignores SIGTERM would outlive its parent.
    isolate(command.as_std_mut(), Signal::KILL);
    command
}
