//! The product's calls against any Supabase-compatible backend, as its clients make them.
//!
//! `SUPABASE_URL` and `SUPABASE_ANON_KEY` name the backend. Without them the tests start a stack of their own, with
//! the `rest-gateway` that was built beside them, and it ends with them.

// A contract test without its backend can only stop.
#![allow(clippy::expect_used, clippy::panic)]

mod backend;
mod stack;
mod visitor;

pub use backend::Backend;
pub use visitor::{Answer, PASSWORD, Visitor};
