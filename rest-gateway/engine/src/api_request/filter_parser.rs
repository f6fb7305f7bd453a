//! Parses `[not.]operator.value`. Rejects unknown operators.

use super::cursor::{Cursor, Parsed, Stopped};
use super::expected::{Expected, ExpectedSet};
use super::field::{read_identifier, read_quoted};
use super::filter::{Compare, Condition, IsValue, Quantifier, Test};

const COMPARES: [(&str, Compare); 9] = [
    ("eq", Compare::Equal),
    ("gte", Compare::GreaterOrEqual),
    ("gt", Compare::Greater),
    ("lte", Compare::LessOrEqual),
    ("lt", Compare::Less),
    ("like", Compare::Like),
    ("ilike", Compare::ILike),
    ("match", Compare::Match),
    ("imatch", Compare::IMatch),
];

const SIMPLE: [(&str, &str); 9] = [
    ("neq", "<>"),
    ("cs", "@>"),
    ("cd", "<@"),
    ("ov", "&&"),
    ("sl", "<<"),
    ("sr", ">>"),
    ("nxr", "&<"),
    ("nxl", "&>"),
    ("adj", "-|-"),
];

/// Maximum number of consecutive negations in a full-text query. The operator stack of the tsquery parser in Postgres
/// is small.
const MAX_NEGATIONS: usize = 24;

const FULL_TEXT: [(&str, &str); 4] = [
    ("fts", "to_tsquery"),
    ("plfts", "plainto_tsquery"),
    ("phfts", "phraseto_tsquery"),
    ("wfts", "websearch_to_tsquery"),
];

const IS_VALUES: [(&str, IsValue); 5] = [
    ("null", IsValue::Null),
    ("not_null", IsValue::NotNull),
    ("true", IsValue::True),
    ("false", IsValue::False),
    ("unknown", IsValue::Unknown),
];

/// Where a value ends: at the end of a query parameter, or at a comma or parenthesis inside a logic tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueIn {
    Parameter,
    Tree,
}

impl Condition {
    pub(super) fn read(cursor: &mut Cursor<'_>, place: ValueIn) -> Parsed<Condition> {
        let negated = cursor.attempt(|cursor| read_word(cursor, "not", Expected::Not)).is_some();
        let test = cursor.named(Expected::Operator, |cursor| read_test(cursor, place))?;
        Ok(Condition { negated, test })
    }
}

/// A word and the dot after it.
fn read_word(cursor: &mut Cursor<'_>, word: &str, expected: Expected) -> Parsed<()> {
    cursor.string(word, expected)?;
    cursor.string(".", Expected::Delimiter)
}

fn read_test(cursor: &mut Cursor<'_>, place: ValueIn) -> Parsed<Test> {
    let mut takes = |word| cursor.attempt(|cursor| read_word(cursor, word, Expected::Operator)).is_some();
    if takes("in") {
        return read_list(cursor).map(Test::In);
    }
    if takes("is") {
        return cursor.named(Expected::IsValue, read_is).map(Test::Is);
    }
    if takes("isdistinct") {
        return Ok(Test::IsDistinct(read_value(cursor, place)));
    }
    if let Some((function, language)) = cursor.attempt(read_full_text) {
        let value = read_value(cursor, place);
        if has_too_many_negations(&value) {
            return Err(cursor.reject("there are too many negations behind one another"));
        }
        return Ok(Test::FullText { function, language, value });
    }
    if let Some(operator) = cursor.attempt(|cursor| {
        let operator = read_one_of(cursor, &SIMPLE)?;
        cursor.string(".", Expected::Delimiter).map(|()| operator)
    }) {
        return Ok(Test::Simple { operator, value: read_value(cursor, place) });
    }
    let (operator, quantifier) = cursor.attempt(read_compare).ok_or(Stopped)?;
    Ok(Test::Compare { operator, quantifier, value: read_value(cursor, place) })
}

fn read_one_of<T: Copy>(cursor: &mut Cursor<'_>, names: &[(&str, T)]) -> Parsed<T> {
    names
        .iter()
        .find(|(name, _)| cursor.take(name, Expected::Operator))
        .map(|(_, value)| *value)
        .ok_or(Stopped)
}

fn has_too_many_negations(query: &str) -> bool {
    let mut negations = 0;
    query.chars().any(|c| {
        match c {
            '!' | '-' => negations += 1,
            c if c.is_alphanumeric() => negations = 0,
            _ => {}
        }
        negations > MAX_NEGATIONS
    })
}

