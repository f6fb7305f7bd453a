//! The thread that starts children.

use crate::parent_death::isolate;
use rustix::process::Signal;
use std::io;
use std::process::{Child, Command};
use std::sync::mpsc;
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// A thread that starts children and lives as long as they may. Linux sends the parent-death signal when the *thread*
/// that forked ends, not the process: a worker thread that retires would take its children along.
///
/// The thread ends when the last clone is dropped, and with it every child that [`isolate`](crate::isolate) prepared.
#[derive(Clone, Debug)]
pub struct SpawnThread {
    jobs: mpsc::Sender<Job>,
}

impl SpawnThread {
    /// # Errors
    /// When no thread can be started.
    pub fn start() -> io::Result<SpawnThread> {
        let (jobs, receiver) = mpsc::channel::<Job>();
        // Starting a process needs little stack.
        thread::Builder::new().name("spawner".to_owned()).stack_size(256 * 1024).spawn(move || {
            for job in receiver {
                job();
            }
        })?;
        Ok(SpawnThread { jobs })
    }

    /// Runs a job on the thread, after those that were given before. Does not wait for it.
    ///
    /// # Errors
    /// When the thread has ended, because an earlier job panicked.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) -> io::Result<()> {
        self.jobs.send(Box::new(job)).map_err(|_| ended())
    }

    /// Starts a process on the thread and waits until it is started.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn spawn(&self, mut command: Command) -> io::Result<Child> {
        let (reply, started) = mpsc::sync_channel(1);
        self.run(move || {
            let _ = reply.send(command.spawn());
        })?;
        started.recv().map_err(|_| ended())?
    }
}

/// Starts one child, [isolated](crate::isolate), on a thread of its own. The child ends with the thread: keep both.
///
/// # Errors
/// When the program or the thread cannot be started.
pub fn spawn_isolated(mut command: Command, signal: Signal) -> io::Result<(Child, SpawnThread)> {
    let thread = SpawnThread::start()?;
    isolate(&mut command, signal);
    Ok((thread.spawn(command)?, thread))
}

fn ended() -> io::Error {
    io::Error::other("the spawner thread has ended")
}
