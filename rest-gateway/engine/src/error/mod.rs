//! Everything that can go wrong with a request, and what the client is told: PostgREST's code, status and words.

mod database;
mod details;
mod hint;
mod kind;
mod reason;
mod response;
mod verbosity;

pub(crate) use database::DatabaseError;
pub(crate) use hint::{ALIKE, LIKELY, closest};
pub(crate) use kind::{Error, RangeProblem};
pub(crate) use response::ErrorAnswer;
pub use verbosity::ErrorVerbosity;
