//! Finds the end of a statement in SQL that arrives in pieces: the `;` outside of quotes, comments, parentheses and the
//! bodies of `BEGIN ATOMIC … END`.

/// The state of the search within one statement.
#[derive(Debug, Default)]
pub struct StatementEnd {
    /// What the last piece ended in.
    open: Option<Token>,
    parentheses: usize,
    /// Open blocks of an SQL body: `BEGIN ATOMIC`, and `CASE` within.
    blocks: usize,
    follows_begin: bool,
    has_code: bool,
}

/// A token that may span lines.
#[derive(Debug)]
enum Token {
    Text {
        has_backslashes: bool,
    },
    Name,
    /// With its delimiter.
    Dollar(Vec<u8>),
    /// With the number of comments around the position.
    Comment(usize),
}

/// What is at a position outside of such tokens.
enum Found {
    End,
    /// As many bytes that do not end the statement.
    Bytes(usize),
}

impl StatementEnd {
    /// Goes through a piece that consists of whole lines, or is the last one. Returns the offset behind the semicolon
    /// that ends the statement.
    pub fn find(&mut self, piece: &[u8]) -> Option<usize> {
        let mut position = 0;
        while let Some(rest) = piece.get(position..).filter(|rest| !rest.is_empty()) {
            if let Some(token) = &mut self.open {
                let (length, ended) = token.skip(rest);
                if ended {
                    self.open = None;
                }
                position += length;
                continue;
            }
            match self.step(rest) {
                Found::End => return Some(position + 1),
                Found::Bytes(length) => position += length,
            }
        }
        None
    }

    /// Whether there was anything but blanks and comments.
    pub fn has_code(&self) -> bool {
        self.has_code
    }

    /// Whether the last piece ended within a text, a name or a comment.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    fn step(&mut self, rest: &[u8]) -> Found {
        match rest {
            [blank, ..] if blank.is_ascii_whitespace() => return Found::Bytes(1),
            [b'-', b'-', ..] => return Found::Bytes(line_length(rest)),
            [b'/', b'*', ..] => {
                self.open = Some(Token::Comment(1));
                return Found::Bytes(2);
            }
            [b';', ..] if self.parentheses == 0 && self.blocks == 0 => return Found::End,
            _ => self.has_code = true,
        }
        let word = word_length(rest);
        let (token, length) = match rest {
            [b'\'', ..] => (Some(Token::Text { has_backslashes: false }), 1),
            [b'"', ..] => (Some(Token::Name), 1),
            [b'e' | b'E', b'\'', ..] => (Some(Token::Text { has_backslashes: true }), 2),
            [b'$', ..] => match dollar_delimiter(rest) {
                Some(delimiter) => (Some(Token::Dollar(delimiter.to_vec())), delimiter.len()),
                None => (None, 1),
            },
            _ => (None, word.max(1)),
        };
        self.open = token;
        self.count(&rest[..length], word > 0);
        Found::Bytes(length)
    }

    /// Keeps track of what may contain semicolons.
    fn count(&mut self, token: &[u8], is_word: bool) {
        let is = |keyword: &str| is_word && token.eq_ignore_ascii_case(keyword.as_bytes());
        let follows_begin = std::mem::replace(&mut self.follows_begin, is("begin"));
        match token {
            b"(" => self.parentheses += 1,
            b")" => self.parentheses = self.parentheses.saturating_sub(1),
            _ if follows_begin && is("atomic") || self.blocks > 0 && is("case") => self.blocks += 1,
            _ if self.blocks > 0 && is("end") => self.blocks -= 1,
            _ => {}
        }
    }
}

impl Token {
    /// The number of bytes that belong to the token, and whether it ends there.
    fn skip(&mut self, rest: &[u8]) -> (usize, bool) {
        match self {
            Token::Text { has_backslashes } => quoted_length(rest, b'\'', *has_backslashes),
            Token::Name => quoted_length(rest, b'"', false),
            Token::Dollar(delimiter) => {
                let end = rest.windows(delimiter.len()).position(|window| window == delimiter.as_slice());
                end.map_or((rest.len(), false), |end| (end + delimiter.len(), true))
            }
            Token::Comment(depth) => comment_length(rest, depth),
        }
    }
}

/// A doubled quote, and one after a backslash, do not end a text.
fn quoted_length(rest: &[u8], quote: u8, has_backslashes: bool) -> (usize, bool) {
    let mut position = 0;
    while let Some(&byte) = rest.get(position) {
        position += match byte {
            b'\\' if has_backslashes => 2,
            byte if byte != quote => 1,
            _ if rest.get(position + 1) == Some(&quote) => 2,
            _ => return (position + 1, true),
        };
    }
    (rest.len(), false)
}

/// The length up to the end of a comment, and whether it ends. Comments may contain others.
pub(crate) fn comment_length(rest: &[u8], depth: &mut usize) -> (usize, bool) {
    let mut position = 0;
    while position < rest.len() {
        match &rest[position..] {
            [b'/', b'*', ..] => {
                *depth += 1;
                position += 2;
            }
            [b'*', b'/', ..] => {
                *depth -= 1;
                position += 2;
                if *depth == 0 {
                    return (position, true);
                }
            }
            _ => position += 1,
        }
    }
    (rest.len(), false)
}

fn line_length(rest: &[u8]) -> usize {
    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
}

/// The length of the identifier, keyword or number at the position; 0 if there is none.
fn word_length(rest: &[u8]) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii();
    if rest.first() == Some(&b'$') {
        return 0;
    }
    rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len())
}

/// `$tag$`; `None` if this is a parameter such as `$1`.
fn dollar_delimiter(rest: &[u8]) -> Option<&[u8]> {
    let is_tag = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    let tag = &rest[1..];
    let end = tag.iter().position(|byte| !is_tag(byte))?;
    let starts_with_digit = tag.first().is_some_and(u8::is_ascii_digit);
    (tag[end] == b'$' && !starts_with_digit).then(|| &rest[..end + 2])
}

#[cfg(test)]
mod tests {
    use super::StatementEnd;

    /// Line by line, the end is found where it is found at once.
    #[test]
    fn the_end_is_found_across_lines() {
        for sql in [
            "select 'a;\nb''c;\n';",
            "select E'a\\';\n''\\\\;\n';",
            "do $x$\nbegin; $$;$$ $y$\n;$x$;",
            "/* a;\n/* b; */\nc; */ select \"x;\ny\";",
            "create function f() returns int begin\natomic select case when true then 1 else 2 end;\nend;",
            "create rule r as on insert to t do also (delete from a;\ndelete from b);",
        ] {
            let whole = StatementEnd::default().find(sql.as_bytes());
            assert_eq!(whole, Some(sql.len()), "{sql}");
            let mut end = StatementEnd::default();
            let lines: Vec<&str> = sql.split_inclusive('\n').collect();
            let found: Vec<_> = lines.iter().map(|line| end.find(line.as_bytes())).collect();
            let last = lines.len() - 1;
            assert_eq!(found[last], Some(lines[last].len()), "{sql}");
            assert!(found[..last].iter().all(Option::is_none), "{sql}");
        }
    }

    #[test]
    fn comments_are_no_code() {
        let mut end = StatementEnd::default();
        assert_eq!((end.find(b"-- a;\n/* b;\n"), end.has_code()), (None, false));
        assert_eq!((end.find(b"*/ x"), end.has_code()), (None, true));
    }
}
