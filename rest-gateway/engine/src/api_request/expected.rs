//! What the parser expects at a position, and the wording for error messages.

use std::fmt;

/// An error message lists several of them in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Sign,
    Letter,
    Digit,
    Dash,
    TextArrow,
    Arrow,
    Bang,
    Colon,
    Cast,
    Dot,
    Delimiter,
    Spread,
    Open,
    Parentheses,
    Separator,
    Close,
    Comma,
    Backslash,
    Quote,
    OpenBrace,
    CloseBrace,
    Ascending,
    Descending,
    NullsFirst,
    NullsLast,
    Sum,
    Avg,
    Count,
    Max,
    Min,
    FieldName,
    Star,
    CountOfAll,
    JsonKey,
    Negation,
    LogicOperator,
    Or,
    Not,
    Operator,
    IsValue,
    End,
}

const NAMES: [&str; Expected::End as usize + 1] = [
    "\"-\"",
    "letter",
    "digit",
    "\"-\"",
    "\"->>\"",
    "\"->\"",
    "\"!\"",
    "\":\"",
    "\"::\"",
    "\".\"",
    "delimiter (.)",
    "\"...\"",
    "\"(\"",
    "\"()\"",
    "\",\"",
    "\")\"",
    "\",\"",
    "\"\\\\\"",
    "\"\\\"\"",
    "\"{\"",
    "\"}\"",
    "\"asc\"",
    "\"desc\"",
    "\"nullsfirst\"",
    "\"nullslast\"",
    "\"sum\"",
    "\"avg\"",
    "\"count\"",
    "\"max\"",
    "\"min\"",
    "field name (* or [a..z0..9_$])",
    "\"*\"",
    "\"count()\"",
    "any non reserved character different from: .,>()",
    "negation operator (not)",
    "logic operator (and, or)",
    "\"or\"",
    "\"not\"",
    "operator (eq, gt, ...)",
    "isVal: (null, not_null, true, false, unknown)",
    "end of input",
];

/// A set of expectations, as a bit mask.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ExpectedSet(u64);

impl ExpectedSet {
    pub const LETTER_OR_DIGIT: ExpectedSet =
        ExpectedSet(1 << Expected::Letter as u64 | 1 << Expected::Digit as u64);

    pub fn and(self, other: ExpectedSet) -> ExpectedSet {
        ExpectedSet(self.0 | other.0)
    }
}

impl From<Expected> for ExpectedSet {
    fn from(expected: Expected) -> ExpectedSet {
        ExpectedSet(1 << expected as u64)
    }
}

impl fmt::Display for ExpectedSet {
    /// ` expecting a, b or c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<&str> = Vec::new();
        for (index, name) in NAMES.iter().enumerate() {
            if self.0 & 1 << index != 0 && !names.contains(name) {
                names.push(name);
            }
        }
        match names.split_last() {
            None => Ok(()),
            Some((only, [])) => write!(f, " expecting {only}"),
            Some((last, first)) => write!(f, " expecting {} or {last}", first.join(", ")),
        }
    }
}
