//! Reads a TOML document key by key. A section reads each key that it knows; a key that was not read is unknown. Errors
//! are collected, so that one start reports all of them.
//!
//! - `document`: what the sections of a file share: the variables, the errors, the warnings.
//! - `section`: a section and its subsections. `keys`: its values. `references`: takes them out of it, with variables
//!   replaced. `leaf`: one value with its type.
//! - `unsupported`: keys of Supabase that the stack does not have.
//! - `suggestion`: the known key that is most like an unknown one.

mod document;
mod keys;
mod leaf;
mod references;
mod section;
mod suggestion;
mod unsupported;

pub(super) use document::Document;
pub(super) use section::Section;
pub(super) use unsupported::Kind;
