//! Contract tests: the product's calls against any Supabase-compatible backend, as its clients make them.
//!
//! `SUPABASE_URL` and `SUPABASE_ANON_KEY` name the backend. Without them the tests start a stack with the
//! `rest-gateway` of the same target folder, which ends with them. Depends on no other crate of the workspace, so that
//! the tests know a backend only by its API.

// A failed setup step fails the test.
#![allow(clippy::expect_used, clippy::panic)]

mod backend;
mod stack;
mod target;
mod visitor;

pub use backend::Backend;
pub use target::{backend, visitor};
pub use visitor::{Answer, PASSWORD, Visitor};
