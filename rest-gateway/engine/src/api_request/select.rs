//! `select=`: columns, aggregates, embedded and spread relations. Refuses selections that are too deep or too long.

use super::cursor::{Cursor, Parsed};
use super::field::{Field, read_identifier, read_name};

const DEEPEST: usize = 32;
const LONGEST: usize = 1000;
/// An embed costs Postgres a join.
const WEIGHT_OF_EMBED: usize = 10;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SelectItem {
    Column(SelectColumn),
    Embed { alias: Option<String>, target: Target, items: Vec<SelectItem> },
    Spread { target: Target, items: Vec<SelectItem> },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SelectColumn {
    pub alias: Option<String>,
    /// `*` stands for every column.
    pub field: Field,
    pub cast: Option<String>,
    pub aggregate: Option<Aggregate>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Aggregate {
    pub function: AggregateFunction,
    pub cast: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AggregateFunction {
    Sum,
    Avg,
    Count,
    Max,
    Min,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    pub name: String,
    pub hint: Option<String>,
    pub inner: bool,
}

impl SelectColumn {
    pub fn all() -> SelectColumn {
        SelectColumn { alias: None, field: Field::column("*"), cast: None, aggregate: None }
    }

    /// Every column, as it is.
    pub fn is_all(&self) -> bool {
        self.field.name == "*" && self.aggregate.is_none()
    }
}

impl AggregateFunction {
    pub fn name(self) -> &'static str {
        match self {
            AggregateFunction::Sum => "sum",
            AggregateFunction::Avg => "avg",
            AggregateFunction::Count => "count",
            AggregateFunction::Max => "max",
            AggregateFunction::Min => "min",
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Parsed<AggregateFunction> {
        use AggregateFunction::{Avg, Count, Max, Min, Sum};
        [Sum, Avg, Count, Max, Min]
            .into_iter()
            .find(|function| cursor.take_str(&format!("{}()", function.name())))
            .ok_or_else(|| cursor.unexpected("aggregate function (sum, avg, count, max, min)"))
    }
}

pub(super) fn read_select(cursor: &mut Cursor<'_>) -> Parsed<Vec<SelectItem>> {
    let mut count = 0;
    let items = read_items(cursor, 0, &mut count)?;
    cursor.expect_end("\",\" or end of input")?;
    Ok(items)
}

fn read_items(cursor: &mut Cursor<'_>, depth: usize, count: &mut usize) -> Parsed<Vec<SelectItem>> {
    if depth > DEEPEST {
        return Err(cursor.failure(format!("the selection is nested more than {DEEPEST} levels deep")));
    }
    let mut items = Vec::new();
    cursor.skip_blanks();
    if cursor.is_at_end() || cursor.peek() == Some(')') {
        return Ok(items);
    }
    loop {
        *count += 1;
        if *count > LONGEST {
            return Err(cursor.failure("the selection is too long".to_owned()));
        }
        items.push(read_item(cursor, depth, count)?);
        cursor.skip_blanks();
        if !cursor.take_str(",") {
            return Ok(items);
        }
        cursor.skip_blanks();
    }
}

fn read_item(cursor: &mut Cursor<'_>, depth: usize, count: &mut usize) -> Parsed<SelectItem> {
    cursor.skip_blanks();
    if cursor.take_str("...") {
        let target = read_target(cursor)?;
        let items = read_nested(cursor, depth, count)?;
        return Ok(SelectItem::Spread { target, items });
    }
    if cursor.take_str("*") {
        cursor.skip_blanks();
        return match cursor.peek() {
            None | Some(',' | ')') => Ok(SelectItem::Column(SelectColumn::all())),
            Some(_) => Err(cursor.unexpected("\")\", \",\" or end of input")),
        };
    }
    let alias = cursor.attempt(read_alias);
    if let Some(target) = cursor.attempt(read_embed_start) {
        let items = read_nested(cursor, depth, count)?;
        return Ok(SelectItem::Embed { alias, target, items });
    }
    read_column(cursor, alias).map(SelectItem::Column)
}

fn read_alias(cursor: &mut Cursor<'_>) -> Parsed<String> {
    let alias = read_name(cursor)?;
    cursor.expect(":", "\":\"")?;
    if cursor.peek() == Some(':') { Err(cursor.unexpected("field name")) } else { Ok(alias) }
}

/// A target that is followed by a parenthesis, which is left for the nested items.
fn read_embed_start(cursor: &mut Cursor<'_>) -> Parsed<Target> {
    // `count()` is the aggregate, never a relation.
    if cursor.rest().starts_with("count()") {
        return Err(cursor.unexpected("field name"));
    }
    cursor.skip_blanks();
    let target = read_target(cursor)?;
    if cursor.peek() == Some('(') { Ok(target) } else { Err(cursor.unexpected("\"(\"")) }
}

fn read_target(cursor: &mut Cursor<'_>) -> Parsed<Target> {
    let mut target = Target { name: read_name(cursor)?, hint: None, inner: false };
    for _ in 0..2 {
        if !cursor.take_str("!") {
            break;
        }
        match read_name(cursor)?.as_str() {
            "inner" => target.inner = true,
            "left" => target.inner = false,
            hint => target.hint = Some(hint.to_owned()),
        }
    }
    cursor.skip_blanks();
    Ok(target)
}

fn read_nested(cursor: &mut Cursor<'_>, depth: usize, count: &mut usize) -> Parsed<Vec<SelectItem>> {
    cursor.expect("(", "\"(\"")?;
    *count += WEIGHT_OF_EMBED;
    let items = read_items(cursor, depth + 1, count)?;
    cursor.expect(")", "\",\" or \")\"")?;
    Ok(items)
}

fn read_column(cursor: &mut Cursor<'_>, alias: Option<String>) -> Parsed<SelectColumn> {
    let (field, cast, function) = if cursor.take_str("count()") {
        (Field::column("*"), None, Some(AggregateFunction::Count))
    } else {
        let field = Field::read(cursor)?;
        let cast = read_cast(cursor)?;
        let function = if cursor.take_str(".") { Some(AggregateFunction::read(cursor)?) } else { None };
        (field, cast, function)
    };
    let aggregate = match function {
        Some(function) => Some(Aggregate { function, cast: read_cast(cursor)? }),
        None => None,
    };
    cursor.skip_blanks();
    match cursor.peek() {
        None | Some(',' | ')') => Ok(SelectColumn { alias, field, cast, aggregate }),
        Some(_) => Err(cursor.unexpected(
            "letter, digit, \"-\", \"->>\", \"->\", \"::\", \".\", \")\", \",\" or end of input",
        )),
    }
}

/// A type's name: letters, digits, `_` and spaces only, so that it may stand in the SQL as it is.
fn read_cast(cursor: &mut Cursor<'_>) -> Parsed<Option<String>> {
    if !cursor.take_str("::") {
        return Ok(None);
    }
    let name = read_identifier(cursor)?;
    // Dollars could open a quotation.
    if name.contains('$') { Err(cursor.unexpected("letter or digit")) } else { Ok(Some(name)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<SelectItem>> {
        read_select(&mut Cursor::new(text)).ok()
    }

    fn column(text: &str) -> SelectColumn {
        match read(text).and_then(|mut items| items.pop()) {
            Some(SelectItem::Column(column)) => column,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_column_has_alias_path_cast_and_aggregate() {
        let sum = column("total:data->amount::int.sum()::text");
        assert_eq!(sum.alias.as_deref(), Some("total"));
        assert_eq!(sum.cast.as_deref(), Some("int"));
        assert_eq!(
            sum.aggregate,
            Some(Aggregate { function: AggregateFunction::Sum, cast: Some("text".into()) })
        );
        assert_eq!(column("count()").field.name, "*");
        assert_eq!(column("\"my:col\"").field.name, "my:col");
    }

    #[test]
    fn an_embed_has_hint_and_join_in_either_order() {
        for text in ["a:b!h!inner(c,*)", "a:b!inner!h(c , *)"] {
            match read(text).unwrap().remove(0) {
                SelectItem::Embed { alias, target, items } => {
                    assert_eq!(alias.as_deref(), Some("a"));
                    assert_eq!(target, Target { name: "b".into(), hint: Some("h".into()), inner: true });
                    assert_eq!(items.len(), 2);
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(matches!(&read("...b(c)").unwrap()[0], SelectItem::Spread { .. }));
        assert!(matches!(&read("b()").unwrap()[0], SelectItem::Embed { items, .. } if items.is_empty()));
    }

    #[test]
    fn what_is_no_selection_is_refused() {
        for text in ["*a", "a,", "a(b", "a::", "a->", "a.nope()", "a!h", "a::$$", &"a(".repeat(40)] {
            assert!(read(text).is_none(), "{text}");
        }
        assert_eq!(read("").unwrap(), []);
    }
}
