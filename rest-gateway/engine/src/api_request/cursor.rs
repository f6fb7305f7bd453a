//! A small parser over a string, read from left to right. A failure reports the unexpected character and what was
//! expected, in PostgREST's words. PostgREST parses with Parsec, which reports the failure furthest to the right.

use super::expected::{Expected, ExpectedSet};
use crate::error::Error;

/// Maximum number of a parameter's characters that an error message quotes.
const MAX_SHOWN: usize = 500;

pub(super) struct Cursor<'a> {
    text: &'a str,
    position: usize,
    failure: Failure,
}

/// Parsing failed. The position and the reason are in the cursor.
#[derive(Debug)]
pub(super) struct Stopped;

pub(super) type Parsed<T> = Result<T, Stopped>;

/// The failure to report, reset whenever input is consumed.
#[derive(Clone, Copy, Default)]
struct Failure {
    at: usize,
    found: Found,
    expected: ExpectedSet,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Found {
    #[default]
    Nothing,
    /// The character that did not match; `None` at the end of the text.
    Next(Option<char>),
    /// A character that must not follow.
    Trailing(char),
    /// A limit of this server was exceeded.
    OverLimit(&'static str),
}

impl Failure {
    /// The failure further to the right. Failures at the same position are combined.
    fn merge(self, later: Failure) -> Failure {
        let is_final = |failure: &Failure| matches!(failure.found, Found::OverLimit(_));
        if later.found == Found::Nothing || is_final(&self) {
            self
        } else if self.found == Found::Nothing || is_final(&later) || later.at > self.at {
            later
        } else if later.at < self.at {
            self
        } else {
            let found = if matches!(later.found, Found::Trailing(_)) { later.found } else { self.found };
            Failure { at: self.at, found, expected: self.expected.and(later.expected) }
        }
    }
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, position: 0, failure: Failure::default() }
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The offset in bytes. Compared with a later one, it shows whether input was consumed.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Consumes this literal.
    pub fn string(&mut self, literal: &str, expected: Expected) -> Parsed<()> {
        let mut rest = self.rest().chars();
        let mut matched = 0;
        for wanted_char in literal.chars() {
            let next = rest.next();
            if next != Some(wanted_char) {
                let failure =
                    Failure { at: self.position, found: Found::Next(next), expected: expected.into() };
                // A partial match consumes input, which resets earlier failures.
                self.failure = if matched == 0 { self.failure.merge(failure) } else { failure };
                self.position += matched;
                return Err(Stopped);
            }
            matched += wanted_char.len_utf8();
        }
        self.advance(matched);
        Ok(())
    }

    /// Consumes this literal if it follows. Returns whether it did.
    pub fn take(&mut self, literal: &str, expected: Expected) -> bool {
        self.attempt(|cursor| cursor.string(literal, expected)).is_some()
    }

    /// Consumes one accepted character.
    pub fn one(&mut self, accepts: impl Fn(char) -> bool, expected: impl Into<ExpectedSet>) -> Parsed<char> {
        match self.peek() {
            Some(next) if accepts(next) => {
                self.advance(next.len_utf8());
                Ok(next)
            }
            next => {
                self.record(self.position, Found::Next(next), expected.into());
                Err(Stopped)
            }
        }
    }

    /// Consumes all accepted characters that follow, possibly none.
    pub fn many(&mut self, accepts: impl Fn(char) -> bool, expected: impl Into<ExpectedSet>) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !accepts(c)).unwrap_or(rest.len());
        if end > 0 {
            self.advance(end);
        }
        self.record(self.position, Found::Next(self.peek()), expected.into());
        &rest[..end]
    }

    pub fn many1(
        &mut self,
        accepts: impl Fn(char) -> bool,
        expected: impl Into<ExpectedSet>,
    ) -> Parsed<&'a str> {
        let many = self.many(accepts, expected);
        if many.is_empty() { Err(Stopped) } else { Ok(many) }
    }

    pub fn blanks(&mut self) {
        self.many(|c| c == ' ' || c == '\t', ExpectedSet::default());
    }

    /// Whether this literal follows. Consumes nothing.
    pub fn next_is(&mut self, literal: &str, expected: Expected) -> bool {
        let here = (self.position, self.failure);
        let found = self.string(literal, expected).is_ok();
        self.position = here.0;
        if found {
            self.failure = here.1;
        }
        found
    }

    pub fn is_at_end(&mut self) -> bool {
        let next = self.peek();
        // Recorded even at the end, so that a later failure there also lists "end of input".
        self.record(self.position, next.map_or(Found::Next(None), Found::Trailing), Expected::End.into());
        next.is_none()
    }

    /// Runs `read` and rewinds when it fails.
    pub fn attempt<T>(&mut self, read: impl FnOnce(&mut Cursor<'a>) -> Parsed<T>) -> Option<T> {
        let (position, failure) = (self.position, self.failure);
        let outcome = read(self).ok();
        if outcome.is_none() {
            self.position = position;
            self.failure = failure.merge(self.failure);
        }
        outcome
    }

    /// Runs `read`. If that consumes nothing, its failure reports `expected` instead of its parts: Parsec's `<?>`.
    pub fn named<T>(
        &mut self,
        expected: Expected,
        read: impl FnOnce(&mut Cursor<'a>) -> Parsed<T>,
    ) -> Parsed<T> {
        let position = self.position;
        let before = std::mem::take(&mut self.failure);
        let outcome = read(self);
        if self.position == position {
            if !matches!(self.failure.found, Found::Nothing) {
                self.failure.expected = expected.into();
            }
            self.failure = before.merge(self.failure);
        }
        outcome
    }

    /// Fails because of a character that must not follow.
    pub fn unexpected(&mut self, found: char) -> Stopped {
        self.record(self.position + found.len_utf8(), Found::Trailing(found), ExpectedSet::default());
        Stopped
    }

    /// Fails because a limit of this server is exceeded.
    pub fn reject(&mut self, why: &'static str) -> Stopped {
        self.record(self.position, Found::OverLimit(why), ExpectedSet::default());
        Stopped
    }

    fn advance(&mut self, bytes: usize) {
        self.position += bytes;
        self.failure = Failure::default();
    }

    fn record(&mut self, at: usize, found: Found, expected: ExpectedSet) {
        self.failure = self.failure.merge(Failure { at, found, expected });
    }

    /// The error to report. `what` names the parameter, e.g. `select parameter`; `value` is the text that the client
    /// sent.
    pub fn error(&self, what: &str, value: &str) -> Error {
        let shown: String = value.chars().take(MAX_SHOWN).collect();
        let (line, column) = self.line_and_column();
        let found = match self.failure.found {
            Found::OverLimit(why) => {
                return Error::QueryString {
                    message: format!("\"failed to parse {what} ({shown})\" (line {line}, column {column})"),
                    details: why.to_owned(),
                };
            }
            Found::Nothing => "unknown parse error".to_owned(),
            Found::Next(None) => "unexpected end of input".to_owned(),
            Found::Next(Some(next)) => format!("unexpected \"{}\"", escaped(next, '"')),
            Found::Trailing(next) => format!("unexpected '{}'", escaped(next, '\'')),
        };
        Error::QueryString {
            message: format!("\"failed to parse {what} ({shown})\" (line {line}, column {column})"),
            details: format!("{found}{}", self.failure.expected),
        }
    }

    /// Counted as Parsec counts: from 1, with tab stops every 8 columns.
    fn line_and_column(&self) -> (usize, usize) {
        let before = self.text.get(..self.failure.at).unwrap_or(self.text);
        before.chars().fold((1, 1), |(line, column), c| match c {
            '\n' => (line + 1, 1),
            '\t' => (line, column + 8 - (column - 1) % 8),
            _ => (line, column + 1),
        })
    }
}

/// Escapes a character as Haskell's `show` does between these quotes.
fn escaped(c: char, quote: char) -> String {
    match c {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        '\\' => "\\\\".to_owned(),
        c if c == quote => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        c => format!("\\{}", u32::from(c)),
    }
}
