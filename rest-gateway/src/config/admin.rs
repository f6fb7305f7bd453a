//! `[admin]`: the administrator's account.

use super::reader::Section;
use super::values::Secret;

/// The section.
#[derive(Debug, Clone)]
pub struct Admin {
    pub username: String,
    pub password: Option<Secret>,
}

impl Admin {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Admin {
        Admin {
            username: section.own("username", "admin".into()),
            password: section.own_optional("password"),
        }
    }
}
