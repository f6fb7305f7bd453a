//! The SQL of a Supabase project: `supabase/roles.sql`, `supabase/migrations` and the seeds of `[db.seed]`.
//!
//! - `sql`: finds them by the configuration. `prepare`: runs them at the start of a stack.
//! - `reset`: recreates the stack's database, from the copies of `templates`; `refill` fills the buckets afterwards.
//!   `reset_external`: the same for an external database. `product`: the same for this product's database. `error`: why
//!   a reset failed.
//! - `dump`: writes a database as SQL, with the edits of `dump_edits` and the connection of `dump_connection`.

mod dump;
mod dump_connection;
mod dump_edits;
mod error;
mod prepare;
mod product;
mod refill;
mod reset;
mod reset_external;
mod sql;
mod templates;

pub use super::vault::fill as fill_vault;
pub use dump::{DumpError, DumpKind, DumpOptions, dump};
pub use error::ResetError;
pub use prepare::{ProjectError, prepare};
pub use product::ADMIN_PASSWORD;
pub use refill::{RefillError, refill};
pub use reset::{Reset, ResetOptions, reset, undo_interrupted};
pub use reset_external::reset_external;
pub use sql::project;
