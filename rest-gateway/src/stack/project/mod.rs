//! The SQL of a Supabase project: `supabase/roles.sql`, `supabase/migrations` and the seeds of `[db.seed]`.
//!
//! - `sql`: finds them by the configuration. `prepare`: runs them at the start of a stack.
//! - `replace`: replaces the stack's database by a new one. `reset`: recreates it, from the copies of `templates`;
//!   `refill` fills the buckets afterwards. `reset_external`: the same for an external database. `product`: the same for
//!   this product's database. `database_settings`: keeps what `alter database` has set. `error`: why a reset failed.
//! - `shadow`: a database with only the migrations, for `db diff`.
//! - `dump`: writes a database as SQL, with the edits of `dump_edits` and the connection of `dump_connection`.

mod database_settings;
mod dump;
mod dump_connection;
mod dump_edits;
mod error;
mod prepare;
mod product;
mod refill;
mod replace;
mod reset;
mod reset_external;
mod shadow;
mod sql;
mod templates;

pub use super::database::extensions::of_project as stand_ins;
pub use super::database::roles::{connect, reason};
pub use super::database::vault::fill as fill_vault;
pub use dump::{
    DumpError, DumpKind, DumpOptions, dump, dump_role, is_bookkeeping_table, is_platform_schema, server_major,
};
pub use dump_connection::connection as libpq_variables;
pub use dump_edits::{is_allowed_setting, is_reserved_role};
pub use error::ResetError;
pub use prepare::{ProjectError, prepare};
pub use product::ADMIN_PASSWORD;
pub use refill::{RefillError, refill};
pub use replace::{Built, replace, undo_interrupted};
pub use reset::{Reset, ResetOptions, reset};
pub use reset_external::reset_external;
pub use shadow::Shadow;
pub use sql::project;
