//! Runs the SQL of a Supabase project: `roles.sql`, `migrations/<version>_<name>.sql`, and seeds. What was run is recorded
//! in `supabase_migrations`, in the tables of Supabase's command line, so that both know the same history.
//!
//! - `files`: the migrations of a folder. `pattern`: the seeds that patterns name.
//! - `split`: a file's statements. `statement_end`: where one ends, also in a script that is read line by line.
//! - `project`: the SQL, and which parts of it to run. `plan`: which migrations are pending.
//! - `session`: runs the statements of a file in a transaction. `history`: the tables.
//! - `extensions`: those that the server lacks: replaced, or reported before anything is run
//!   (`missing_extension`). `required_extensions`: those that a project's migrations create.
//! - `run`: runs the pending SQL. `repair`: corrects the history. `adopt`: records files without running them. `clear`:
//!   empties a database for a new run.
//! - `error`: a failure with file, line, column and statement.
//!
//! Independent of the stack, and of the other crates of the workspace.

#![warn(missing_docs)]

mod adopt;
mod clear;
mod error;
mod extensions;
mod files;
mod history;
mod missing_extension;
mod pattern;
mod plan;
mod project;
mod repair;
mod required_extensions;
mod run;
mod session;
mod split;
mod statement_end;

pub use adopt::adopt;
pub use clear::clear;
pub use error::{Error, StatementError};
pub use extensions::{RequiredExtension, StandIn};
pub use files::{Migration, Migrations};
pub use missing_extension::MissingExtension;
pub use pattern::{SeedFiles, find_files};
pub use plan::Plan;
pub use project::{Project, RunRoles, Selection};
pub use repair::{Repair, repair};
pub use required_extensions::required_extensions;
pub use run::{Report, Status, pending_seeds, run, status};
pub use session::ExistingRoles;
pub use split::{Statement, code_offset, first_words, split};
pub use statement_end::StatementEnd;
