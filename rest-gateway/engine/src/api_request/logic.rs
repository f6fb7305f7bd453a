//! `and=(…)`, `or=(…)`: trees of conditions. Refuses trees that are nested too deeply.

use super::cursor::{Cursor, Parsed};
use super::field::Field;
use super::filter::{Condition, Filter, ValueIn};

const DEEPEST: usize = 32;

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
    /// The members of a group whose operator stands in the parameter's name: `(a.eq.1,b.eq.2)`.
    pub(super) fn read_group(
        cursor: &mut Cursor<'_>,
        negated: bool,
        operator: LogicOperator,
        depth: usize,
    ) -> Parsed<LogicTree> {
        if depth > DEEPEST {
            return Err(cursor.failure(format!("the tree is nested more than {DEEPEST} levels deep")));
        }
        cursor.skip_blanks();
        cursor.expect("(", "\"(\"")?;
        cursor.skip_blanks();
        let mut members = Vec::new();
        loop {
            members.push(read_member(cursor, depth)?);
            cursor.skip_blanks();
            if !cursor.take_str(",") {
                break;
            }
            cursor.skip_blanks();
        }
        cursor.expect(")", "\",\" or \")\"")?;
        cursor.skip_blanks();
        Ok(LogicTree::Group { negated, operator, members })
    }

    pub fn filters(&self) -> usize {
        match self {
            LogicTree::Filter(_) => 1,
            LogicTree::Group { members, .. } => members.iter().map(LogicTree::filters).sum(),
        }
    }
}

fn read_member(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<LogicTree> {
    if let Some((negated, operator)) = cursor.attempt(read_group_start) {
        return LogicTree::read_group(cursor, negated, operator, depth + 1);
    }
    let field = Field::read(cursor).map_err(|_| {
        cursor
            .unexpected("field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)")
    })?;
    cursor.expect(".", "delimiter (.)")?;
    let condition = Condition::read(cursor, ValueIn::Tree)?;
    Ok(LogicTree::Filter(Filter { field, condition }))
}

/// `and(`, `or(`, `not.and(`, `not.or(`; the parenthesis is left for the group.
fn read_group_start(cursor: &mut Cursor<'_>) -> Parsed<(bool, LogicOperator)> {
    let negated = cursor.take_str("not.");
    let operator = if cursor.take_str("and") {
        LogicOperator::And
    } else if cursor.take_str("or") {
        LogicOperator::Or
    } else {
        return Err(cursor.unexpected("logic operator (and, or)"));
    };
    if cursor.rest().trim_start_matches([' ', '\t']).starts_with('(') {
        Ok((negated, operator))
    } else {
        Err(cursor.unexpected("\"(\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<LogicTree> {
        let mut cursor = Cursor::new(text);
        let tree = LogicTree::read_group(&mut cursor, false, LogicOperator::Or, 0).ok()?;
        cursor.is_at_end().then_some(tree)
    }

    #[test]
    fn trees_nest_and_negate() {
        let tree = read("(age.lt.18,not.and(a.eq.1,b.not.in.(1,\"2,3\")))").unwrap();
        assert_eq!(tree.filters(), 3);
    }

    #[test]
    fn values_end_at_commas_unless_quoted_or_an_array() {
        assert_eq!(read("(tags.cs.{a,b},name.eq.\"x,)y\")").unwrap().filters(), 2);
    }

    #[test]
    fn columns_may_begin_like_an_operator() {
        assert_eq!(read("(order_id.eq.1,android.is.null)").unwrap().filters(), 2);
    }

    #[test]
    fn broken_and_bottomless_trees_are_refused() {
        assert!(read("()").is_none());
        assert!(read("(a.eq.1").is_none());
        assert!(read(&format!("{}a.eq.1{}", "(and".repeat(50), ")".repeat(50))).is_none());
    }
}
