//! Reads `CREATE`, `DROP`, `ALTER` and `COMMENT ON EXTENSION`.

use crate::split::code_offset;
use std::iter::Peekable;

/// A statement about extensions.
#[derive(Debug, PartialEq, Eq)]
pub enum ExtensionStatement {
    Create {
        name: String,
        schema: Option<String>,
    },
    Drop {
        names: Vec<String>,
        if_exists: bool,
        /// `cascade`, `restrict` or empty.
        rest: &'static str,
    },
    /// `ALTER` or `COMMENT ON`.
    Other {
        name: String,
    },
}

impl ExtensionStatement {
    pub fn parse(statement: &str) -> Option<ExtensionStatement> {
        let mut tokens = Tokens { rest: statement }.peekable();
        let verb = tokens.next()?;
        if verb.is("comment") {
            tokens.next_if(|token| token.is("on"))?;
        }
        tokens.next_if(|token| token.is("extension"))?;
        if verb.is("create") {
            skip_condition(&mut tokens, &["if", "not", "exists"]);
            let name = tokens.next()?.name()?;
            let schema = tokens.find(|token| token.is("schema")).and_then(|_| tokens.next()?.name());
            Some(ExtensionStatement::Create { name, schema })
        } else if verb.is("drop") {
            let if_exists = skip_condition(&mut tokens, &["if", "exists"]);
            let mut names = vec![tokens.next()?.name()?];
            while tokens.next_if(|token| *token == Token::Other(',')).is_some() {
                names.push(tokens.next()?.name()?);
            }
            let rest =
                ["cascade", "restrict"].into_iter().find(|word| tokens.peek().is_some_and(|it| it.is(word)));
            Some(ExtensionStatement::Drop { names, if_exists, rest: rest.unwrap_or_default() })
        } else if verb.is("alter") || verb.is("comment") {
            Some(ExtensionStatement::Other { name: tokens.next()?.name()? })
        } else {
            None
        }
    }
}

/// Skips these words if they are next. Returns whether they were.
fn skip_condition(tokens: &mut Peekable<Tokens<'_>>, words: &[&str]) -> bool {
    words.iter().all(|word| tokens.next_if(|token| token.is(word)).is_some())
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    /// In lower case.
    Word(String),
    Quoted(String),
    Other(char),
}

impl Token {
    fn is(&self, word: &str) -> bool {
        matches!(self, Token::Word(found) if found == word)
    }

    fn name(self) -> Option<String> {
        match self {
            Token::Word(name) | Token::Quoted(name) => Some(name),
            Token::Other(_) => None,
        }
    }
}

struct Tokens<'a> {
    rest: &'a str,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.rest = &self.rest[code_offset(self.rest)..];
        let first = self.rest.chars().next()?;
        if first == '"' {
            let (name, length) = quoted_name(self.rest);
            self.rest = &self.rest[length..];
            return Some(Token::Quoted(name));
        }
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        let length = self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length.max(first.len_utf8()));
        self.rest = rest;
        Some(if length == 0 { Token::Other(first) } else { Token::Word(word.to_lowercase()) })
    }
}

/// The name between quotes at the beginning, and the length with them.
fn quoted_name(text: &str) -> (String, usize) {
    let mut name = String::new();
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((place, letter)) = letters.next() {
        if letter != '"' {
            name.push(letter);
        } else if letters.next_if(|(_, next)| *next == '"').is_some() {
            name.push('"');
        } else {
            return (name, place + 1);
        }
    }
    (name, text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        let create = |name: &str, schema: Option<&str>| {
            Some(ExtensionStatement::Create { name: name.to_owned(), schema: schema.map(str::to_owned) })
        };
        let parse = ExtensionStatement::parse;
        assert_eq!(parse("create extension pg_net"), create("pg_net", None));
        let long = "-- why\nCREATE EXTENSION IF NOT EXISTS \"uuid-ossp\" /* here */ WITH SCHEMA \"Odd\"\"\" VERSION '1'";
        assert_eq!(parse(long), create("uuid-ossp", Some("Odd\"")));
        assert_eq!(
            parse("create extension PG_NET schema extensions cascade"),
            create("pg_net", Some("extensions"))
        );
        let names = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(
            parse("drop extension if exists a, \"b\" cascade"),
            Some(ExtensionStatement::Drop { names, if_exists: true, rest: "cascade" })
        );
        let other = Some(ExtensionStatement::Other { name: "a".to_owned() });
        assert_eq!(parse("comment on extension a is 'x'"), other);
        assert_eq!(parse("alter extension a update"), other);
        for unrelated in
            ["create table extension ()", "select 1", "", "comment on table a is 'x'", "(select 1)"]
        {
            assert_eq!(parse(unrelated), None, "{unrelated}");
        }
    }
}
