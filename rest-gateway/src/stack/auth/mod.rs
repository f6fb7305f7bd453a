//! The environment of the auth service, under the names of supabase/auth.
//!
//! - `variables`: all of it, with `factor_variables` and `mail`.
//! - `settings`: the part that changes while the service runs.

mod factor_variables;
mod mail;
pub(super) mod settings;
pub(super) mod variables;
