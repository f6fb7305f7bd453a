//! The environment variables of a process.

/// Names and values.
pub(super) type Variables = Vec<(String, String)>;

pub(super) fn set(env: &mut Variables, name: &str, value: impl ToString) {
    env.push((name.to_owned(), value.to_string()));
}
