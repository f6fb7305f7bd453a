//! Settings that are lists.

/// The items of a text, without the blanks around them. Empty items are left out.
pub(super) fn list(text: &str, separator: char) -> Vec<String> {
    text.split(separator).map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}
