//! Password hashing: argon2id, on threads with low priority, with bounded concurrency.
//!
//! [`Passwords`] hashes and verifies. It also verifies bcrypt hashes, which accounts from a dump of a hosted project
//! have, and imported hashes: argon2i, argon2id of other parameters, and Firebase's scrypt. Beyond a bounded queue it
//! fails with [`PasswordError::Overloaded`], so that a flood of logins cannot queue without end.
//!
//! It depends on no other crate of the workspace.

#![warn(missing_docs)]

mod cpu_clock;
mod firebase_scrypt;
mod verification;
mod verify;
mod workers;

pub use verification::{PasswordError, Verification};

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{Semaphore, TryAcquireError};
use workers::Workers;

/// Whether a hash, such as one of another system, has a format that [`Passwords::verify`] reads, with
/// parameters within its limits: bcrypt, argon2 or Firebase's scrypt.
pub fn is_supported(hash: &str) -> bool {
    verify::is_supported(hash)
}

/// The most passwords that wait, beyond those that are being hashed.
const QUEUE: usize = 400;

/// Hashes and verifies passwords, a few at a time. Clones share the limits.
#[derive(Clone)]
pub struct Passwords(Arc<Limits>);

struct Limits {
    /// One permit for each password that is hashed or waits.
    queue: Arc<Semaphore>,
    /// As many as there are cores, because a hash uses one fully.
    workers: Workers,
    /// The passwords that were compared.
    comparisons: AtomicU64,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords::new()
    }
}

impl Passwords {
    /// Hashes as many passwords at once as the machine has cores, at most eight.
    pub fn new() -> Passwords {
        Passwords::with_lower_priority(|| {})
    }

    /// As [`Passwords::new`]. Each thread calls `lower_priority` before it hashes. If it hardly runs with that priority,
    /// the password is hashed on a thread with normal priority.
    pub fn with_lower_priority(lower_priority: fn()) -> Passwords {
        let size = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(8));
        Passwords(Arc::new(Limits {
            queue: Arc::new(Semaphore::new(size + QUEUE)),
            workers: Workers::new(size, lower_priority),
            comparisons: AtomicU64::new(0),
        }))
    }

    /// A new argon2id hash, with a salt of its own.
    ///
    /// # Errors
    /// See [`PasswordError`].
    pub async fn hash(&self, password: &str) -> Result<String, PasswordError> {
        let password = password.to_owned();
        self.run(move || verify::hash(&password)).await
    }

    /// Verifies a password against an account's hash. A mismatch costs the same work for every kind of hash and for an
    /// account that does not exist (`None`). The log has the work at level `debug`.
    ///
    /// # Errors
    /// See [`PasswordError`].
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> Result<Verification, PasswordError> {
        let (password, stored) = (password.to_owned(), stored.map(str::to_owned));
        let (verification, work) = self.run(move || verify::verify(&password, stored.as_deref())).await?;
        let comparison = self.0.comparisons.fetch_add(1, Ordering::Relaxed) + 1;
        let verify::Work { argon2, bcrypt_rounds } = work;
        tracing::debug!(comparison, argon2, bcrypt_rounds, "a password was compared");
        Ok(verification)
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl Fn() -> Result<T, PasswordError> + Send + Sync + 'static,
    ) -> Result<T, PasswordError> {
        let queued = Arc::clone(&self.0.queue).try_acquire_owned().map_err(|error| match error {
            TryAcquireError::NoPermits => PasswordError::Overloaded,
            TryAcquireError::Closed => PasswordError::Closed,
        })?;
        self.0.workers.run(work, queued).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[tokio::test]
    async fn a_hash_is_argon2id_and_matches_its_password_alone() {
        let passwords = Passwords::new();
        let stored = passwords.hash("maquis-2026").await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert_eq!(passwords.verify("maquis-2026", Some(&stored)).await.unwrap(), Verification::Match);
        assert_eq!(passwords.verify("maquis-2027", Some(&stored)).await.unwrap(), Verification::Mismatch);
        assert_eq!(passwords.verify("maquis-2026", None).await.unwrap(), Verification::Mismatch);
    }

    #[tokio::test]
    async fn work_keeps_its_permits_when_its_caller_is_dropped() {
        let passwords = Passwords::new();
        let limits = Arc::clone(&passwords.0);
        let all_queued = limits.queue.available_permits();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let (finish, finished) = std::sync::mpsc::channel::<()>();
        let (begin, finished) = (Mutex::new(Some(begin)), Mutex::new(finished));
        let caller = tokio::spawn(async move {
            let work = move || {
                let _ = begin.lock().unwrap().take().map(|begin| begin.send(()));
                finished.lock().unwrap().recv().map_err(|_| PasswordError::Closed)
            };
            passwords.run(work).await
        });
        begun.await.unwrap();
        caller.abort();
        assert!(caller.await.unwrap_err().is_cancelled());
        assert_eq!(limits.queue.available_permits(), all_queued - 1);
        finish.send(()).unwrap();
        let every = u32::try_from(all_queued).unwrap();
        let _all = limits.queue.acquire_many(every).await.unwrap();
    }
}
