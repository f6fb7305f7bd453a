//! External identity providers: OAuth 2.0 and OpenID Connect, and OAuth 1.0a for Twitter.
//!
//! - [`Provider`] is a configured provider. It builds the address of its sign-in page, exchanges a [`Grant`] for tokens,
//!   and reads the [`Profile`] of the person.
//! - [`accounts`] finds or creates the account of a profile: `account_matching` decides which one it is.
//!   [`identity_linking`] links a profile with an account that asks for it, [`invitation`] with one that was invited.
//! - `documents` fetches and caches discovery documents and key sets. `id_token` verifies id tokens.

mod account_matching;
pub(crate) mod accounts;
mod client;
mod discovery;
mod documents;
mod error;
mod id_token;
pub(crate) mod identity_linking;
pub(crate) mod invitation;
mod issuers;
mod key_set;
mod known_issuers;
mod oauth1;
mod person;
mod profile;
mod provider;
mod tokens;

pub(crate) use client::ProviderClients;
pub(crate) use discovery::Discovery;
pub(crate) use error::ProviderError;
pub(crate) use id_token::{Expected, IdToken};
pub(crate) use issuers::{IdTokenIssuer, IssuerRequest, PROVIDERS};
pub(crate) use person::Person;
pub(crate) use profile::Profile;
pub(crate) use provider::{Grant, Provider, RESERVED_PARAMETERS};
pub(crate) use tokens::Tokens;
