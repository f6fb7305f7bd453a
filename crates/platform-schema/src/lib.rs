//! The database of the platform, apart from any product: roles, the schemas `auth`, `storage`, `extensions` and
//! `realtime`, and their functions. A product's own tables are migrations of their own, which build on these.
//!
//! - `migrations/`: one folder for each migration, named by date and number, with `up.sql` and `down.sql`. A database
//!   owner without superuser privileges can apply them.
//! - [`migrate`]: applies them, and those of a product after them. `privileges`: what an owner lacks for that.
//!   `history`: which migrations a database has. `attempts`: repeats one that another session was in the way of.
//!   `adoption`: the history of the version that had one list of both.
//! - [`stand_ins`]: SQL for extensions that the server does not have. Their scripts are in `stand_ins/`.
//! - [`local`]: prepares a local database for a Supabase project, as a superuser.
//!
//! Of the workspace's crates it depends only on `postgres-connect`.

#![warn(missing_docs)]

mod adoption;
mod attempts;
mod error;
mod history;
pub mod local;
pub mod migrate;
mod privileges;
pub mod stand_ins;

pub use error::Error;
pub use history::History;

/// Changes whenever a migration or a stand-in does.
pub const FINGERPRINT: &str = env!("MIGRATIONS_FINGERPRINT");
