//! Rows of the `auth` schema.

mod factor;
mod oauth_client;
mod scope;
mod user;

pub(crate) use factor::{FACTOR_OBJECT, Factor, FactorType};
pub(crate) use oauth_client::{AuthMethod, ClientType, OAUTH_CLIENT_COLUMNS, OAuthClient};
pub(crate) use scope::{SCOPES, has_scope, scopes};
pub(crate) use user::{Identities, USER_COLUMNS, User};
