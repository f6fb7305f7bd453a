//! Passwords: argon2id, off the async threads, a bounded number at once.
//!
//! bcrypt hashes of accounts that came with a dump of a hosted project are verified too. Rejects work beyond a
//! bounded queue (503), so that a flood of logins cannot pile up without end.

mod compare;

use crate::error::Error;
use std::sync::Arc;
use tokio::sync::{Semaphore, TryAcquireError};

/// How many may wait for their turn, beyond those that are being worked on.
const QUEUE: usize = 400;

/// What a verification found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The password is right.
    Right,
    /// The password is right; its hash is of an older kind and should be replaced.
    Outdated,
    /// The password is wrong.
    Wrong,
}

/// Hashes and verifies passwords, a few at a time.
#[derive(Clone)]
pub struct Passwords(Arc<Turns>);

struct Turns {
    /// Everybody inside: working or waiting.
    places: Arc<Semaphore>,
    /// Those working: as many as there are cores, since a hash uses one fully.
    workers: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords::new()
    }
}

impl Passwords {
    /// As many at once as the machine has cores.
    pub fn new() -> Passwords {
        let workers = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(8));
        Passwords(Arc::new(Turns {
            places: Arc::new(Semaphore::new(workers + QUEUE)),
            workers: Arc::new(Semaphore::new(workers)),
        }))
    }

    /// A new argon2id hash, with a salt of its own.
    pub async fn hash(&self, password: &str) -> Result<String, Error> {
        let password = password.to_owned();
        self.in_turn(move || compare::hash(&password)).await
    }

    /// Compares a password with an account's hash. A no costs the same work for every kind of hash and for an account
    /// that does not exist.
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> Result<Verdict, Error> {
        let (password, stored) = (password.to_owned(), stored.map(str::to_owned));
        self.in_turn(move || Ok(compare::compare(&password, stored.as_deref())?.0)).await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let place = Arc::clone(&self.0.places).try_acquire_owned().map_err(|error| match error {
            TryAcquireError::NoPermits => Error::Overloaded,
            TryAcquireError::Closed => Error::internal(error),
        })?;
        let turn = Arc::clone(&self.0.workers).acquire_owned().await.map_err(Error::internal)?;
        // The turn lasts as long as the work, which goes on when the client who asked for it has gone.
        let work = move || {
            let _taken = (place, turn);
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(Error::internal)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_is_argon2id_and_matches_its_password_alone() {
        let passwords = Passwords::new();
        let stored = passwords.hash("maquis-2026").await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert_eq!(passwords.verify("maquis-2026", Some(&stored)).await.unwrap(), Verdict::Right);
        assert_eq!(passwords.verify("maquis-2027", Some(&stored)).await.unwrap(), Verdict::Wrong);
        assert_eq!(passwords.verify("maquis-2026", None).await.unwrap(), Verdict::Wrong);
    }

    #[tokio::test]
    async fn work_keeps_its_turn_when_whoever_asked_for_it_has_gone() {
        let passwords = Passwords::new();
        let turns = Arc::clone(&passwords.0);
        let (all_places, all_workers) = (turns.places.available_permits(), turns.workers.available_permits());
        let (begin, begun) = tokio::sync::oneshot::channel();
        let (finish, finished) = std::sync::mpsc::channel::<()>();
        let asking = tokio::spawn(async move {
            let work = move || {
                let _ = begin.send(());
                finished.recv().map_err(Error::internal)
            };
            passwords.in_turn(work).await
        });
        begun.await.unwrap();
        asking.abort();
        assert!(asking.await.unwrap_err().is_cancelled());
        assert_eq!(turns.workers.available_permits(), all_workers - 1);
        assert_eq!(turns.places.available_permits(), all_places - 1);
        finish.send(()).unwrap();
        let every = u32::try_from(all_workers).unwrap();
        let _all = turns.workers.acquire_many(every).await.unwrap();
    }
}
