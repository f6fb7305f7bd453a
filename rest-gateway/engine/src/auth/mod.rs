//! Authentication: turns a bearer token into a role and its claims. Rejects tokens that no configured key has signed,
//! that are expired or not valid yet, or that have another audience. A request without a token runs as the anonymous
//! role, if one is configured.

mod jspath;
mod keys;
mod role_claim;
mod sieve;
mod verify;

pub use keys::{BadKeys, JwtKeys};
pub use role_claim::RoleClaimPath;
pub(crate) use verify::{Authenticator, Identity};
