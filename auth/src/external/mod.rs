//! External identity providers: OAuth 2.0 and OpenID Connect.
//!
//! - [`Provider`] is a configured provider. It builds the address of its sign-in page, exchanges a code for tokens, and
//!   reads the [`Profile`] of the person.
//! - [`accounts`] finds, creates or links the account of a profile.
//! - `documents` fetches and caches discovery documents and key sets. `id_token` verifies id tokens.

pub(crate) mod accounts;
mod client;
mod discovery;
mod documents;
mod error;
mod id_token;
mod issuers;
mod key_set;
mod profile;
mod provider;
mod tokens;

pub(crate) use client::ProviderClients;
pub(crate) use discovery::Discovery;
pub(crate) use error::ProviderError;
pub(crate) use id_token::{Expected, IdToken};
pub(crate) use issuers::{IdTokenIssuer, IssuerRequest, PROVIDERS};
pub(crate) use profile::Profile;
pub(crate) use provider::{Provider, RESERVED_PARAMETERS};
pub(crate) use tokens::Tokens;
