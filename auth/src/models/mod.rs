//! Rows of the `auth` schema.

mod factor;
mod user;

pub(crate) use factor::{FACTOR_OBJECT, Factor, FactorType};
pub(crate) use user::{USER_COLUMNS, User};
