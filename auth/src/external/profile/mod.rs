//! A person's profile at a provider: the claims that an identity stores, and the e-mail addresses.

mod apple;
mod azure;
mod dialect;
mod discord;
mod github;
mod gitlab;
mod google;
mod keycloak;
mod mapping;
mod member;
mod openid;
mod record;

pub(super) use apple::add_name as add_apple_name;
pub(crate) use dialect::Dialect;
pub(super) use mapping::Mapping;
pub(crate) use record::Profile;
