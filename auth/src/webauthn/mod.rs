//! Web Authentication (WebAuthn Level 3): the relying party's part. Registers the public keys of authenticators and
//! verifies their signatures. Signatures are verified with `ring`; the crates that offer this bring OpenSSL.
//!
//! Attestation is neither asked for nor evaluated, apart from a self-attestation's signature: a site that admits every
//! authenticator learns nothing from it.

mod assertion;
mod authenticator_data;
mod cbor;
mod client_data;
mod credential;
mod options;
mod public_key;
mod registration;

pub(crate) use assertion::{AssertionResponse, verify_assertion};
pub(crate) use credential::{Authenticator, Credential, Flags};
use options::Ceremony;
pub(crate) use options::{Challenge, creation_options, request_options};
pub(crate) use registration::{RegistrationResponse, verify_registration};

/// Why a response of an authenticator is rejected. For the log; clients get one message for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WebAuthnError {
    /// The response, or a part of it, is not in its format.
    #[error("the response is malformed: {0}")]
    Malformed(&'static str),
    /// The response is another ceremony's, site's or challenge's.
    #[error("the response does not belong to the ceremony: {0}")]
    Mismatch(&'static str),
    /// The key's type or algorithm is not one of those that the options name.
    #[error("the key's algorithm is not supported")]
    UnsupportedKey,
    /// The signature is not the key's.
    #[error("the signature is invalid")]
    InvalidSignature,
}

type Result<T> = std::result::Result<T, WebAuthnError>;
