//! The statement of a slow request, for the log of the server around the engine. Its values are binds, which the text
//! does not contain.

use std::fmt::Write as _;
use std::time::Duration;

use actix_web::{HttpMessage, HttpRequest};
use sha2::{Digest, Sha256};

use crate::transaction::Work;

/// Bytes of a statement's hash that make up its fingerprint.
const FINGERPRINT_BYTES: usize = 8;

/// The duration from which a transaction, including the wait for a connection, is slow. Without this extension none is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlowAfter(pub Duration);

/// The main statement of a request whose transaction was slow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlowStatement {
    /// The same for every request with this text, in every process and version: 16 hexadecimal digits of its SHA-256.
    pub fingerprint: String,
    /// The text, with `$1` and so on for the values.
    pub sql: String,
}

/// Keeps the statement in the request's extensions if the transaction was slow.
pub(crate) fn remember(http: &HttpRequest, work: &Work, took: Duration) {
    let after = http.extensions().get::<SlowAfter>().copied();
    if after.is_some_and(|SlowAfter(after)| took >= after) {
        let sql = work.main.sql().text();
        http.extensions_mut().insert(SlowStatement { fingerprint: fingerprint(sql), sql: sql.to_owned() });
    }
}

fn fingerprint(sql: &str) -> String {
    let hash = Sha256::digest(sql.as_bytes());
    hash.iter().take(FINGERPRINT_BYTES).fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_the_start_of_the_texts_hash() {
        assert_eq!(fingerprint("select 1"), "822ae07d4783158b");
        assert_ne!(fingerprint("select 2"), fingerprint("select 1"));
    }
}
