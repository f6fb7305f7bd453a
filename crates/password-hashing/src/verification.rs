//! The result of a verification, and why hashing fails.

/// Whether a password matches a stored hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verification {
    /// The password matches.
    Match,
    /// The password matches; the hash is of an older kind and should be replaced.
    OutdatedMatch,
    /// The password does not match.
    Mismatch,
}

/// Why a password was neither hashed nor verified.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// The queue is full.
    #[error("too many passwords are waiting to be hashed")]
    Overloaded,
    /// The semaphore is closed, which happens only when the process ends.
    #[error("the hashing queue is closed")]
    Closed,
    /// argon2 failed.
    #[error("argon2: {0}")]
    Argon2(argon2::password_hash::Error),
    /// bcrypt failed.
    #[error("bcrypt: {0}")]
    Bcrypt(#[from] bcrypt::BcryptError),
    /// A thread cannot be started.
    #[error("a hashing thread cannot be started: {0}")]
    Thread(#[from] std::io::Error),
    /// The hashing thread panicked.
    #[error("a hashing thread panicked: {0}")]
    Panicked(#[from] tokio::sync::oneshot::error::RecvError),
}
