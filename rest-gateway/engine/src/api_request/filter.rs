//! `column=[not.]operator.value`: what a filter asks of a column. Values stay text; Postgres reads them as the column's
//! type. Refuses operators that do not exist.

use super::cursor::{Cursor, Parsed};
use super::field::{Field, read_identifier, read_quoted};

const OPERATOR: &str = "\"not\" or operator (eq, gt, ...)";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filter {
    pub field: Field,
    pub condition: Condition,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    pub negated: bool,
    pub test: Test,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    Compare {
        operator: Compare,
        quantifier: Option<Quantifier>,
        value: String,
    },
    /// Operators that take one value as it stands.
    Simple {
        operator: &'static str,
        value: String,
    },
    In(Vec<String>),
    Is(IsValue),
    IsDistinct(String),
    FullText {
        function: &'static str,
        language: Option<String>,
        value: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compare {
    Equal,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    Like,
    ILike,
    Match,
    IMatch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantifier {
    Any,
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IsValue {
    Null,
    NotNull,
    True,
    False,
    Unknown,
}

impl Compare {
    fn named(name: &str) -> Option<Compare> {
        Some(match name {
            "eq" => Compare::Equal,
            "gt" => Compare::Greater,
            "gte" => Compare::GreaterOrEqual,
            "lt" => Compare::Less,
            "lte" => Compare::LessOrEqual,
            "like" => Compare::Like,
            "ilike" => Compare::ILike,
            "match" => Compare::Match,
            "imatch" => Compare::IMatch,
            _ => return None,
        })
    }
}

fn simple_operator(name: &str) -> Option<&'static str> {
    Some(match name {
        "neq" => "<>",
        "cs" => "@>",
        "cd" => "<@",
        "ov" => "&&",
        "sl" => "<<",
        "sr" => ">>",
        "nxr" => "&<",
        "nxl" => "&>",
        "adj" => "-|-",
        _ => return None,
    })
}

fn full_text_function(name: &str) -> Option<&'static str> {
    Some(match name {
        "fts" => "to_tsquery",
        "plfts" => "plainto_tsquery",
        "phfts" => "phraseto_tsquery",
        "wfts" => "websearch_to_tsquery",
        _ => return None,
    })
}

/// Where a value ends: at a top-level filter's end, or inside a tree at a comma or parenthesis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueIn {
    Parameter,
    Tree,
}

impl Condition {
    pub(super) fn read(cursor: &mut Cursor<'_>, place: ValueIn) -> Parsed<Condition> {
        let negated = cursor.take_str("not.");
        let test = read_test(cursor, place)?;
        Ok(Condition { negated, test })
    }
}

fn read_test(cursor: &mut Cursor<'_>, place: ValueIn) -> Parsed<Test> {
    let start = cursor.attempt(|c| Ok(c.unexpected(OPERATOR)));
    let name = cursor.take_while(|c| c.is_ascii_lowercase());
    let modifier = if cursor.take_str("(") {
        let modifier = read_identifier(cursor)?;
        cursor.expect(")", "\")\"")?;
        Some(modifier)
    } else {
        None
    };
    if let Some(function) = full_text_function(name) {
        cursor.expect(".", "delimiter (.)")?;
        return Ok(Test::FullText { function, language: modifier, value: read_value(cursor, place) });
    }
    if let Some(operator) = Compare::named(name) {
        let quantifier = match modifier.as_deref() {
            None => None,
            Some("any") => Some(Quantifier::Any),
            Some("all") => Some(Quantifier::All),
            Some(_) => {
                return Err(cursor.failure("unexpected modifier expecting \"any\" or \"all\"".to_owned()));
            }
        };
        cursor.expect(".", "delimiter (.)")?;
        return Ok(Test::Compare { operator, quantifier, value: read_value(cursor, place) });
    }
    let known = modifier.is_none() && cursor.rest().starts_with('.');
    match name {
        "in" if known => {
            cursor.take();
            read_list(cursor, place).map(Test::In)
        }
        "is" if known => {
            cursor.take();
            read_is(cursor).map(Test::Is)
        }
        "isdistinct" if known => {
            cursor.take();
            Ok(Test::IsDistinct(read_value(cursor, place)))
        }
        _ => match simple_operator(name) {
            Some(operator) if known => {
                cursor.take();
                Ok(Test::Simple { operator, value: read_value(cursor, place) })
            }
            _ => Err(start.unwrap_or_else(|| cursor.unexpected(OPERATOR))),
        },
    }
}

fn read_value(cursor: &mut Cursor<'_>, place: ValueIn) -> String {
    match place {
        ValueIn::Parameter => cursor.take_rest().to_owned(),
        ValueIn::Tree => read_tree_value(cursor),
    }
}

/// A quoted text, an array in braces, or everything up to the next comma or parenthesis.
fn read_tree_value(cursor: &mut Cursor<'_>) -> String {
    if let Some(quoted) = cursor.attempt(read_quoted_item) {
        return quoted;
    }
    let array = cursor.attempt(|c| {
        c.expect("{", "\"{\"")?;
        let inner = c.take_while(|x| !matches!(x, '{' | '}'));
        c.expect("}", "\"}\"")?;
        Ok(format!("{{{inner}}}"))
    });
    array.unwrap_or_else(|| cursor.take_while(|c| !matches!(c, ',' | ')')).to_owned())
}

/// A text in quotes counts as quoted only when the item ends after it.
fn read_quoted_item(cursor: &mut Cursor<'_>) -> Parsed<String> {
    let text = read_quoted(cursor)?;
    match cursor.peek() {
        None | Some(',' | ')') => Ok(text),
        Some(_) => Err(cursor.unexpected("\",\" or \")\"")),
    }
}

fn read_list(cursor: &mut Cursor<'_>, place: ValueIn) -> Parsed<Vec<String>> {
    cursor.skip_blanks();
    cursor.expect("(", "\"(\"")?;
    cursor.skip_blanks();
    let mut items = Vec::new();
    loop {
        let quoted = cursor.attempt(read_quoted_item);
        items.push(quoted.unwrap_or_else(|| cursor.take_while(|c| !matches!(c, ',' | ')')).to_owned()));
        if !cursor.take_str(",") {
            break;
        }
    }
    cursor.expect(")", "\",\" or \")\"")?;
    cursor.skip_blanks();
    if place == ValueIn::Parameter {
        cursor.expect_end("end of input")?;
    }
    // `in.()` holds nothing, not one empty text.
    if items == [""] {
        items.clear();
    }
    Ok(items)
}

fn read_is(cursor: &mut Cursor<'_>) -> Parsed<IsValue> {
    const EXPECTING: &str = "isVal: (null, not_null, true, false, unknown)";
    let start = cursor.unexpected(EXPECTING);
    let word = cursor.take_while(|c| c.is_ascii_alphabetic() || c == '_').to_ascii_lowercase();
    match word.as_str() {
        "null" => Ok(IsValue::Null),
        "not_null" => Ok(IsValue::NotNull),
        "true" => Ok(IsValue::True),
        "false" => Ok(IsValue::False),
        "unknown" => Ok(IsValue::Unknown),
        _ => Err(start),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Condition> {
        let mut cursor = Cursor::new(text);
        let condition = Condition::read(&mut cursor, ValueIn::Parameter).ok()?;
        cursor.is_at_end().then_some(condition)
    }

    #[test]
    fn a_top_level_value_is_taken_as_it_stands() {
        let test = Test::Compare { operator: Compare::Equal, quantifier: None, value: "a,\"b\").c".into() };
        assert_eq!(read("eq.a,\"b\").c"), Some(Condition { negated: false, test }));
    }

    #[test]
    fn a_list_may_quote_its_items() {
        let list = |text: &str| match read(text).map(|condition| condition.test) {
            Some(Test::In(items)) => items,
            other => panic!("{other:?}"),
        };
        assert_eq!(list("in.(a,b)"), ["a", "b"]);
        assert_eq!(list(r#"in.("a,b","c\"d\\e")"#), ["a,b", "c\"d\\e"]);
        assert_eq!(list(r#"in.("a"b,c)"#), ["\"a\"b", "c"]);
        assert_eq!(list("in.(,)"), ["", ""]);
        assert!(list("in.()").is_empty());
    }

    #[test]
    fn operators_take_only_their_own_modifiers() {
        assert!(read("eq(any).{1,2}").is_some());
        assert!(read("fts(french).amour").is_some());
        assert!(read("neq(any).{1,2}").is_none());
        assert!(read("is.nothing").is_none());
        assert!(read("is.NOT_NULL").is_some());
        assert!(read("noop.0").is_none());
        assert!(read("eq").is_none());
    }
}
