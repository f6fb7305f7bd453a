//! A person's profile at a provider: the claims that an identity stores, and the e-mail addresses.

mod apple;
mod azure;
mod bitbucket;
mod dialect;
mod discord;
mod facebook;
mod figma;
mod fly;
mod github;
mod gitlab;
mod google;
mod kakao;
mod keycloak;
mod linked_in;
mod mapping;
mod member;
mod notion;
mod openid;
mod record;
mod request;
mod slack;
mod snapchat;
mod spotify;
mod twitch;
mod twitter;
mod vercel_marketplace;
mod work_os;
mod x;
mod zoom;

pub(super) use apple::add_name as add_apple_name;
pub(crate) use dialect::Dialect;
pub(super) use mapping::Mapping;
pub(crate) use record::Profile;
pub(super) use request::ProfileRequest;
