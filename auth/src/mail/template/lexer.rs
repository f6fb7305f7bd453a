//! Splits the inside of `{{ … }}` into tokens.

use serde_json::Value;

#[derive(Debug, PartialEq)]
pub(super) enum Token {
    Field { from_root: bool, path: Vec<String> },
    Literal(Value),
    Word(String),
    Open,
    Close,
    Pipe,
}

/// An action: its tokens, which are none for a comment, and what follows it.
pub(super) struct Action<'s> {
    pub tokens: Vec<Token>,
    pub is_comment: bool,
    /// Whether it ends in `-}}`.
    pub trims_after: bool,
    pub rest: &'s str,
}

/// Reads an action from after its `{{` and its `-`.
///
/// # Errors
/// The syntax error.
pub(super) fn action(source: &str) -> Result<Action<'_>, &'static str> {
    let mut rest = source.trim_start();
    if let Some(comment) = rest.strip_prefix("/*") {
        let end = comment.find("*/").ok_or("a comment without an end")?;
        let (trims_after, rest) =
            end_of_action(&comment[end + 2..]).ok_or("a comment must be alone in {{ }}")?;
        return Ok(Action { tokens: Vec::new(), is_comment: true, trims_after, rest });
    }
    let mut tokens = Vec::new();
    loop {
        if let Some((trims_after, rest)) = end_of_action(rest) {
            return Ok(Action { tokens, is_comment: false, trims_after, rest });
        }
        rest = rest.trim_start();
        let (token, tail) = token(rest)?;
        tokens.push(token);
        rest = tail;
    }
}

/// Whether the action ends here with `-}}`, and what follows; `None` if it does not end here.
fn end_of_action(source: &str) -> Option<(bool, &str)> {
    let trimmed = source.trim_start();
    if trimmed.len() < source.len()
        && let Some(rest) = trimmed.strip_prefix("-}}")
    {
        return Some((true, rest));
    }
    trimmed.strip_prefix("}}").map(|rest| (false, rest))
}

fn token(source: &str) -> Result<(Token, &str), &'static str> {
    let first = source.chars().next().ok_or("{{ without }}")?;
    let after = &source[first.len_utf8()..];
    match first {
        '(' => Ok((Token::Open, after)),
        ')' => Ok((Token::Close, after)),
        '|' => Ok((Token::Pipe, after)),
        '.' if !after.starts_with(|next: char| next.is_ascii_digit()) => {
            let (path, rest) = fields(source);
            Ok((Token::Field { from_root: false, path }, rest))
        }
        '$' if after.starts_with(is_in_word) => Err("variables are not supported"),
        '$' => {
            let (path, rest) = fields(after);
            Ok((Token::Field { from_root: true, path }, rest))
        }
        '"' => quoted(source),
        '`' => {
            let end = after.find('`').ok_or("a text without an end")?;
            Ok((Token::Literal(Value::from(&after[..end])), &after[end + 1..]))
        }
        '-' | '+' | '0'..='9' => number(source),
        letter if is_in_word(letter) => {
            let (word, rest) = source.split_at(word_length(source));
            Ok((word_token(word), rest))
        }
        _ => Err("an unexpected character"),
    }
}

fn word_token(word: &str) -> Token {
    match word {
        "true" => Token::Literal(Value::Bool(true)),
        "false" => Token::Literal(Value::Bool(false)),
        "nil" => Token::Literal(Value::Null),
        other => Token::Word(other.to_owned()),
    }
}

/// Reads `.a.b`; a lone `.` is the empty path.
fn fields(source: &str) -> (Vec<String>, &str) {
    let mut path = Vec::new();
    let mut rest = source;
    while let Some(after) = rest.strip_prefix('.') {
        let (name, tail) = after.split_at(word_length(after));
        rest = tail;
        if name.is_empty() {
            break;
        }
        path.push(name.to_owned());
    }
    (path, rest)
}

/// Reads `"…"`, with the escapes that Go and JSON have in common.
fn quoted(source: &str) -> Result<(Token, &str), &'static str> {
    let mut is_escaped = false;
    let end = source[1..].find(|letter| {
        let ends = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        ends
    });
    let end = end.ok_or("a text without an end")? + 2;
    let text = serde_json::from_str(&source[..end]).map_err(|_| "an invalid text")?;
    Ok((Token::Literal(text), &source[end..]))
}

fn number(source: &str) -> Result<(Token, &str), &'static str> {
    let is_in_number = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '+');
    let end = source.find(|letter| !is_in_number(letter)).unwrap_or(source.len());
    let number = serde_json::from_str(&source[..end]).map_err(|_| "an invalid number")?;
    Ok((Token::Literal(number), &source[end..]))
}

fn word_length(source: &str) -> usize {
    source.find(|letter| !is_in_word(letter)).unwrap_or(source.len())
}

fn is_in_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
