//! Runs tests in SQL, which use the extension pgTAP, and reads their results.
//!
//! - `files`: the tests of folders. `tap`: the Test Anything Protocol. `session`: runs one file on a connection of its
//!   own. `extension`: pgTAP in the database.

mod extension;
mod files;
mod session;
mod tap;

pub use extension::Pgtap;
pub use files::find_tests;
pub use session::{SessionError, run_file};
pub use tap::Outcome;
