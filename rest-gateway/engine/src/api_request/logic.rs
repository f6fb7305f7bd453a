//! Logic trees: `and=(…)` and `or=(…)`. Rejects trees that nest too deeply.

use super::cursor::{Cursor, Parsed};
use super::expected::Expected;
use super::field::Field;
use super::filter::{Condition, Filter};
use super::filter_parser::ValueIn;

/// Maximum nesting of groups.
const MAX_DEPTH: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LogicTree {
    Filter(Filter),
    Group { negated: bool, operator: LogicOperator, members: Vec<LogicTree> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogicOperator {
    And,
    Or,
}

impl LogicTree {
    /// A condition, or `and(…)`, `or(…)`, `not.and(…)`, `not.or(…)`.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Parsed<LogicTree> {
        read_tree(cursor, 0)
    }

    /// The number of filters in the tree.
    pub fn filter_count(&self) -> usize {
        match self {
            LogicTree::Filter(_) => 1,
            LogicTree::Group { members, .. } => members.iter().map(LogicTree::filter_count).sum(),
        }
    }
}

fn read_tree(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<LogicTree> {
    if let Some(filter) = cursor.attempt(read_filter) {
        return Ok(LogicTree::Filter(filter));
    }
    let negated = cursor.named(Expected::Negation, |cursor| Ok(cursor.attempt(read_not).is_some()))?;
    let operator = cursor.named(Expected::LogicOperator, read_operator)?;
    if depth == MAX_DEPTH {
        return Err(cursor.reject("the tree is nested too deeply"));
    }
    cursor.blanks();
    cursor.string("(", Expected::Open)?;
    cursor.blanks();
    let mut members = Vec::new();
    loop {
        members.push(read_tree(cursor, depth + 1)?);
        cursor.blanks();
        if !cursor.take(",", Expected::Separator) {
            break;
        }
        cursor.blanks();
    }
    cursor.string(")", Expected::Close)?;
    cursor.blanks();
    Ok(LogicTree::Group { negated, operator, members })
}

fn read_filter(cursor: &mut Cursor<'_>) -> Parsed<Filter> {
    let field = Field::read(cursor)?;
    cursor.string(".", Expected::Delimiter)?;
    let condition = Condition::read(cursor, ValueIn::Tree)?;
    Ok(Filter { field, condition })
}

fn read_not(cursor: &mut Cursor<'_>) -> Parsed<()> {
    cursor.string("not", Expected::Not)?;
    cursor.string(".", Expected::Delimiter)
}

fn read_operator(cursor: &mut Cursor<'_>) -> Parsed<LogicOperator> {
    if cursor.take("and", Expected::LogicOperator) {
        return Ok(LogicOperator::And);
    }
    cursor.string("or", Expected::Or).map(|()| LogicOperator::Or)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<LogicTree> {
        let text = format!("or{text}");
        let mut cursor = Cursor::new(&text);
        let tree = LogicTree::read(&mut cursor).ok()?;
        cursor.is_at_end().then_some(tree)
    }

    #[test]
    fn parses_nested_and_negated_groups() {
        let tree = read("(age.lt.18,not.and(a.eq.1,b.not.in.(1,\"2,3\")))").unwrap();
        assert_eq!(tree.filter_count(), 3);
    }

    #[test]
    fn values_end_at_commas_unless_quoted_or_in_braces() {
        assert_eq!(read("(tags.cs.{a,b},name.eq.\"x,)y\")").unwrap().filter_count(), 2);
    }

    #[test]
    fn accepts_columns_that_begin_like_an_operator() {
        assert_eq!(read("(order_id.eq.1,android.is.null)").unwrap().filter_count(), 2);
    }

    #[test]
    fn rejects_incomplete_and_too_deep_trees() {
        assert!(read("()").is_none());
        assert!(read("(a.eq.1").is_none());
        assert!(read(&format!("{}a.eq.1{}", "(and".repeat(50), ")".repeat(50))).is_none());
    }
}
