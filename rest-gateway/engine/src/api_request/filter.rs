//! Filters: `column=[not.]operator.value`. Values stay text; Postgres parses them as the column's type.

use super::field::Field;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filter {
    pub field: Field,
    pub condition: Condition,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    pub negated: bool,
    pub test: Test,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Test {
    Compare {
        operator: Compare,
        quantifier: Option<Quantifier>,
        value: String,
    },
    /// Operators without modifiers. `operator` is the SQL operator.
    Simple {
        operator: &'static str,
        value: String,
    },
    In(Vec<String>),
    Is(IsValue),
    IsDistinct(String),
    FullText {
        function: &'static str,
        language: Option<String>,
        value: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compare {
    Equal,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    Like,
    ILike,
    Match,
    IMatch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantifier {
    Any,
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IsValue {
    Null,
    NotNull,
    True,
    False,
    Unknown,
}
