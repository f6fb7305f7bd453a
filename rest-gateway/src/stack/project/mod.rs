//! The SQL of a Supabase project: `supabase/roles.sql`, `supabase/migrations` and the seeds of `[db.seed]`.
//!
//! - `sql`: what a configuration says of them. `prepare`: runs them at the start of a stack.
//! - `replace`: replaces the database by another one. `reset`: makes it anew; `templates`: what it copies; `refill`: the buckets afterwards. `reset_external`:
//!   the same for a database of others. `product`: the same for this product's database. `error`: why one failed.
//! - `dump`: writes a database as SQL, with the edits of `dump_edits`; `dump_connection`: how it connects.

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
mod sql;
mod templates;

pub use super::roles::{connect, reason};
pub use dump::{
    DumpError, DumpKind, DumpOptions, dump, find_program, is_bookkeeping_table, is_platform_schema,
};
pub use dump_edits::{is_allowed_setting, is_reserved_role};
pub use error::ResetError;
pub use prepare::{ProjectError, prepare};
pub use product::ADMIN_PASSWORD;
pub use refill::{RefillError, refill};
pub use replace::{Built, replace, undo_interrupted};
pub use reset::{Reset, ResetOptions, reset};
pub use reset_external::reset_external;
pub use sql::project;
