//! The errors of a request and their responses, with PostgREST's codes, statuses and messages.
//!
//! A leaf: depends on no other module of the engine.

mod database;
mod details;
mod fuzzy_match;
mod kind;
mod reason;
mod response;
mod verbosity;

pub(crate) use database::DatabaseError;
pub(crate) use fuzzy_match::{LOOSE_SIMILARITY, MIN_SIMILARITY, closest_match};
pub(crate) use kind::{Error, RangeError};
pub(crate) use response::ErrorResponse;
pub use verbosity::ErrorVerbosity;
