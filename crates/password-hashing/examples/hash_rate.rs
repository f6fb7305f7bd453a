//! How many passwords this machine's cores hash in a second, for `just bench-auth`: bcrypt at cost 10, which hosted
//! projects use, and the hash that accounts get here. Prints `{"bcrypt":N,"argon2":N}`.
//!
//! `hash_rate SECONDS`

// A failed step ends the measurement.
#![allow(clippy::expect_used)]

use std::time::{Duration, Instant};

use argon2::Argon2;

const BCRYPT_COST: u32 = 10;
const PASSWORD: &str = "secret-42";

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(3.0);
    let bcrypt = rate(seconds, || {
        bcrypt::hash_with_salt(PASSWORD, BCRYPT_COST, [7; 16]).expect("a hash");
    });
    let argon2 = rate(seconds, || {
        Argon2::default().hash_password_into(PASSWORD.as_bytes(), &[7; 16], &mut [0; 32]).expect("a hash");
    });
    println!("{{\"bcrypt\":{bcrypt:.1},\"argon2\":{argon2:.1}}}");
}

/// Runs of `hash` in a second, on all cores.
fn rate(seconds: f64, hash: impl Fn() + Sync) -> f64 {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let began = Instant::now();
    let end = began + Duration::from_secs_f64(seconds);
    let count_until_end = || {
        let mut count = 0_u32;
        while Instant::now() < end {
            hash();
            count += 1;
        }
        count
    };
    let hashes: u32 = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(count_until_end)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread that ends")).sum()
    });
    f64::from(hashes) / began.elapsed().as_secs_f64()
}
