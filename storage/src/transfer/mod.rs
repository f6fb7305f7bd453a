//! `storage import` and `storage export`: copy the bytes of objects from a folder or another S3, and to a folder. Standard
//! input lists the objects; standard output reports progress and problems. Both are lines of JSON.
//!
//! The caller writes the rows. Before, imported bytes count as orphaned, with a lease of a day. If the rows never come, the
//! orphan sweeper removes the bytes.
//!
//! - `export`, `import`: the two directions. `protocol`: the lines of JSON. `source`: where an import reads. `checksum`:
//!   compares bytes with a row. `layout`: the files of a folder.

mod checksum;
mod export;
mod import;
mod layout;
mod protocol;
mod source;

pub use export::export;
pub use import::{ImportOptions, import};
pub use protocol::{StoredObject, TransferError};