/// The SQL function and the language of `fts(french).`
fn read_full_text(cursor: &mut Cursor<'_>) -> Parsed<(&'static str, Option<String>)> {
    let function = read_one_of(cursor, &FULL_TEXT)?;
    let language = cursor.attempt(|cursor| {
        cursor.string("(", Expected::Open)?;
        let language = read_identifier(cursor)?.to_owned();
        cursor.string(")", Expected::Close).map(|()| language)
    });
    cursor.string(".", Expected::Delimiter)?;
    Ok((function, language))
}

/// Operator and quantifier of `eq.` or `eq(any).`
fn read_compare(cursor: &mut Cursor<'_>) -> Parsed<(Compare, Option<Quantifier>)> {
    let operator = read_one_of(cursor, &COMPARES)?;
    let quantifier = cursor.attempt(|cursor| {
        cursor.string("(", Expected::Open)?;
        let quantifier = read_one_of(cursor, &[("any", Quantifier::Any), ("all", Quantifier::All)])?;
        cursor.string(")", Expected::Close).map(|()| quantifier)
    });
    cursor.string(".", Expected::Delimiter)?;
    Ok((operator, quantifier))
}

fn read_value(cursor: &mut Cursor<'_>, place: ValueIn) -> String {
    match place {
        ValueIn::Parameter => cursor.many(|_| true, ExpectedSet::default()).to_owned(),
        ValueIn::Tree => read_tree_value(cursor),
    }
}

/// A quoted string, an array in braces, or everything up to the next comma or closing parenthesis.
fn read_tree_value(cursor: &mut Cursor<'_>) -> String {
    if let Some(quoted) = cursor.attempt(read_quoted_item) {
        return quoted;
    }
    let array = cursor.attempt(|cursor| {
        let rest = cursor.rest();
        cursor.string("{", Expected::OpenBrace)?;
        let inner = cursor.many(|c| !matches!(c, '{' | '}'), ExpectedSet::default());
        cursor.string("}", Expected::CloseBrace)?;
        Ok(rest[..inner.len() + 2].to_owned())
    });
    array.unwrap_or_else(|| read_plain_item(cursor).to_owned())
}

fn read_plain_item<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor.many(|c| !matches!(c, ',' | ')'), ExpectedSet::default())
}

/// A string counts as quoted only if the item ends after the closing quote.
fn read_quoted_item(cursor: &mut Cursor<'_>) -> Parsed<String> {
    let text = read_quoted(cursor)?;
    match cursor.peek() {
        None | Some(',' | ')') => Ok(text),
        Some(more) => Err(cursor.unexpected(more)),
    }
}

fn read_list(cursor: &mut Cursor<'_>) -> Parsed<Vec<String>> {
    cursor.blanks();
    cursor.string("(", Expected::Open)?;
    cursor.blanks();
    let mut items = Vec::new();
    loop {
        let quoted = cursor.attempt(read_quoted_item);
        items.push(quoted.unwrap_or_else(|| read_plain_item(cursor).to_owned()));
        if !cursor.take(",", Expected::Separator) {
            break;
        }
    }
    cursor.blanks();
    cursor.string(")", Expected::Close)?;
    cursor.blanks();
    // `in.()` is an empty list, not a list of one empty string.
    if items == [""] {
        items.clear();
    }
    Ok(items)
}

/// Case-insensitive.
fn read_is(cursor: &mut Cursor<'_>) -> Parsed<IsValue> {
    let found = IS_VALUES.iter().find(|(word, _)| {
        let read = |cursor: &mut Cursor<'_>| {
            word.chars().try_for_each(|letter| {
                cursor.one(|c| c.eq_ignore_ascii_case(&letter), Expected::IsValue).map(|_| ())
            })
        };
        cursor.attempt(read).is_some()
    });
    found.map(|(_, value)| *value).ok_or(Stopped)
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
    fn takes_a_top_level_value_verbatim() {
        let test = Test::Compare { operator: Compare::Equal, quantifier: None, value: "a,\"b\").c".into() };
        assert_eq!(read("eq.a,\"b\").c"), Some(Condition { negated: false, test }));
    }

    #[test]
    fn unquotes_list_items() {
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
    fn rejects_unknown_operators_and_modifiers_of_other_operators() {
        assert!(read("eq(any).{1,2}").is_some());
        assert!(read("fts(french).amour").is_some());
        assert!(read(&format!("fts.{}a", "!".repeat(25))).is_none());
        assert!(read("neq(any).{1,2}").is_none());
        assert!(read("is.nothing").is_none());
        assert!(read("is.NOT_NULL").is_some());
        assert!(read("noop.0").is_none());
        assert!(read("eq").is_none());
    }
}
