//! Hooks: code of the project that decides about an event or changes its outcome, as a Postgres function or behind a
//! signed HTTP request.
//!
//! - `dispatch`: runs any hook. `function` calls a Postgres function, `webhook` sends a signed request. `output`: the
//!   errors that a hook answers with. `failure`: the error of one that does not work.
//! - The other submodules build the payload of one hook and read its output. `required_claims`: what an access token must
//!   contain after its hook.

mod access_token;
mod dispatch;
mod failure;
mod function;
mod mfa;
mod output;
mod password;
mod payload;
mod required_claims;
mod send_email;
mod user_created;
mod webhook;

pub(crate) use access_token::{AccessTokenPayload, custom_access_token};
pub(crate) use dispatch::{is_enabled, run};
pub(crate) use mfa::mfa_verification_attempt;
pub(crate) use password::password_verification_attempt;
pub(crate) use payload::Metadata;
pub(crate) use send_email::send_email;
pub(crate) use user_created::{after_user_created, before_user_created};

pub(crate) use crate::settings::Hook;
