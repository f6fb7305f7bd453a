//! Names of columns, with or without a path into JSON: `name`, `"my.col"`, `data->key->>0`.

use super::cursor::{Cursor, Parsed};

const FIELD_NAME: &str = "field name (* or [a..z0..9_$])";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub name: String,
    pub path: Vec<JsonStep>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JsonStep {
    /// `->>`: the value as text.
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
        cursor.skip_blanks();
        let name = read_name(cursor)?;
        let path = read_json_path(cursor)?;
        cursor.skip_blanks();
        Ok(Field { name, path })
    }

    /// The name that a path gives to its value: its last key.
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
    if cursor.peek() == Some('"') {
        return read_quoted(cursor);
    }
    let mut name = read_identifier(cursor)?;
    while cursor.rest().starts_with('-') && !cursor.rest().starts_with("->") {
        cursor.take();
        name.push('-');
        name.push_str(&read_identifier(cursor)?);
    }
    Ok(name)
}

pub(super) fn read_identifier(cursor: &mut Cursor<'_>) -> Parsed<String> {
    let text = cursor.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ' ' | '$'));
    let name = text.trim();
    if name.is_empty() { Err(cursor.unexpected(FIELD_NAME)) } else { Ok(name.to_owned()) }
}

pub(super) fn read_quoted(cursor: &mut Cursor<'_>) -> Parsed<String> {
    cursor.expect("\"", FIELD_NAME)?;
    let mut text = String::new();
    loop {
        match cursor.take() {
            Some('"') => return Ok(text),
            Some('\\') => match cursor.take() {
                Some(escaped) => text.push(escaped),
                None => return Err(cursor.unexpected("\"\\\"\"")),
            },
            Some(plain) => text.push(plain),
            None => return Err(cursor.unexpected("\"\\\"\"")),
        }
    }
}

fn read_json_path(cursor: &mut Cursor<'_>) -> Parsed<Vec<JsonStep>> {
    let mut path = Vec::new();
    while cursor.rest().starts_with("->") {
        cursor.take_str("->");
        let as_text = cursor.take_str(">");
        path.push(JsonStep { as_text, key: read_json_key(cursor)? });
    }
    Ok(path)
}

fn read_json_key(cursor: &mut Cursor<'_>) -> Parsed<JsonKey> {
    if let Some(index) = cursor.attempt(read_index) {
        return Ok(JsonKey::Index(index));
    }
    if cursor.peek() == Some('-') {
        cursor.take();
        return Err(cursor.unexpected("digit"));
    }
    read_name(cursor).map(JsonKey::Name)
}

fn read_index(cursor: &mut Cursor<'_>) -> Parsed<i32> {
    let sign = if cursor.take_str("-") { "-" } else { "" };
    let digits = cursor.take_while(|c| c.is_ascii_digit());
    let rest = cursor.rest();
    let ends = rest.is_empty() || ["->", "::", ".", ",", ")", "="].iter().any(|end| rest.starts_with(end));
    match format!("{sign}{digits}").parse() {
        Ok(index) if ends => Ok(index),
        _ => Err(cursor.unexpected("digit")),
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
    fn names_may_hold_spaces_inner_dashes_and_anything_quoted() {
        assert_eq!(read("a b"), Some(("a b".into(), vec![])));
        assert_eq!(read(" a-b "), Some(("a-b".into(), vec![])));
        assert_eq!(read("\"a.\\\"b\""), Some(("a.\"b".into(), vec![])));
        assert_eq!(read("$_1"), Some(("$_1".into(), vec![])));
        assert_eq!(read(":"), None);
        assert_eq!(read("\"open"), None);
    }

    #[test]
    fn json_paths_have_keys_and_indexes() {
        let key = |name: &str| JsonKey::Name(name.into());
        assert_eq!(read("d->a->>0"), Some(("d".into(), vec![(false, key("a")), (true, JsonKey::Index(0))])));
        assert_eq!(read("d->-1"), Some(("d".into(), vec![(false, JsonKey::Index(-1))])));
        assert_eq!(read("d->>1a"), Some(("d".into(), vec![(true, key("1a"))])));
        assert_eq!(read("d->>--34"), None);
        assert_eq!(read("d->99999999999999"), Some(("d".into(), vec![(false, key("99999999999999"))])));
    }
}
