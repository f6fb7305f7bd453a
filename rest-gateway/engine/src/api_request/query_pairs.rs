//! The decoded parameters of a query string, in order. Rejects too many parameters and values that nest too deeply.

use std::fmt::Write as _;

use super::percent;
use crate::error::Error;

/// Maximum number of parameters.
const MAX_PARAMETERS: usize = 500;
/// Maximum nesting of brackets in a value. Postgres parses many types recursively.
const MAX_VALUE_DEPTH: usize = 1000;

/// A name and its value. `None` for a parameter without `=`.
pub(super) type Pair = (String, Option<String>);

pub(super) fn decode(query: &str) -> Result<Vec<Pair>, Error> {
    let mut pairs = Vec::new();
    for part in query.split(['&', ';']).filter(|part| !part.is_empty()) {
        if pairs.len() == MAX_PARAMETERS {
            return Err(too_many("parameters", MAX_PARAMETERS));
        }
        let (key, value) = match part.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (part, None),
        };
        let value = value.map(percent::decode).transpose()?;
        if value.as_deref().is_some_and(is_too_deep) {
            return Err(Error::QueryString {
                message: format!("A value is nested more than {MAX_VALUE_DEPTH} levels deep"),
                details: "ask with brackets that are closed".to_owned(),
            });
        }
        pairs.push((percent::decode(key)?, value));
    }
    Ok(pairs)
}

fn is_too_deep(value: &str) -> bool {
    let mut depth = 0_usize;
    value.len() > MAX_VALUE_DEPTH
        && value.bytes().any(|byte| {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > MAX_VALUE_DEPTH
        })
}

/// The parameters sorted by name and encoded again, as `Content-Location` shows them.
pub(super) fn canonical(pairs: &[Pair]) -> String {
    let mut sorted: Vec<(&str, &str)> =
        pairs.iter().map(|(key, value)| (key.as_str(), value.as_deref().unwrap_or(""))).collect();
    sorted.sort_by_key(|(key, _)| *key);
    let mut text = String::with_capacity(sorted.iter().map(|(key, value)| key.len() + value.len() + 8).sum());
    for (index, (key, value)) in sorted.into_iter().enumerate() {
        let separator = if index == 0 { "" } else { "&" };
        // Writing to a String never fails.
        let _ = write!(text, "{separator}{}={}", percent::encode(key), percent::encode(value));
    }
    text
}

/// `what` names what the query string has too many of.
pub(super) fn too_many(what: &str, max: usize) -> Error {
    Error::QueryString {
        message: format!("The query string has more than {max} {what}"),
        details: "ask with fewer".to_owned(),
    }
}
