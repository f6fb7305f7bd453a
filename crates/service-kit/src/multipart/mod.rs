//! `multipart/form-data` bodies.
//!
//! [`Form`] receives a form completely: texts in memory, files in temporary files. It rejects another media type
//! (415), a form that is malformed or breaks off, text that is not UTF-8 or contains the NUL character (400), too
//! many parts, a text that is too long, too many or too large files (with the errors of its [`FormRules`]), and a
//! form that takes too long or stays below the minimum rate (408).
//!
//! [`read_part`] and [`PartError`] are for a service that streams a part instead of storing it first.

mod form;
mod form_file;
mod form_rules;
mod part;
mod unread_limit;

pub use form::{Form, drain};
pub use form_file::FormFile;
pub use form_rules::FormRules;
pub use part::{PartError, read_part};
