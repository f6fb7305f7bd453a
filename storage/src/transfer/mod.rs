//! `storage import` and `storage export`: copy the bytes of objects from a folder or another S3, and to a folder. The
//! objects are named on standard input; what was done goes to standard output. Both are lines of JSON.
//!
//! The caller writes the rows. Until it has, imported bytes count as orphaned, with a lease of a day: if it never does,
//! the orphan sweeper removes them.
//!
//! - `export`, `import`: the two directions. `protocol`: the lines. `source`: where an import reads. `checksum`: whether bytes are the expected
//!   ones. `layout`: the files of a folder.

mod checksum;
mod export;
mod import;
mod layout;
mod protocol;
mod source;

pub use export::export;
pub use import::{ImportOptions, import};
pub use protocol::{StoredObject, TransferError};
