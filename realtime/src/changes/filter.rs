//! Filters of changes: `column=op.value`, several separated by commas. `not.` before the operator negates.

use serde::Serialize;

/// A filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Filter {
    pub(crate) column: String,
    /// The name of a value of the type `realtime.equality_op`.
    pub(crate) operator: &'static str,
    pub(crate) value: String,
    pub(crate) negate: bool,
}

/// Why a filter cannot be read. The text is what clients get.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FilterError {
    #[error("filter must not contain empty segments (check for extra commas)")]
    EmptySegment,
    #[error("`in` filter value must be wrapped by parentheses")]
    NoParentheses,
    /// The parts into which the filter falls.
    #[error("{0:?}")]
    Unknown(Vec<String>),
}

const OPERATORS: [&str; 13] =
    ["eq", "neq", "lt", "lte", "gt", "gte", "in", "like", "ilike", "is", "match", "imatch", "isdistinct"];

/// Reads all filters of a text. A blank one has none.
pub(crate) fn parse(text: &str) -> Result<Vec<Filter>, FilterError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    split(text.trim()).into_iter().map(parse_one).collect()
}

/// Splits at commas outside of parentheses and quotes. A quote opens only where a value may begin.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut depth) = (Vec::new(), 0, 0_u32);
    let (mut quoted, mut escaped, mut previous) = (false, false, ' ');
    for (at, letter) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if quoted {
            escaped = letter == '\\';
            quoted = letter != '"';
        } else {
            match letter {
                '"' if ['.', '(', ','].contains(&previous) => quoted = true,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    parts.push(&text[begin..at]);
                    begin = at + 1;
                }
                _ => {}
            }
        }
        previous = letter;
    }
    parts.push(&text[begin..]);
    parts
}

fn parse_one(segment: &str) -> Result<Filter, FilterError> {
    let segment = segment.trim();
    if segment.is_empty() {
        return Err(FilterError::EmptySegment);
    }
    let unknown =
        |parts: &[&str]| FilterError::Unknown(parts.iter().map(|part| (*part).to_owned()).collect());
    let (column, condition) = segment.split_once('=').ok_or_else(|| unknown(&[segment]))?;
    let (condition, negate) = match condition.strip_prefix("not.") {
        Some(condition) => (condition, true),
        None => (condition, false),
    };
    let (name, value) = condition.split_once('.').ok_or_else(|| unknown(&[condition]))?;
    let operator =
        OPERATORS.into_iter().find(|known| *known == name).ok_or_else(|| unknown(&[name, value]))?;
    let value = match operator {
        "in" => {
            let inner = value.strip_prefix('(').and_then(|value| value.strip_suffix(')'));
            format!("{{{}}}", inner.ok_or(FilterError::NoParentheses)?)
        }
        _ => unquoted(value),
    };
    Ok(Filter { column: column.to_owned(), operator, value, negate })
}

/// A value without the quotes around the whole of it.
fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')) else {
        return value.to_owned();
    };
    let mut text = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.extend(letters.next()),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> (String, &'static str, String, bool) {
        let filters = parse(text).unwrap();
        let [filter] = <[Filter; 1]>::try_from(filters).unwrap();
        (filter.column, filter.operator, filter.value, filter.negate)
    }

    #[test]
    fn reads_every_operator_and_its_negation() {
        for operator in OPERATORS.into_iter().filter(|operator| *operator != "in") {
            assert_eq!(one(&format!("id={operator}.5")), ("id".into(), operator, "5".into(), false));
            assert_eq!(one(&format!("id=not.{operator}.5")), ("id".into(), operator, "5".into(), true));
        }
        assert_eq!(one("name=in.(a,\"b,c\")").2, "{a,\"b,c\"}");
        assert_eq!(one("name=eq.a=b.c").2, "a=b.c");
        assert_eq!(one(r#"name=eq."a,b\"c\\""#).2, r#"a,b"c\"#);
    }

    #[test]
    fn commas_separate_filters_outside_of_quotes_and_parentheses() {
        let filters = parse(r#"id=gt.1, name=in.(a,b),note=eq."x,y",said=eq.5" wide"#).unwrap();
        let values: Vec<&str> = filters.iter().map(|filter| filter.value.as_str()).collect();
        assert_eq!(values, ["1", "{a,b}", "x,y", "5\" wide"]);
        assert!(parse("  ").unwrap().is_empty());
    }

    #[test]
    fn says_what_cannot_be_read() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(error("wrong"), r#"["wrong"]"#);
        assert_eq!(error("subject=foo.hey"), r#"["foo", "hey"]"#);
        assert_eq!(
            error("id=eq.1,,id=eq.2"),
            "filter must not contain empty segments (check for extra commas)"
        );
        assert_eq!(error("id=in.1,2"), "`in` filter value must be wrapped by parentheses");
    }
}
