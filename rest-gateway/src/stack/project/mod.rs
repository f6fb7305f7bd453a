//! The SQL of a Supabase project: `supabase/roles.sql`, `supabase/migrations` and the seeds of `[db.seed]`.
//!
//! - `sql`: what a configuration says of them. `prepare`: runs them at the start of a stack.
//! - `reset`: makes the database anew; `templates`: what it copies; `refill`: the buckets afterwards. `reset_external`:
//!   the same for a database of others. `product`: the same for this product's database. `error`: why one failed.
//! - `shadow`: a database with the migrations alone, for `db diff`.
//! - `dump`: writes a database as SQL, with the edits of `dump_edits`; `dump_connection`: how it connects.

mod dump;
mod dump_connection;
mod dump_edits;
mod error;
mod prepare;
mod product;
mod refill;
mod reset;
mod reset_external;
mod shadow;
mod sql;
mod templates;

pub use dump::{DumpError, DumpKind, DumpOptions, dump};
pub use dump_connection::connection as libpq_variables;
pub use error::ResetError;
pub use prepare::{ProjectError, prepare};
pub use product::ADMIN_PASSWORD;
pub use refill::{RefillError, refill};
pub use reset::{Reset, ResetOptions, reset, undo_interrupted};
pub use reset_external::reset_external;
pub use shadow::Shadow;
pub use sql::project;
