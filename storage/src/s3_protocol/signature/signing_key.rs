//! The key of a day's signatures, and the signatures of texts, of a body's chunks and of its trailers.

use std::time::SystemTime;

use aws_sigv4::sign::v4;
use chrono::{DateTime, Utc};
use s3s::crypto::{Checksum, Sha256};
use subtle::ConstantTimeEq;

use super::authorization::Credential;
use crate::hex::hex;

/// The signing key of a secret for one credential scope, with the time of the request.
pub struct SigningKey {
    key: Vec<u8>,
    /// `20130524T000000Z`.
    time: String,
    scope: String,
}

impl SigningKey {
    pub fn new(secret: &str, credential: &Credential, time: DateTime<Utc>) -> Self {
        let day = SystemTime::from(time);
        let key = v4::generate_signing_key(secret, day, &credential.region, &credential.service);
        Self {
            key: key.as_ref().to_vec(),
            time: time.format("%Y%m%dT%H%M%SZ").to_string(),
            scope: credential.scope(),
        }
    }

    /// Whether this is the signature of a canonical request.
    pub fn signed_request(&self, canonical_request: &str, signature: &str) -> bool {
        let hash = sha256_hex(canonical_request.as_bytes());
        self.signed(&format!("AWS4-HMAC-SHA256\n{}\n{}\n{hash}", self.time, self.scope), signature)
    }

    /// Whether this is the signature of a body's chunk, after the chunk (or the request) with the `previous` one.
    pub fn signed_chunk(&self, previous: &str, sha256: &str, signature: &str) -> bool {
        let empty = sha256_hex(b"");
        let context = format!("{}\n{}\n{previous}", self.time, self.scope);
        self.signed(&format!("AWS4-HMAC-SHA256-PAYLOAD\n{context}\n{empty}\n{sha256}"), signature)
    }

    /// Whether this is the signature of a body's trailers, whose lines are `name:value\n`.
    pub fn signed_trailers(&self, previous: &str, lines: &str, signature: &str) -> bool {
        let hash = sha256_hex(lines.as_bytes());
        let context = format!("{}\n{}\n{previous}", self.time, self.scope);
        self.signed(&format!("AWS4-HMAC-SHA256-TRAILER\n{context}\n{hash}"), signature)
    }

    /// Whether this is the signature of a text.
    pub fn signed(&self, text: &str, signature: &str) -> bool {
        v4::calculate_signature(&self.key, text.as_bytes()).as_bytes().ct_eq(signature.as_bytes()).into()
    }
}

/// The SHA-256 of bytes, hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::checksum(bytes))
}
