//! Column names with an optional JSON path: `name`, `"my.col"`, `data->key->>0`.

use super::cursor::{Cursor, Parsed, Stopped};
use super::expected::{Expected, ExpectedSet};

/// Maximum number of steps in a JSON path.
const MAX_DEPTH: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub name: String,
    pub path: Vec<JsonStep>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JsonStep {
    /// `->>`, which returns the value as text.
    pub as_text: bool,
    pub key: JsonKey,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JsonKey {
    Name(String),
    Index(i32),
}

impl Field {
    pub fn column(name: impl Into<String>) -> Field {
        Field { name: name.into(), path: Vec::new() }
    }

    pub(super) fn read(cursor: &mut Cursor<'_>) -> Parsed<Field> {
        cursor.blanks();
        let name = read_name(cursor)?;
        let path = read_json_path(cursor)?;
        cursor.blanks();
        Ok(Field { name, path })
    }

    /// The default alias of a JSON path: its last key, or the column when the path has only indexes. `None` without a
    /// path.
    pub fn path_name(&self) -> Option<&str> {
        if self.path.is_empty() {
            return None;
        }
        let last_key = self.path.iter().rev().find_map(|step| match &step.key {
            JsonKey::Name(name) => Some(name.as_str()),
            JsonKey::Index(_) => None,
        });
        Some(last_key.unwrap_or(&self.name))
    }
}

pub(super) fn read_name(cursor: &mut Cursor<'_>) -> Parsed<String> {
    cursor.named(Expected::FieldName, |cursor| match cursor.peek() {
        Some('"') => read_quoted(cursor),
        _ => read_dashed(cursor, read_identifier),
    })
}

/// Letters, digits, spaces, `_` and `$`. Surrounding spaces are trimmed.
pub(super) fn read_identifier<'a>(cursor: &mut Cursor<'a>) -> Parsed<&'a str> {
    let belongs = |c: char| c.is_alphabetic() || c.is_ascii_digit() || matches!(c, '_' | ' ' | '$');
    let name = cursor.many1(belongs, ExpectedSet::LETTER_OR_DIGIT)?.trim();
    if name.is_empty() { Err(Stopped) } else { Ok(name) }
}

/// Parts joined by dashes. The dash of `->` ends the name.
fn read_dashed<'a>(
    cursor: &mut Cursor<'a>,
    part: impl Fn(&mut Cursor<'a>) -> Parsed<&'a str>,
) -> Parsed<String> {
    let mut name = part(cursor)?.to_owned();
    let dash = |cursor: &mut Cursor<'a>| {
        cursor.string("-", Expected::Dash)?;
        if cursor.peek() == Some('>') { Err(cursor.unexpected('>')) } else { Ok(()) }
    };
    while cursor.attempt(dash).is_some() {
        name.push('-');
        name.push_str(part(cursor)?);
    }
    Ok(name)
}

/// A string in double quotes, with backslash escapes.
pub(super) fn read_quoted(cursor: &mut Cursor<'_>) -> Parsed<String> {
    cursor.string("\"", Expected::Quote)?;
    let mut text = String::new();
    loop {
        text.push_str(cursor.many(|c| c != '"' && c != '\\', ExpectedSet::default()));
        if !cursor.take("\\", Expected::Backslash) {
            cursor.string("\"", Expected::Quote)?;
            return Ok(text);
        }
        text.push(cursor.one(|_| true, ExpectedSet::default())?);
    }
}

pub(super) fn read_json_path(cursor: &mut Cursor<'_>) -> Parsed<Vec<JsonStep>> {
    let mut path = Vec::new();
    loop {
        let as_text = cursor.take("->>", Expected::TextArrow);
        if !as_text && !cursor.take("->", Expected::Arrow) {
            return Ok(path);
        }
        if path.len() == MAX_DEPTH {
            return Err(cursor.reject("the path into JSON is too long"));
        }
        path.push(JsonStep { as_text, key: read_json_key(cursor)? });
    }
}

fn read_json_key(cursor: &mut Cursor<'_>) -> Parsed<JsonKey> {
    if let Some(index) = cursor.attempt(read_index) {
        return Ok(JsonKey::Index(index));
    }
    let name = cursor.attempt(|cursor| {
        cursor.named(Expected::JsonKey, |cursor| match cursor.peek() {
            Some('"') => read_quoted(cursor),
            _ => read_dashed(cursor, read_json_name),
        })
    });
    name.map(JsonKey::Name).ok_or(Stopped)
}

fn read_json_name<'a>(cursor: &mut Cursor<'a>) -> Parsed<&'a str> {
    let reserved = |c| matches!(c, '(' | '-' | ':' | '.' | ',' | '>' | ')');
    cursor.many1(|c| !reserved(c), ExpectedSet::default()).map(str::trim)
}

/// An integer, if it is the whole key: `23-xy` is a name.
fn read_index(cursor: &mut Cursor<'_>) -> Parsed<i32> {
    let sign = if cursor.take("-", Expected::Sign) { "-" } else { "" };
    let digits = cursor.many1(|c| c.is_ascii_digit(), Expected::Digit)?;
    let ends = cursor.next_is("->", Expected::Arrow)
        || cursor.next_is("::", Expected::Cast)
        || cursor.next_is(".", Expected::Dot)
        || cursor.next_is(",", Expected::Comma)
        || cursor.rest().starts_with(')')
        || cursor.is_at_end();
    match format!("{sign}{digits}").parse() {
        Ok(index) if ends => Ok(index),
        _ => Err(Stopped),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, Vec<(bool, JsonKey)>)> {
        let mut cursor = Cursor::new(text);
        let field = Field::read(&mut cursor).ok()?;
        cursor.is_at_end().then(|| (field.name, field.path.into_iter().map(|s| (s.as_text, s.key)).collect()))
    }

    #[test]
    fn accepts_spaces_inner_dashes_and_quoted_names() {
        assert_eq!(read("a b"), Some(("a b".into(), vec![])));
        assert_eq!(read(" a-b "), Some(("a-b".into(), vec![])));
        assert_eq!(read("\"a.\\\"b\""), Some(("a.\"b".into(), vec![])));
        assert_eq!(read("$_1"), Some(("$_1".into(), vec![])));
        assert_eq!(read(":"), None);
        assert_eq!(read("\"open"), None);
    }

    #[test]
    fn parses_json_paths_with_keys_and_indexes() {
        let key = |name: &str| JsonKey::Name(name.into());
        assert_eq!(read("d->a->>0"), Some(("d".into(), vec![(false, key("a")), (true, JsonKey::Index(0))])));
        assert_eq!(read("d->-1"), Some(("d".into(), vec![(false, JsonKey::Index(-1))])));
        assert_eq!(read("d->>1a"), Some(("d".into(), vec![(true, key("1a"))])));
        assert_eq!(read("d->>!@#$%^&*_a"), Some(("d".into(), vec![(true, key("!@#$%^&*_a"))])));
        assert_eq!(read("d->23-xy-45"), Some(("d".into(), vec![(false, key("23-xy-45"))])));
        assert_eq!(read("d->>--34"), None);
        assert_eq!(read(&format!("d{}", "->a".repeat(101))), None);
        assert_eq!(read("d->99999999999999"), Some(("d".into(), vec![(false, key("99999999999999"))])));
    }
}
