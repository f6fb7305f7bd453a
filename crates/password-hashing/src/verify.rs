//! Verifies a password against a stored hash.
//!
//! Every mismatch costs the same work: one argon2id hash with the current parameters, and bcrypt at the cost that
//! hosted projects use. What the comparison itself does not cost is padded, so that the response time reveals neither
//! whether an account exists nor which kind of hash it has. Only hashes of a higher cost take longer.

use crate::firebase_scrypt::FirebaseHash;
use crate::verification::{PasswordError, Verification};
use argon2::password_hash::rand_core::OsRng;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Argon2, Params};
use bcrypt::HashParts;

/// bcrypt's rounds at cost 10, the default of hosted projects.
const BCRYPT_ROUNDS: u64 = 1 << 10;
/// Blocks of scrypt that take as long as a round of bcrypt: Firebase's parameters take about half as long as bcrypt at
/// cost 10.
const SCRYPT_BLOCKS_A_ROUND: u64 = 256;

const MIN_BCRYPT_COST: u32 = 4;
/// The largest accepted cost of a bcrypt hash: about two seconds.
const MAX_BCRYPT_COST: u32 = 15;
/// The most memory of an argon2 hash, in KiB.
const MAX_ARGON2_MEMORY: u32 = 256 * 1024;
const MAX_ARGON2_PASSES: u32 = 20;
const MAX_ARGON2_LANES: u32 = 16;

/// The hash work of one comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    /// argon2id computations with today's parameters.
    pub argon2: u32,
    /// Rounds of bcrypt's key schedule, or scrypt in their place.
    pub bcrypt_rounds: u64,
}

/// A new argon2id hash, with a salt of its own.
pub(super) fn hash(password: &str) -> Result<String, PasswordError> {
    let salt = SaltString::generate(&mut OsRng);
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(PasswordError::Argon2)
}

/// Whether the hash has a format that [`verify`] reads, at a cost that every verification can be charged.
pub(super) fn is_supported(hash: &str) -> bool {
    if let Ok(parts) = hash.parse::<HashParts>() {
        return parts.get_cost() <= MAX_BCRYPT_COST;
    }
    if FirebaseHash::parse(hash).is_some() {
        return true;
    }
    PasswordHash::new(hash).is_ok_and(|hash| is_argon2_within_limits(&hash))
}

fn is_argon2_within_limits(hash: &PasswordHash<'_>) -> bool {
    hash.hash.is_some()
        && Params::try_from(hash).is_ok_and(|used| {
            used.m_cost() <= MAX_ARGON2_MEMORY
                && used.t_cost() <= MAX_ARGON2_PASSES
                && used.p_cost() <= MAX_ARGON2_LANES
        })
}

/// Verifies `password`, and returns the work that it took. Without a stored hash nothing matches.
pub(super) fn verify(password: &str, stored: Option<&str>) -> Result<(Verification, Work), PasswordError> {
    let mut work = Work::default();
    let verification = stored.map_or(Verification::Mismatch, |stored| work.verify(password, stored));
    if verification == Verification::Mismatch {
        work.pad(password)?;
    }
    Ok((verification, work))
}

impl Work {
    /// A hash that is unreadable or beyond the limits matches no password: a stored one may come from a dump, and must
    /// not exhaust memory.
    fn verify(&mut self, password: &str, stored: &str) -> Verification {
        if let Ok(parts) = stored.parse::<HashParts>() {
            return self.verify_bcrypt(password, stored, parts.get_cost());
        }
        if let Some(hash) = FirebaseHash::parse(stored) {
            self.bcrypt_rounds += hash.mixed_blocks() / SCRYPT_BLOCKS_A_ROUND;
            return if hash.matches(password) { Verification::OutdatedMatch } else { Verification::Mismatch };
        }
        PasswordHash::new(stored).map_or(Verification::Mismatch, |hash| self.verify_argon2(password, &hash))
    }

    fn verify_bcrypt(&mut self, password: &str, stored: &str, cost: u32) -> Verification {
        if cost > MAX_BCRYPT_COST {
            return Verification::Mismatch;
        }
        match bcrypt::verify(password, stored) {
            Ok(matches) => {
                self.bcrypt_rounds += 1 << cost;
                if matches { Verification::OutdatedMatch } else { Verification::Mismatch }
            }
            Err(_) => Verification::Mismatch,
        }
    }

    fn verify_argon2(&mut self, password: &str, hash: &PasswordHash<'_>) -> Verification {
        if !is_argon2_within_limits(hash) {
            return Verification::Mismatch;
        }
        let matches = Argon2::default().verify_password(password.as_bytes(), hash).is_ok();
        let is_current = is_current(hash);
        self.argon2 += u32::from(is_current);
        match (matches, is_current) {
            (false, _) => Verification::Mismatch,
            (true, true) => Verification::Match,
            (true, false) => Verification::OutdatedMatch,
        }
    }

