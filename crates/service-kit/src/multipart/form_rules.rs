//! The limits of a form.

use crate::error::Error;

/// The limits of a form, each with the error of a form that exceeds it.
pub struct FormRules {
    /// Whether a part of this name is a file.
    pub is_file: fn(&str) -> bool,
    /// The largest number of files.
    pub max_files: usize,
    /// The error of a further file.
    pub too_many_files: fn() -> Error,
    /// The size in bytes that every file must stay below.
    pub file_size_limit: usize,
    /// The error of a larger file.
    pub file_too_large: fn() -> Error,
}
