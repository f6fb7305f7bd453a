//! Reads a TOML document key by key. A section reads each key that it knows; a key that was not read is unknown. Errors
//! are collected, so that one start reports all of them.
//!
//! - `document`: the state that the sections of a file share: variables, errors, warnings.
//! - `section`: a section and its subsections. `keys`: its typed values. `references`: removes a value from the section
//!   and replaces its variables. `leaf`: converts one value to its type.
//! - `unsupported`: keys of Supabase that the stack does not support.
//! - `suggestion`: the known key most similar to an unknown one.

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
