//! Who asks: a bearer token becomes a role and its claims. Refuses tokens that no configured key signed, that are out
//! of their time, or that are for another audience; a request without a token is the anonymous role, where there is one.

mod jspath;
mod keys;
mod role_claim;
mod sieve;
mod verify;

pub use keys::{BadKeys, JwtKeys};
pub use role_claim::RoleClaimPath;
pub(crate) use verify::{Authenticator, Identity};
