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
mod error;
mod options;
mod public_key;
mod registration;

pub(crate) use assertion::{AssertionResponse, verify_assertion};
pub(crate) use credential::{Authenticator, Credential, Flags};
pub(crate) use error::WebAuthnError;
pub(crate) use options::{Challenge, creation_options, request_options};
pub(crate) use registration::{RegistrationResponse, verify_registration};
