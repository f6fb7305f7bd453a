//! Reads keywords and names at the beginning of a statement.

/// A name, with its schema if it has one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// Empty if the statement has none.
    pub schema: String,
    pub name: String,
}

impl std::fmt::Display for Name {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.schema.as_str() {
            "" => formatter.write_str(&self.name),
            schema => write!(formatter, "{schema}.{}", self.name),
        }
    }
}

/// The unread part of a statement.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub fn new(statement: &'a str) -> Words<'a> {
        Words { rest: statement.trim_start() }
    }

    /// The unread text.
    pub fn rest(self) -> &'a str {
        self.rest
    }

    /// Reads these keywords, or nothing unless all of them follow.
    pub fn accept(&mut self, keywords: &str) -> bool {
        let mut ahead = *self;
        for keyword in keywords.split(' ') {
            let (word, rest) = ahead.split_word();
            if !word.eq_ignore_ascii_case(keyword) {
                return false;
            }
            ahead.rest = rest.trim_start();
        }
        *self = ahead;
        true
    }

    /// Reads the first of these keywords that follows.
    pub fn accept_one(&mut self, keywords: &[&'static str]) -> Option<&'static str> {
        keywords.iter().find(|keyword| self.accept(keyword)).copied()
    }

    /// Reads a name with or without quotes and schema. For a name of three parts, such as a column's, returns the first
    /// two.
    pub fn name(&mut self) -> Option<Name> {
        let mut parts = vec![self.identifier()?];
        while let Some(rest) = self.rest.strip_prefix('.') {
            self.rest = rest;
            parts.push(self.identifier()?);
        }
        self.rest = self.rest.trim_start();
        parts.truncate(2);
        let name = parts.pop()?;
        Some(Name { schema: parts.pop().unwrap_or_default(), name })
    }

    /// Reads a name without a schema, and the blanks after it.
    pub fn simple_name(&mut self) -> Option<String> {
        let name = self.identifier()?;
        self.rest = self.rest.trim_start();
        Some(name)
    }

    fn identifier(&mut self) -> Option<String> {
        if !self.rest.starts_with('"') {
            let (word, rest) = self.split_word();
            self.rest = rest;
            return Some(word.to_lowercase()).filter(|word| !word.is_empty());
        }
        let mut name = String::new();
        let mut letters = self.rest.char_indices().skip(1).peekable();
        while let Some((place, letter)) = letters.next() {
            if letter == '"' && letters.next_if(|(_, next)| *next == '"').is_none() {
                self.rest = &self.rest[place + 1..];
                return Some(name);
            }
            name.push(letter);
        }
        None
    }

    /// Reads names in parentheses, such as a list of columns.
    pub fn names_in_parentheses(&mut self) -> Option<Vec<String>> {
        let mut ahead = Words { rest: self.rest.strip_prefix('(')?.trim_start() };
        let mut names = Vec::new();
        loop {
            names.push(ahead.simple_name()?);
            if let Some(rest) = ahead.rest.strip_prefix(',') {
                ahead.rest = rest.trim_start();
            } else {
                self.rest = ahead.rest.strip_prefix(')')?.trim_start();
                return Some(names);
            }
        }
    }

    /// Skips to the end of the next occurrence of keywords outside of quotes, such as the `ON` of a trigger.
    pub fn skip_to(&mut self, keywords: &str) -> bool {
        let mut ahead = *self;
        while !ahead.rest.is_empty() {
            if ahead.accept(keywords) {
                *self = ahead;
                return true;
            }
            ahead.skip_token();
        }
        false
    }

    fn skip_token(&mut self) {
        let rest = self.rest;
        let length = match rest.as_bytes() {
            [quote @ (b'"' | b'\''), ..] => {
                let quote = char::from(*quote);
                rest[1..].find(quote).map_or(rest.len(), |end| end + 2)
            }
            _ => match self.split_word().0.len() {
                0 => rest.chars().next().map_or(0, char::len_utf8),
                length => length,
            },
        };
        self.rest = rest[length..].trim_start();
    }

    fn split_word(&self) -> (&'a str, &'a str) {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
        self.rest.split_at(self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len()))
    }
}

/// A name in quotes, for a statement.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_with_and_without_quotes() {
        for (text, schema, name, rest) in [
            (r#""auth"."users" ("id")"#, "auth", "users", r#"("id")"#),
            (r#"Auth.Users (id)"#, "auth", "users", "(id)"),
            (r#""a""b.c" to"#, "", r#"a"b.c"#, "to"),
            (r#""a"."b"."c" is"#, "a", "b", "is"),
        ] {
            let mut words = Words::new(text);
            let expected = Name { schema: schema.to_owned(), name: name.to_owned() };
            assert_eq!((words.name(), words.rest()), (Some(expected), rest), "{text}");
        }
        assert_eq!(Words::new("\"open").name(), None);
    }

    #[test]
    fn keywords_are_read_all_or_none() {
        let mut words = Words::new("CREATE OR  REPLACE\nFUNCTION f");
        assert!(words.accept("create") && !words.accept("or function") && words.accept("or replace"));
        assert_eq!(words.accept_one(&["table", "function"]), Some("function"));
        let mut trigger = Words::new(r#""a on b" AFTER INSERT ON "auth"."users" FOR EACH ROW"#);
        assert!(trigger.skip_to("on"));
        assert_eq!(trigger.name().unwrap().to_string(), "auth.users");
    }

    #[test]
    fn columns_are_names_in_parentheses() {
        let mut words = Words::new(r#"("id", "a,b", c) FROM stdin"#);
        assert_eq!(words.names_in_parentheses().unwrap(), ["id", "a,b", "c"]);
        assert!(words.accept("from stdin"));
        assert_eq!(Words::new("(select 1)").names_in_parentheses(), None);
    }
}
