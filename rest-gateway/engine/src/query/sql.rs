//! SQL text with its binds. Names from clients and the catalogue enter only as quoted identifiers, values only as
//! binds. The binds are untyped: Postgres infers their types from the context.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use bytes::Bytes;
use postgres_wire::Bind;

use crate::plan::{QualifiedColumn, Qualifier};
use crate::schema_cache::QualifiedName;

/// Bytes reserved for a statement, so that most are written without reallocation.
const INITIAL_CAPACITY: usize = 1536;

#[derive(Debug, Default, Clone)]
pub(crate) struct Sql {
    text: Cow<'static, str>,
    /// The text instead, if it was built once for many requests.
    shared: Option<Arc<str>>,
    binds: Vec<Bind>,
}

impl Sql {
    pub fn new(text: impl Into<Cow<'static, str>>) -> Sql {
        Sql { text: text.into(), ..Sql::default() }
    }

    /// A text that was built before, with the values for its parameters.
    pub fn shared(text: Arc<str>, binds: Vec<Bind>) -> Sql {
        Sql { shared: Some(text), binds, ..Sql::default() }
    }

    /// The statement with `prefix`, which has no binds, before it.
    pub fn prefixed_with(self, prefix: &str) -> Sql {
        Sql { text: format!("{prefix}{}", self.text()).into(), shared: None, binds: self.binds }
    }

    pub fn text(&self) -> &str {
        self.shared.as_deref().unwrap_or(&self.text)
    }

    pub fn binds(&self) -> &[Bind] {
        &self.binds
    }

    /// Appends SQL of the engine itself, never of a client.
    pub fn push(&mut self, text: &str) -> &mut Sql {
        self.written().push_str(text);
        self
    }

    /// The text for appending.
    fn written(&mut self) -> &mut String {
        if let Some(shared) = self.shared.take() {
            self.text = Cow::Owned(shared.as_ref().to_owned());
        }
        if let Cow::Borrowed(start) = self.text {
            let mut text = String::with_capacity(start.len().max(INITIAL_CAPACITY));
            text.push_str(start);
            self.text = Cow::Owned(text);
        }
        self.text.to_mut()
    }

    pub fn ident(&mut self, name: &str) -> &mut Sql {
        push_ident(self.written(), name);
        self
    }

    /// A string literal, for texts from the catalogue or the configuration.
    pub(super) fn literal(&mut self, text: &str) -> &mut Sql {
        push_literal(self.written(), text);
        self
    }

    pub fn name(&mut self, name: &QualifiedName) -> &mut Sql {
        self.ident(&name.schema).push(".").ident(&name.name)
    }

    pub fn qualifier(&mut self, qualifier: &Qualifier) -> &mut Sql {
        match qualifier {
            Qualifier::Relation(name) => self.name(name),
            Qualifier::Alias(alias) => self.ident(alias),
        }
    }

    /// `*` means every column.
    pub fn column(&mut self, qualifier: &Qualifier, column: &str) -> &mut Sql {
        self.qualifier(qualifier).push(".");
        if column == "*" { self.push("*") } else { self.ident(column) }
    }

    pub fn qualified_column(&mut self, column: &QualifiedColumn) -> &mut Sql {
        self.column(&column.qualifier, &column.column)
    }

    /// A type name, unquoted: the catalogue's, or that of a cast, which the parser restricts to letters, digits, `_`
    /// and spaces.
    pub fn type_name(&mut self, name: &str) -> &mut Sql {
        self.push(name)
    }

    pub fn bind(&mut self, value: impl Into<Bytes>) -> &mut Sql {
        self.push_bind(Bind::Text(value.into()))
    }

    /// Refers to the last bind again.
    pub(super) fn last_bind(&mut self) -> &mut Sql {
        let place = self.binds.len();
        self.numbered("$", place)
    }

    /// A name of the engine's own with a number, such as `$1`.
    pub(super) fn numbered(&mut self, prefix: &str, number: usize) -> &mut Sql {
        let text = self.written();
        text.push_str(prefix);
        match u8::try_from(number) {
            // Most numbers have one digit, and formatting costs several times as much.
            Ok(digit @ 0..=9) => text.push(char::from(b'0' + digit)),
            // Writing to memory cannot fail.
            _ => drop(write!(text, "{number}")),
        }
        self
    }

    /// Binds NULL for `None`.
    pub fn bind_nullable(&mut self, text: Option<Bytes>) -> &mut Sql {
        self.push_bind(text.map_or(Bind::Null, Bind::Text))
    }

    pub fn bind_bytes(&mut self, value: Bytes) -> &mut Sql {
        self.push_bind(Bind::Bytes(value))
    }

    fn push_bind(&mut self, bind: Bind) -> &mut Sql {
        self.binds.push(bind);
        self.last_bind()
    }

    /// Writes each item with `write`, separated by `separator`.
    pub fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        separator: &str,
        mut write: impl FnMut(&mut Sql, T),
    ) -> &mut Sql {
        for (position, item) in items.into_iter().enumerate() {
            if position > 0 {
                self.push(separator);
            }
            write(self, item);
        }
        self
    }
}

/// A quoted identifier.
pub(crate) fn quote_ident(name: &str) -> String {
    let mut quoted = String::with_capacity(name.len() + 2);
    push_ident(&mut quoted, name);
    quoted
}

fn push_ident(out: &mut String, name: &str) {
    out.push('"');
    for (position, part) in name.split('"').enumerate() {
        if position > 0 {
            out.push_str("\"\"");
        }
        out.push_str(part);
    }
    out.push('"');
}

/// A quoted, optionally schema-qualified name from a setting: `schema.name` or `name`.
pub(crate) fn quote_qualified(name: &str) -> String {
    let quoted: Vec<String> = name.split('.').map(|part| quote_ident(part.trim_matches('"'))).collect();
    quoted.join(".")
}

fn push_literal(out: &mut String, text: &str) {
    if text.contains('\\') {
        out.push('E');
    }
    out.push('\'');
    for char in text.chars() {
        if matches!(char, '\'' | '\\') {
            out.push(char);
        }
        out.push(char);
    }
    out.push('\'');
}

/// A `text[]` bind.
pub(crate) fn array<'a>(items: impl IntoIterator<Item = &'a String>) -> Bind {
    Bind::Text(array_literal(items).into())
}

/// The literal of a `text[]`, e.g. `{"a","b"}`.
pub(super) fn array_literal<'a>(items: impl IntoIterator<Item = &'a String>) -> String {
    let quoted: Vec<String> = items
        .into_iter()
        .map(|item| format!("\"{}\"", item.replace('\\', "\\\\").replace('"', "\\\"")))
        .collect();
    format!("{{{}}}", quoted.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_names_literals_and_array_items() {
        assert_eq!(quote_ident(r#"a"; drop table b; --"#), r#""a""; drop table b; --""#);
        assert_eq!(Sql::default().literal(r"it's \ fine").text(), r"E'it''s \\ fine'");
        assert_eq!(Sql::default().literal("it's").text(), "'it''s'");
        assert_eq!(array_literal(&["a,b".to_owned(), r#"c"\"#.to_owned()]), r#"{"a,b","c\"\\"}"#);
    }
}
