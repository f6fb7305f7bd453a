//! The environment variables of a process.

/// Names and values.
pub(in crate::stack) type Variables = Vec<(String, String)>;

pub(in crate::stack) fn set(env: &mut Variables, name: &str, value: impl ToString) {
    env.push((name.to_owned(), value.to_string()));
}
