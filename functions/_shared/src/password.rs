//! Passwords: argon2id, off the async threads, a bounded number at once.
//!
//! bcrypt hashes of accounts that came with a dump of a hosted project are verified too. Rejects work beyond a
//! bounded queue (503), so that a flood of logins cannot pile up without end.

use crate::error::Error;
use argon2::password_hash::rand_core::OsRng;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Argon2, Params};
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
        self.in_turn(move || hash(&password)).await
    }

    /// Compares a password with an account's hash. Without an account the work is the same and the answer no; a no to
    /// a hash of another kind is never quicker.
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> Result<Verdict, Error> {
        let (password, stored) = (password.to_owned(), stored.map(str::to_owned));
        self.in_turn(move || compare(&password, stored.as_deref(), hash)).await
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

fn hash(password: &str) -> Result<String, Error> {
    let salt = SaltString::generate(&mut OsRng);
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(|error| Error::internal(error.to_string()))
}

/// `hash` makes up for the work that a comparison would have cost, since making a hash costs what comparing with one does.
fn compare(
    password: &str,
    stored: Option<&str>,
    hash: impl FnOnce(&str) -> Result<String, Error>,
) -> Result<Verdict, Error> {
    let Some(stored) = stored else { return hash(password).map(|_| Verdict::Wrong) };
    match verify(password, stored) {
        Verdict::Wrong if !has_current_cost(stored) => hash(password).map(|_| Verdict::Wrong),
        verdict => Ok(verdict),
    }
}

/// A hash that cannot be read, or an account without one, matches no password.
fn verify(password: &str, stored: &str) -> Verdict {
    if stored.starts_with("$2") {
        return if bcrypt::verify(password, stored).unwrap_or(false) {
            Verdict::Outdated
        } else {
            Verdict::Wrong
        };
    }
    let Ok(parsed) = PasswordHash::new(stored) else { return Verdict::Wrong };
    if Argon2::default().verify_password(password.as_bytes(), &parsed).is_err() {
        return Verdict::Wrong;
    }
    if is_current(&parsed) { Verdict::Right } else { Verdict::Outdated }
}

fn has_current_cost(stored: &str) -> bool {
    PasswordHash::new(stored).is_ok_and(|hash| hash.hash.is_some() && is_current(&hash))
}

fn is_current(hash: &PasswordHash<'_>) -> bool {
    let wanted = Params::DEFAULT;
    hash.algorithm == argon2::Algorithm::Argon2id.ident()
        && Params::try_from(hash).is_ok_and(|used| {
            (used.m_cost(), used.t_cost(), used.p_cost())
                == (wanted.m_cost(), wanted.t_cost(), wanted.p_cost())
        })
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

    #[test]
    fn a_hosted_accounts_bcrypt_hash_is_right_and_outdated() {
        let stored = bcrypt::hash("maquis-2026", 4).unwrap();
        assert_eq!(verify("maquis-2026", &stored), Verdict::Outdated);
        assert_eq!(verify("maquis-2027", &stored), Verdict::Wrong);
    }

    #[test]
    fn a_no_costs_one_hash_of_today_whatever_the_account_has() {
        let today = hash("maquis-2026").unwrap();
        let bcrypt = bcrypt::hash("maquis-2026", 4).unwrap();
        let cheap =
            "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI";
        let others = [bcrypt.as_str(), "$2a$10$short", "plain", cheap, "$argon2id$v=19$m=19456,t=2,p=1"];
        let made_up_for = |stored: Option<&str>, password: &str| {
            let mut hashed = false;
            let verdict = compare(password, stored, |password| {
                hashed = true;
                hash(password)
            });
            (verdict.unwrap(), hashed)
        };
        assert_eq!(made_up_for(None, "maquis-2027"), (Verdict::Wrong, true), "no account");
        for stored in others {
            assert_eq!(made_up_for(Some(stored), "maquis-2027"), (Verdict::Wrong, true), "{stored}");
        }
        assert_eq!(
            made_up_for(Some(&today), "maquis-2027"),
            (Verdict::Wrong, false),
            "the comparison was one"
        );
        assert_eq!(made_up_for(Some(&today), "maquis-2026"), (Verdict::Right, false));
    }

    #[test]
    fn an_unreadable_hash_matches_nothing() {
        for stored in ["", "plain", "$2a$10$short", "$argon2id$v=19$m=8"] {
            assert_eq!(verify("", stored), Verdict::Wrong, "{stored}");
        }
    }
}
