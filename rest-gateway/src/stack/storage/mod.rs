//! What the stack does with the storage service.
//!
//! - `buckets`: fills the configured buckets, through `client`.
//! - `gc`: the commands of the storage program.

pub(super) mod buckets;
pub(super) mod client;
pub(super) mod gc;
