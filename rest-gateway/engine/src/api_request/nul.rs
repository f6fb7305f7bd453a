//! The one check for NUL characters. Postgres accepts none, neither in SQL nor in a text value.

pub(crate) fn contains_nul(text: &str) -> bool {
    text.contains('\0')
}
