//! Compares a password with a stored hash.
//!
//! A no costs the same work whatever is stored: one argon2id hash of today's parameters and bcrypt's rounds at the cost
//! that hosted projects use. What the comparison itself does not cost is made up for, so that the time of an answer does
//! not tell whether an account exists or which kind of hash it has. Only hashes that are costlier than these take longer.

use super::Verdict;
use crate::error::Error;
use argon2::password_hash::rand_core::OsRng;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Argon2, Params};
use bcrypt::HashParts;

/// bcrypt's rounds at cost 10, the default of hosted projects.
const BCRYPT_ROUNDS: u64 = 1 << 10;

/// The hash work of one comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    /// argon2id computations with today's parameters.
    argon2: u32,
    /// Rounds of bcrypt's key schedule.
    bcrypt_rounds: u64,
}

/// A new argon2id hash, with a salt of its own.
pub(super) fn hash(password: &str) -> Result<String, Error> {
    let salt = SaltString::generate(&mut OsRng);
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(|error| Error::internal(error.to_string()))
}

/// The verdict, and the work that it took. No stored hash matches no password.
pub(super) fn compare(password: &str, stored: Option<&str>) -> Result<(Verdict, Work), Error> {
    let mut work = Work::default();
    let verdict = stored.map_or(Verdict::Wrong, |stored| work.verify(password, stored));
    if verdict == Verdict::Wrong {
        work.make_up(password)?;
    }
    Ok((verdict, work))
}

impl Work {
    /// A hash that cannot be read matches no password.
    fn verify(&mut self, password: &str, stored: &str) -> Verdict {
        if let Ok(parts) = stored.parse::<HashParts>() {
            return self.verify_bcrypt(password, stored, parts.get_cost());
        }
        PasswordHash::new(stored).map_or(Verdict::Wrong, |hash| self.verify_argon2(password, &hash))
    }

    fn verify_bcrypt(&mut self, password: &str, stored: &str, cost: u32) -> Verdict {
        match bcrypt::verify(password, stored) {
            Ok(matches) => {
                self.bcrypt_rounds += 1 << cost;
                if matches { Verdict::Outdated } else { Verdict::Wrong }
            }
            Err(_) => Verdict::Wrong,
        }
    }

    fn verify_argon2(&mut self, password: &str, hash: &PasswordHash<'_>) -> Verdict {
        if hash.hash.is_none() {
            return Verdict::Wrong;
        }
        let matches = Argon2::default().verify_password(password.as_bytes(), hash).is_ok();
        let is_current = is_current(hash);
        self.argon2 += u32::from(is_current);
        match (matches, is_current) {
            (false, _) => Verdict::Wrong,
            (true, true) => Verdict::Right,
            (true, false) => Verdict::Outdated,
        }
    }

    /// Does what is missing of the work of a no.
    fn make_up(&mut self, password: &str) -> Result<(), Error> {
        if self.argon2 == 0 {
            hash(password)?;
            self.argon2 += 1;
        }
        // The missing rounds are a sum of powers of two, none of which is below bcrypt's least cost.
        while self.bcrypt_rounds < BCRYPT_ROUNDS {
            let cost = (BCRYPT_ROUNDS - self.bcrypt_rounds).ilog2();
            bcrypt::hash_with_salt(password, cost, [0; 16]).map_err(Error::internal)?;
            self.bcrypt_rounds += 1 << cost;
        }
        Ok(())
    }
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
    use rustix::time::{ClockId, clock_gettime};

    fn verdict(password: &str, stored: &str) -> Verdict {
        compare(password, Some(stored)).unwrap().0
    }

    #[test]
    fn a_hosted_accounts_bcrypt_hash_is_right_and_outdated() {
        let stored = bcrypt::hash("maquis-2026", 4).unwrap();
        assert_eq!(verdict("maquis-2026", &stored), Verdict::Outdated);
        assert_eq!(verdict("maquis-2027", &stored), Verdict::Wrong);
    }

    #[test]
    fn an_unreadable_hash_matches_nothing() {
        for stored in ["", "plain", "$2a$10$short", "$argon2id$v=19$m=8", "$argon2id$v=19$m=19456,t=2,p=1"] {
            assert_eq!(verdict("", stored), Verdict::Wrong, "{stored}");
        }
    }

    #[test]
    fn every_no_costs_the_same_hash_work() {
        let bcrypt = [4, 5, 9, 10].map(|cost| bcrypt::hash("maquis-2026", cost).unwrap());
        let argon2 = hash("maquis-2026").unwrap();
        let cheap =
            "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI";
        let stored = [&argon2, cheap, "", "$2a$10$short", "$argon2id$v=19$m=19456,t=2,p=1"];
        let stored = stored.into_iter().chain(bcrypt.iter().map(String::as_str)).map(Some).chain([None]);
        let no = (Verdict::Wrong, Work { argon2: 1, bcrypt_rounds: BCRYPT_ROUNDS });
        for stored in stored {
            assert_eq!(compare("maquis-2027", stored).unwrap(), no, "{stored:?}");
        }
        let yes = (Verdict::Right, Work { argon2: 1, bcrypt_rounds: 0 });
        assert_eq!(compare("maquis-2026", Some(&argon2)).unwrap(), yes);
    }

    /// In CPU time of this thread, which does not depend on what else the machine does.
    #[test]
    fn the_time_of_a_no_has_the_same_distribution_whatever_is_stored() {
        let (argon2, bcrypt) = (hash("maquis-2026").unwrap(), bcrypt::hash("maquis-2026", 10).unwrap());
        let kinds = [None, Some(argon2.as_str()), Some(bcrypt.as_str())];
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..9 {
            for (kind, times) in kinds.iter().zip(&mut times) {
                let started = cpu_seconds();
                compare("maquis-2027", *kind).unwrap();
                times.push(cpu_seconds() - started);
            }
        }
        times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
        for quantile in [2, 4, 6] {
            let at = times.each_ref().map(|times| times[quantile]);
            let (least, most) = (at.iter().copied().reduce(f64::min), at.iter().copied().reduce(f64::max));
            // Without the work that makes up, a no to a bcrypt hash takes three times that to an argon2 hash.
            assert!(most.unwrap() < least.unwrap() * 1.5, "{times:?}");
        }
    }

    fn cpu_seconds() -> f64 {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
}
