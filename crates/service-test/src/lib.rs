//! Test support: runs a service's own binary as a process against a test database, and sends HTTP requests to it.
//!
//! # Public surface
//!
//! - [`Service`] is a service process, [`Client`] an HTTP client of it, [`Form`] a multipart body.
//! - [`Gateway`] is the gateway, alone or with the auth service.
//! - [`Backend`] is everything behind a function that stores files: the gateway, storage and S3. [`sibling`] finds
//!   another program of the workspace.
//! - [`AdministratorFunction`] is a function of administrators with its backend.
//! - [`Person`] is an account in the database. [`sign`], [`anon_key`] and others make tokens.
//! - [`pictures`] holds valid and invalid images.
//!
//! # Dependencies
//!
//! `service-kit` and `test-db`. Only `[dev-dependencies]` may name this crate.

#![warn(missing_docs)]
// A failed setup step can only end the test.
#![allow(clippy::expect_used, clippy::panic)]

mod administrator_function;
mod authorization;
mod backend;
mod client;
mod form;
mod gateway;
mod people;
pub mod pictures;
mod service;
mod tokens;

pub use administrator_function::AdministratorFunction;
pub use authorization::{assert_administrators_only, invalid_tokens};
pub use backend::Backend;
pub use client::{Client, Response, sorted_statuses, unix_request};
pub use form::Form;
pub use gateway::{Gateway, sibling};
pub use hyper::Method;
pub use people::Person;
pub use service::{Service, bare_command, command};
pub use test_db::Database;
pub use tokens::{SECRET, anon_key, key_set, service_role_key, sign, sign_with};
