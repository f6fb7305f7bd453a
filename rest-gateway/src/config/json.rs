//! `config.json` and `config.jsonc`: JSON with comments and trailing commas, as a table of the same keys and places in the
//! text as one of TOML. A key that is `null` counts as absent.

use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Deeper than any configuration.
const MAX_DEPTH: usize = 32;
/// The key by which editors find the schema.
const SCHEMA: &str = "$schema";

/// A text that is no JSON object.
#[derive(Debug)]
pub struct JsonError {
    pub span: Range<usize>,
    pub message: &'static str,
}

/// The table of a text.
///
/// # Errors
/// When the text is not a JSON object, or a key is there twice.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, JsonError> {
    let mut parser = Parser { text, at: 0 };
    parser.skip_blanks()?;
    let start = parser.at;
    if !parser.take(b'{') {
        return Err(parser.error("expected a JSON object"));
    }
    let mut table = parser.object(0)?;
    table.remove(SCHEMA);
    let span = start..parser.at;
    parser.skip_blanks()?;
    match parser.peek() {
        None => Ok(Spanned::new(span, table)),
        Some(_) => Err(parser.error("expected the end of the file")),
    }
}

struct Parser<'i> {
    text: &'i str,
    at: usize,
}

impl<'i> Parser<'i> {
    /// The members of an object whose brace was read.
    fn object(&mut self, depth: usize) -> Result<DeTable<'i>, JsonError> {
        let mut table = DeTable::new();
        loop {
            self.skip_blanks()?;
            if self.take(b'}') {
                return Ok(table);
            }
            let start = self.at;
            let name = self.string()?;
            let name = Spanned::new(start..self.at, name);
            self.skip_blanks()?;
            if !self.take(b':') {
                return Err(self.error("expected `:`"));
            }
            if let Some(value) = self.value(depth)? {
                let span = name.span();
                if table.insert(name, value).is_some() {
                    return Err(JsonError { span, message: "the key is there twice" });
                }
            }
            self.comma(b'}')?;
        }
    }

    fn array(&mut self, depth: usize) -> Result<DeArray<'i>, JsonError> {
        let mut array = DeArray::new();
        loop {
            self.skip_blanks()?;
            if self.take(b']') {
                return Ok(array);
            }
            if let Some(value) = self.value(depth)? {
                array.push(value);
            }
            self.comma(b']')?;
        }
    }

    /// A value; `None` for `null`.
    fn value(&mut self, depth: usize) -> Result<Option<Spanned<DeValue<'i>>>, JsonError> {
        self.skip_blanks()?;
        if depth == MAX_DEPTH {
            return Err(self.error("the value is nested too deep"));
        }
        let start = self.at;
        let value = match self.peek() {
            Some(b'{') => {
                self.at += 1;
                DeValue::Table(self.object(depth + 1)?)
            }
            Some(b'[') => {
                self.at += 1;
                DeValue::Array(self.array(depth + 1)?)
            }
            Some(b'"') => DeValue::String(self.string()?),
            _ => match self.word() {
                "true" => DeValue::Boolean(true),
                "false" => DeValue::Boolean(false),
                "null" => return Ok(None),
                number => self.number(start, number)?,
            },
        };
        Ok(Some(Spanned::new(start..self.at, value)))
    }

    /// Letters, digits and signs.
    fn word(&mut self) -> &'i str {
        let rest = &self.text[self.at..];
        let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.');
        let word = &rest[..rest.find(|letter| !is_of_word(letter)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// A number of JSON is one of TOML.
    fn number(&self, start: usize, word: &'i str) -> Result<DeValue<'i>, JsonError> {
        let error = JsonError { span: start..self.at, message: "expected a value" };
        if serde_json::from_str::<serde_json::Number>(word).is_err() {
            return Err(error);
        }
        DeValue::parse(word).map(Spanned::into_inner).map_err(|_| error)
    }

    fn string(&mut self) -> Result<Cow<'i, str>, JsonError> {
        let start = self.at;
        if !self.take(b'"') {
            return Err(self.error("expected a text in double quotes"));
        }
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'"' => {
                    let text = serde_json::from_str::<Cow<'i, str>>(&self.text[start..self.at]);
                    let message = "the text has a character or an escape that JSON does not allow";
                    return text.map_err(|_| JsonError { span: start..self.at, message });
                }
                b'\\' => self.at += 1,
                _ => {}
            }
        }
        Err(JsonError { span: start..start, message: "the text has no closing quote" })
    }

    /// A comma before the next item; none is needed before the end.
    fn comma(&mut self, end: u8) -> Result<(), JsonError> {
        self.skip_blanks()?;
        if self.take(b',') || self.peek() == Some(end) {
            return Ok(());
        }
        Err(self.error("expected `,` or the end"))
    }

    /// Skips blanks and comments.
    fn skip_blanks(&mut self) -> Result<(), JsonError> {
        loop {
            let rest = &self.text[self.at..];
            let length = if rest.starts_with(|letter: char| letter.is_ascii_whitespace()) {
                rest.find(|letter: char| !letter.is_ascii_whitespace()).unwrap_or(rest.len())
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                let end = rest.find("*/");
                end.map(|end| end + 2).ok_or_else(|| self.error("the comment has no end"))?
            } else {
                return Ok(());
            };
            self.at += length;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn error(&self, message: &'static str) -> JsonError {
        JsonError { span: self.at..self.at, message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> &'static str {
        parse(text).unwrap_err().message
    }

    #[test]
    fn comments_and_trailing_commas_are_read() {
        let text = "// of the project\n{ \"$schema\": \"x\", \"api\": { \"port\": 1, /* two */ \"schemas\": [\"a\\u0062\",], }, \"off\": null }\n";
        let table = parse(text).unwrap().into_inner();
        let names: Vec<&str> = table.keys().map(|name| name.get_ref().as_ref()).collect();
        assert_eq!(names, ["api"]);
        let DeValue::Table(api) = table.get("api").unwrap().get_ref() else { panic!() };
        let schemas = api.get("schemas").unwrap();
        assert_eq!(&text[schemas.span()], "[\"a\\u0062\",]");
        let DeValue::Array(schemas) = schemas.get_ref() else { panic!() };
        assert_eq!(schemas[0].get_ref().as_str(), Some("ab"));
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, expected) in [
            ("", "expected a JSON object"),
            ("{} 1", "expected the end of the file"),
            ("{\"a\" 1}", "expected `:`"),
            ("{\"a\": 1 \"b\": 2}", "expected `,` or the end"),
            ("{\"a\": tru}", "expected a value"),
            ("{\"a\": 0x10}", "expected a value"),
            ("{\"a\": 1, \"a\": 2}", "the key is there twice"),
            ("{\"a", "the text has no closing quote"),
            ("{\"a\\", "the text has no closing quote"),
            ("{/*", "the comment has no end"),
            ("{a: 1}", "expected a text in double quotes"),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
        assert_eq!(message(&"{\"a\":".repeat(100)), "the value is nested too deep");
    }
}
