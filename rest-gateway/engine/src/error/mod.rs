//! Everything that can go wrong with a request, and what the client is told: PostgREST's code, status and words.

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
