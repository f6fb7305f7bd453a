//! Splits SQL into statements, as Supabase's command line does: at each `;` outside of quotes, comments, parentheses and
//! the bodies of `BEGIN ATOMIC … END`. Comments stay with the statement that follows.

use crate::statement_end::{StatementEnd, comment_length};

/// A statement of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement<'a> {
    /// Without the semicolon and the blanks around.
    pub text: &'a str,
    /// Where it begins in the file, in bytes.
    pub offset: usize,
}

/// The statements of a file. A piece that contains only comments is left out.
pub fn split(sql: &str) -> Vec<Statement<'_>> {
    let mut start = 0;
    let mut statements = Vec::new();
    while start < sql.len() {
        let mut end = StatementEnd::default();
        let rest = &sql[start..];
        let (piece, length) = match end.find(rest.as_bytes()) {
            Some(length) => (&rest[..length - 1], length),
            None => (rest, rest.len()),
        };
        if end.has_code() {
            let offset = start + (piece.len() - piece.trim_start().len());
            statements.push(Statement { text: piece.trim(), offset });
        }
        start += length;
    }
    statements
}

/// The words with which a statement begins, in lower case, without its comments.
pub fn first_words(statement: &str, count: usize) -> Vec<String> {
    let mut scanner = Scanner { sql: statement, position: 0 };
    let mut words = Vec::new();
    while words.len() < count && scanner.position < statement.len() {
        if scanner.skip_blank_or_comment() {
            continue;
        }
        match scanner.word() {
            "" => break,
            word => words.push(word.to_ascii_lowercase()),
        }
        scanner.position += scanner.word().len();
    }
    words
}

/// Where the code of a statement begins, after its comments.
pub fn code_offset(statement: &str) -> usize {
    let mut scanner = Scanner { sql: statement, position: 0 };
    while scanner.skip_blank_or_comment() {}
    scanner.position
}

struct Scanner<'a> {
    sql: &'a str,
    position: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.sql[self.position..]
    }

    fn skip(&mut self, bytes: usize) {
        self.position += bytes;
    }

    /// The identifier or number at the position, if there is one.
    fn word(&self) -> &'a str {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        let rest = self.rest();
        if rest.starts_with('$') {
            return "";
        }
        &rest[..rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())]
    }

    fn skip_blank_or_comment(&mut self) -> bool {
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            self.skip(blank);
        } else if rest.starts_with("--") {
            self.skip(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.skip(2 + comment_length(&rest.as_bytes()[2..], &mut 1).0);
        } else {
            return false;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(sql: &str) -> Vec<&str> {
        split(sql).into_iter().map(|statement| statement.text).collect()
    }

    #[test]
    fn statements_end_at_semicolons() {
        assert_eq!(texts("select 1; select 2 ;\n\nselect 3"), ["select 1", "select 2", "select 3"]);
        assert!(texts("").is_empty() && texts(" ;; -- nothing\n; /* at all */").is_empty());
        let statements = split("-- first\nselect 1;\n  select 2;");
        assert_eq!((statements[0].text, statements[0].offset), ("-- first\nselect 1", 0));
        assert_eq!((statements[1].text, statements[1].offset), ("select 2", 21));
    }

    #[test]
    fn quoted_semicolons_are_part_of_a_statement() {
        for sql in [
            "select ';'",
            "select 'it''s; fine'",
            "select \"a;b\" from \"c\"\"d;\"",
            r"select E'\';', 1",
            "do $$ begin null; end $$",
            "do $a_1$ select $$;$$; $a_1$",
            "select 1 -- not; here\n, 2",
            "select 1 /* not; /* even; */ here; */",
            "create rule r as on insert to t do also (insert into a values (1); insert into b values (2))",
        ] {
            assert_eq!(texts(&format!("{sql};select 2")), [sql, "select 2"], "{sql}");
        }
    }

    #[test]
    fn a_backslash_is_plain_outside_of_escape_texts() {
        assert_eq!(texts(r"select '\'; select 2"), [r"select '\'", "select 2"]);
        assert_eq!(texts("select $1; select a$b from c"), ["select $1", "select a$b from c"]);
        assert_eq!(texts("select name'; x' from t; select 2").len(), 2, "a type before a text");
    }

    #[test]
    fn an_sql_body_is_one_statement() {
        let body = "create function f(x int) returns text begin atomic\n\
                    select case when x > 0 then 'a' else 'b' end; select 'c'; end";
        assert_eq!(texts(&format!("{body}; select 1")), [body, "select 1"]);
        assert_eq!(texts("begin; select 1; end;"), ["begin", "select 1", "end"]);
    }

    #[test]
    fn the_first_words_are_those_of_the_code() {
        let words = first_words("-- a\n/* b */ CREATE /* c */ Unique INDEX concurrently i on t", 4);
        assert_eq!(words, ["create", "unique", "index", "concurrently"]);
        assert_eq!(first_words("(select 1)", 2), Vec::<String>::new());
        assert_eq!(code_offset("-- a\n  select 1"), 7);
    }

    proptest! {
        #[test]
        fn nothing_but_semicolons_and_blanks_is_lost(sql in "[a-z;'\"$() \n/*-]{0,60}") {
            let mut end = 0;
            for statement in split(&sql) {
                prop_assert!(statement.offset >= end && sql[statement.offset..].starts_with(statement.text));
                end = statement.offset + statement.text.len();
            }
        }
    }
}
