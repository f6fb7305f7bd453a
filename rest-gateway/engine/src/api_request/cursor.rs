//! Reads a text from left to right and says where and why it stopped, in the words of PostgREST's parser.

use crate::error::Error;

pub(super) struct Cursor<'a> {
    text: &'a str,
    position: usize,
}

/// Where a text could not be read on: the position in it and what would have been understood.
#[derive(Debug)]
pub(super) struct Unexpected {
    column: usize,
    details: String,
}

pub(super) type Parsed<T> = Result<T, Unexpected>;

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, position: 0 }
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn is_at_end(&self) -> bool {
        self.position == self.text.len()
    }

    pub fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.position += next.len_utf8();
        Some(next)
    }

    pub fn take_str(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.position += wanted.len();
        }
        found
    }

    pub fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !accepts(c)).unwrap_or(rest.len());
        self.position += end;
        &rest[..end]
    }

    pub fn take_rest(&mut self) -> &'a str {
        self.take_while(|_| true)
    }

    pub fn skip_blanks(&mut self) {
        self.take_while(|c| c == ' ' || c == '\t');
    }

    pub fn expect(&mut self, wanted: &str, expecting: &str) -> Parsed<()> {
        if self.take_str(wanted) { Ok(()) } else { Err(self.unexpected(expecting)) }
    }

    pub fn expect_end(&self, expecting: &str) -> Parsed<()> {
        if self.is_at_end() { Ok(()) } else { Err(self.unexpected(expecting)) }
    }

    /// Reads with `read`; when that fails, stands where it stood before.
    pub fn attempt<T>(&mut self, read: impl FnOnce(&mut Cursor<'a>) -> Parsed<T>) -> Option<T> {
        let before = self.position;
        let outcome = read(self).ok();
        if outcome.is_none() {
            self.position = before;
        }
        outcome
    }

    pub fn unexpected(&self, expecting: &str) -> Unexpected {
        let found = match self.peek() {
            Some(next) => format!("\"{next}\""),
            None => "end of input".to_owned(),
        };
        self.failure(format!("unexpected {found} expecting {expecting}"))
    }

    pub fn failure(&self, details: String) -> Unexpected {
        Unexpected { column: self.text[..self.position].chars().count() + 1, details }
    }
}

impl Unexpected {
    /// `what` names the parameter, e.g. `select parameter`; `text` is what was read.
    pub fn into_error(self, what: &str, text: &str) -> Error {
        let shown: String = text.chars().take(500).collect();
        Error::QueryString {
            message: format!("\"failed to parse {what} ({shown})\" (line 1, column {})", self.column),
            details: self.details,
        }
    }
}
