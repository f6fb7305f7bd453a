//! The format of `.env` files: `NAME=value`, one a line. A value may have single quotes (taken as it is) or double quotes
//! (with `\n` and the like), both over several lines. Unquoted and double-quoted values refer to earlier variables of
//! the file by `$NAME` and `${NAME}`.

use std::collections::HashMap;

/// A line that cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub struct DotenvError {
    pub line: usize,
    /// What was expected. It never contains a value.
    pub message: &'static str,
}

/// Names and values in the order of the file.
pub fn parse(text: &str) -> Result<Vec<(String, String)>, DotenvError> {
    let mut parser = Parser { rest: text.trim_start_matches('\u{feff}'), line: 1 };
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut known = HashMap::new();
    while parser.skip_to_assignment() {
        let (name, value) = parser.assignment(&known)?;
        known.insert(name.clone(), value.clone());
        pairs.push((name, value));
    }
    Ok(pairs)
}

struct Parser<'a> {
    rest: &'a str,
    line: usize,
}

impl Parser<'_> {
    /// Skips blank lines and comments. Returns whether something is left.
    fn skip_to_assignment(&mut self) -> bool {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.advance(blank);
            if !self.rest.starts_with('#') {
                return !self.rest.is_empty();
            }
            self.advance(line_length(self.rest));
        }
    }

    fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }

    fn error<T>(&self, message: &'static str) -> Result<T, DotenvError> {
        Err(DotenvError { line: self.line, message })
    }

    fn assignment(&mut self, known: &HashMap<String, String>) -> Result<(String, String), DotenvError> {
        let line = &self.rest[..line_length(self.rest)];
        let Some(end) = line.find(['=', ':']) else { return self.error("expected NAME=value") };
        let name = line[..end].trim();
        let name = name.strip_prefix("export ").unwrap_or(name).trim().to_owned();
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-');
        if name.is_empty() || !name.chars().all(is_name) {
            return self.error("expected a name of letters, digits and `_` before `=`");
        }
        self.advance(end + 1);
        let blank = self.rest.len() - self.rest.trim_start_matches([' ', '\t']).len();
        self.advance(blank);
        let value = match self.rest.chars().next() {
            Some('\'') => self.quoted('\'')?,
            Some('"') => expand(&self.quoted('"')?, known, true),
            _ => expand(self.unquoted(), known, false),
        };
        Ok((name, value))
    }

    /// The text between two quotation marks. What follows on the line is ignored, as a comment is.
    fn quoted(&mut self, quote: char) -> Result<String, DotenvError> {
        let text = &self.rest[1..];
        let mut is_escaped = false;
        let end = text.find(|letter| {
            let ends = letter == quote && !is_escaped;
            is_escaped = quote == '"' && letter == '\\' && !is_escaped;
            ends
        });
        let Some(end) = end else { return self.error("expected a closing quotation mark") };
        let value = text[..end].to_owned();
        self.advance(end + 2);
        self.advance(line_length(self.rest));
        Ok(value)
    }

    /// The rest of the line, up to a comment.
    fn unquoted(&mut self) -> &str {
        let line = &self.rest[..line_length(self.rest)];
        let end = line.match_indices('#').map(|(place, _)| place);
        let comment = end.into_iter().find(|place| *place == 0 || line[..*place].ends_with([' ', '\t']));
        let length = line.len();
        let value = line[..comment.unwrap_or(length)].trim();
        self.rest = &self.rest[length..];
        value
    }
}

/// The bytes up to the end of the line.
fn line_length(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// Replaces references to variables, and in a quoted value escapes.
fn expand(text: &str, known: &HashMap<String, String>, has_escapes: bool) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            '\\' if has_escapes => {
                let Some(escaped) = rest.chars().next() else { break };
                rest = &rest[escaped.len_utf8()..];
                match escaped {
                    'n' => expanded.push('\n'),
                    'r' => expanded.push('\r'),
                    't' => expanded.push('\t'),
                    other => expanded.push(other),
                }
            }
            '$' => {
                let (name, after) = reference(rest);
                match name {
                    Some(name) => expanded += known.get(name).map_or("", String::as_str),
                    None => expanded.push('$'),
                }
                rest = after;
            }
            other => expanded.push(other),
        }
    }
    expanded
}

/// The name at the start of `text`, plain or in braces, and the text after it.
fn reference(text: &str) -> (Option<&str>, &str) {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    if let Some((name, after)) = text.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
        return (Some(name), after);
    }
    let end = text.find(|letter| !is_name(letter)).unwrap_or(text.len());
    let starts = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if starts { (Some(&text[..end]), &text[end..]) } else { (None, text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<(String, String)> {
        parse(text).unwrap()
    }

    fn value(text: &str) -> String {
        parsed(text).pop().unwrap().1
    }

    #[test]
    fn reads_lines_with_comments_and_blanks() {
        let text = "# keys\n\nexport A=1\r\n  B = two words # comment\nC: yaml\nD=\nE=a#b\n";
        let pairs = parsed(text);
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("A", "1"), ("B", "two words"), ("C", "yaml"), ("D", ""), ("E", "a#b")]);
        assert!(parsed("").is_empty() && parsed("# only a comment").is_empty());
    }

    #[test]
    fn quotes_keep_blanks_and_lines() {
        assert_eq!(value("A=' a # b $X '"), " a # b $X ");
        assert_eq!(value(r#"A="a\nb \"c\" \\" # comment"#), "a\nb \"c\" \\");
        assert_eq!(value("A=\"-----BEGIN\nkey\n-----END\"\n"), "-----BEGIN\nkey\n-----END");
        assert_eq!(value("A='1\n2'\nB=3"), "3");
    }

    #[test]
    fn values_refer_to_earlier_ones() {
        assert_eq!(value("HOST=db\nURL=postgres://$HOST/${HOST}_1"), "postgres://db/db_1");
        assert_eq!(value("A=\"costs $5 and ${NOTHING}.\""), "costs $5 and .");
    }

    #[test]
    fn an_error_names_its_line_and_no_value() {
        let error = parse("A=1\n\nhunter2\n").unwrap_err();
        assert_eq!(error, DotenvError { line: 3, message: "expected NAME=value" });
        assert_eq!(parse("A=1\nB=\"open\n").unwrap_err().line, 2);
        assert_eq!(parse("A B=1\n").unwrap_err().line, 1);
    }
}