    /// Does the rest of the work that every mismatch costs.
    fn pad(&mut self, password: &str) -> Result<(), PasswordError> {
        if self.argon2 == 0 {
            hash(password)?;
            self.argon2 += 1;
        }
        // The missing rounds are a sum of powers of two. Those below bcrypt's minimum cost are rounded up to it.
        while self.bcrypt_rounds < BCRYPT_ROUNDS {
            let cost = (BCRYPT_ROUNDS - self.bcrypt_rounds).ilog2().max(MIN_BCRYPT_COST);
            bcrypt::hash_with_salt(password, cost, [0; 16])?;
            self.bcrypt_rounds += 1 << cost;
        }
        Ok(())
    }
}

fn is_current(hash: &PasswordHash<'_>) -> bool {
    let current = Params::DEFAULT;
    hash.algorithm == argon2::Algorithm::Argon2id.ident()
        && Params::try_from(hash).is_ok_and(|used| {
            (used.m_cost(), used.t_cost(), used.p_cost())
                == (current.m_cost(), current.t_cost(), current.p_cost())
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::time::{ClockId, clock_gettime};

    fn verification(password: &str, stored: &str) -> Verification {
        verify(password, Some(stored)).unwrap().0
    }

    #[test]
    fn a_bcrypt_hash_of_a_hosted_project_matches_and_is_outdated() {
        let stored = bcrypt::hash("maquis-2026", 4).unwrap();
        assert_eq!(verification("maquis-2026", &stored), Verification::OutdatedMatch);
        assert_eq!(verification("maquis-2027", &stored), Verification::Mismatch);
    }

    #[test]
    fn an_unreadable_hash_matches_nothing() {
        for stored in ["", "plain", "$2a$10$short", "$argon2id$v=19$m=8", "$argon2id$v=19$m=19456,t=2,p=1"] {
            assert_eq!(verification("", stored), Verification::Mismatch, "{stored}");
        }
    }

    #[test]
    fn every_mismatch_costs_the_same_hash_work() {
        let bcrypt = [4, 5, 9, 10].map(|cost| bcrypt::hash("maquis-2026", cost).unwrap());
        let argon2 = hash("maquis-2026").unwrap();
        let cheap =
            "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI";
        let stored = [&argon2, cheap, "", "$2a$10$short", "$argon2id$v=19$m=19456,t=2,p=1"];
        let stored = stored.into_iter().chain(bcrypt.iter().map(String::as_str)).map(Some).chain([None]);
        let mismatch = (Verification::Mismatch, Work { argon2: 1, bcrypt_rounds: BCRYPT_ROUNDS });
        for stored in stored {
            assert_eq!(verify("maquis-2027", stored).unwrap(), mismatch, "{stored:?}");
        }
        let matching = (Verification::Match, Work { argon2: 1, bcrypt_rounds: 0 });
        assert_eq!(verify("maquis-2026", Some(&argon2)).unwrap(), matching);
    }

    /// Vectors of the reference implementation of argon2, for the password `password` and the salt `somesalt`.
    #[test]
    fn an_argon2_hash_of_another_system_matches_and_is_outdated() {
        for stored in [
            "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA",
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        ] {
            assert_eq!(verification("password", stored), Verification::OutdatedMatch, "{stored}");
            assert_eq!(verification("passwore", stored), Verification::Mismatch, "{stored}");
        }
    }

    #[test]
    fn a_hash_that_would_exhaust_memory_or_time_matches_nothing() {
        let tail = "c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        for parameters in ["m=4294967295,t=2,p=1", "m=262145,t=2,p=1", "m=8192,t=21,p=1", "m=65536,t=2,p=17"]
        {
            let stored = format!("$argon2id$v=19${parameters}${tail}");
            assert!(!is_supported(&stored), "{stored}");
            assert_eq!(verification("password", &stored), Verification::Mismatch, "{stored}");
        }
        let bcrypt = format!("$2b$31${}", "a".repeat(53));
        assert!(!is_supported(&bcrypt));
        assert_eq!(verification("password", &bcrypt), Verification::Mismatch);
    }

    /// A signer key of Firebase's length, in base64.
    const KEY: &str =
        "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";

    /// Measured in CPU time of this thread, which does not depend on the machine's load.
    #[test]
    fn the_time_of_a_mismatch_does_not_depend_on_the_stored_hash() {
        let (argon2, bcrypt) = (hash("maquis-2026").unwrap(), bcrypt::hash("maquis-2026", 10).unwrap());
        let firebase = format!("$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk={KEY}$42xEC+ixf3L2lw==${KEY}");
        let kinds = [None, Some(argon2.as_str()), Some(bcrypt.as_str()), Some(firebase.as_str())];
        let mut times = [const { Vec::new() }; 4];
        for _ in 0..9 {
            for (kind, times) in kinds.iter().zip(&mut times) {
                let started = cpu_seconds();
                verify("maquis-2027", *kind).unwrap();
                times.push(cpu_seconds() - started);
            }
        }
        times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
        for quantile in [2, 4, 6] {
            let at = times.each_ref().map(|times| times[quantile]);
            let (least, most) = (at.iter().copied().reduce(f64::min), at.iter().copied().reduce(f64::max));
            // Without padding, a mismatch with a bcrypt hash takes three times as long as one with an argon2 hash.
            assert!(most.unwrap() < least.unwrap() * 1.5, "{times:?}");
        }
    }

    fn cpu_seconds() -> f64 {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
}
