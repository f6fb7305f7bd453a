//! Rows of the `auth` schema.

mod user;

pub(crate) use user::{USER_COLUMNS, User};
