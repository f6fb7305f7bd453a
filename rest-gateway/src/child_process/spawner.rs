//! One long-lived thread starts every child, because the kernel sends the parent-death signal when the *thread* that
//! forked ends, not the process: a worker thread that retires would take its children along.

use std::io;
use std::process::Stdio;
use std::sync::mpsc;

use tokio::process::Command;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::output::pass_on;
use super::{Child, ChildCommand, parent_death};
use crate::log_output::Stream;

struct Order {
    command: Command,
    reply: oneshot::Sender<io::Result<tokio::process::Child>>,
}

/// The thread ends, and with it every child, when the last clone is dropped.
#[derive(Clone, Debug)]
pub struct Spawner {
    orders: mpsc::Sender<Order>,
}

impl Spawner {
    /// Must be called within the tokio runtime that will wait for the children.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start() -> io::Result<Spawner> {
        let (orders, receiver) = mpsc::channel::<Order>();
        let runtime = Handle::current();
        std::thread::Builder::new().name("spawner".to_owned()).stack_size(256 * 1024).spawn(move || {
            let _runtime = runtime.enter();
            for mut order in receiver {
                // A caller that has gone drops the child, and `kill_on_drop` ends it.
                let _ = order.reply.send(order.command.spawn());
            }
        })?;
        Ok(Spawner { orders })
    }

    /// # Errors
    /// When the program cannot be started.
    pub async fn spawn(&self, name: &str, what: &ChildCommand) -> io::Result<Child> {
        let (reply, started) = oneshot::channel();
        let order = Order { command: command(what), reply };
        let gone = || io::Error::other("the spawner thread has ended");
        self.orders.send(order).map_err(|_| gone())?;
        let mut process = started.await.map_err(|_| gone())??;
        if let Some(stderr) = process.stderr.take() {
            tokio::spawn(pass_on(name.to_owned(), Stream::Stderr, stderr));
        }
        if let Some(stdout) = process.stdout.take() {
            tokio::spawn(pass_on(name.to_owned(), Stream::Stdout, stdout));
        }
        Ok(Child { process })
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
        // Ctrl-C in a terminal reaches the whole foreground group: a child must not end before we have drained.
        .process_group(0)
        .kill_on_drop(true);
    parent_death::kill_with_parent(&mut command);
    command
}
