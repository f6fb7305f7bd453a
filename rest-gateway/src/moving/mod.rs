//! Moves a project in and out: `import` reads the dumps of a hosted project, `export` writes them.
//!
//! - `import`, `export`: the commands. `error`: why one failed. `report`: the outcome of an import.
//! - `source`: the files of a dump. `script`: their statements. `words`: keywords and names of a statement.
//! - `catalog`: the content of the database. `rules`: the decision about a statement.
//! - `load`: runs the statements. `checks`: turns off triggers and foreign keys for them. `load_rows`: loads their rows.
//!   `staging`: rows with columns that the table lacks. `queues`, `export_queues`: message queues.
//! - `files`: the bytes of objects, which the storage program copies.

mod catalog;
mod checks;
mod error;
mod export;
mod export_queues;
mod files;
mod import;
mod load;
mod load_rows;
mod queues;
mod report;
mod rules;
mod script;
mod source;
mod staging;
mod words;

pub use error::{ExportError, FilesError, ImportError};
pub use export::{Exported, export};
pub use files::Copied;
pub use import::{ImportOptions, Imported, Place, import_into_database, import_into_stack};
pub use report::Report;
