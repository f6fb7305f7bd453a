//! A lexical check of generated SQL.

use crate::query::Sql;

/// Maximum length of a statement in bytes.
const MAX_SQL_LENGTH: usize = 1024 * 1024;

/// Asserts that every quotation and parenthesis is closed, that no semicolon or comment is outside a quotation, and
/// that the highest placeholder equals the number of binds.
pub(super) fn assert_well_formed(sql: &Sql) {
    let text = sql.text();
    assert!(text.len() <= MAX_SQL_LENGTH, "{} bytes of SQL", text.len());
    let mut depth = 0;
    let mut highest_bind = 0;
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let after = &rest[next.len_utf8()..];
        assert!(!rest.starts_with("--") && !rest.starts_with("/*") && next != ';', "{text}");
        rest = match next {
            '"' | '\'' => after_quotation(after, next, text),
            'E' if after.starts_with('\'') => after_escape_string(&after[1..], text),
            '$' => {
                let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                highest_bind = highest_bind.max(after[..digits].parse().unwrap_or(usize::MAX));
                &after[digits..]
            }
            _ => {
                depth += i32::from(next == '(') - i32::from(next == ')');
                assert!(depth >= 0, "{text}");
                after
            }
        };
    }
    assert!(depth == 0, "{text}");
    assert!(highest_bind == sql.binds().len(), "{} binds: {text}", sql.binds().len());
}

/// The rest after a quotation whose quotes are escaped by doubling.
fn after_quotation<'a>(mut rest: &'a str, quote: char, text: &str) -> &'a str {
    loop {
        let end = rest.find(quote);
        assert!(end.is_some(), "{text}");
        rest = &rest[end.unwrap_or_default() + 1..];
        match rest.strip_prefix(quote) {
            Some(more) => rest = more,
            None => return rest,
        }
    }
}

/// The rest after an `E'…'` string, in which backslashes escape.
fn after_escape_string<'a>(mut rest: &'a str, text: &str) -> &'a str {
    loop {
        let end = rest.find(['\'', '\\']);
        assert!(end.is_some(), "{text}");
        let (found, behind) = rest.split_at(end.unwrap_or_default()).1.split_at(1);
        match (found, behind.chars().next()) {
            ("\\", Some(escaped)) => rest = &behind[escaped.len_utf8()..],
            (_, Some('\'')) => rest = &behind[1..],
            _ => return behind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_unbalanced_and_commented_sql() {
        let malformed = ["a(", "a)(", "\"a", "'a''", "E'a\\'", "a;b", "a--b", "a/*b", "$1"];
        for text in malformed {
            let outcome = std::panic::catch_unwind(|| assert_well_formed(&Sql::new(text)));
            assert!(outcome.is_err(), "{text}");
        }
        assert_well_formed(&Sql::new("a -|- (\"b\"\"c;\") 'd''--' E'e\\'/*' -> -1"));
    }
}
