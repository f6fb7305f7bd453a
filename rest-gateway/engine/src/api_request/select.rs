//! `select=`: columns, aggregates, embeds and spreads. Rejects selections that are too deep or too long.

use super::cursor::{Cursor, Parsed, Stopped};
use super::expected::Expected;
use super::field::{Field, read_identifier, read_name};

/// Maximum nesting of embeds.
const MAX_DEPTH: usize = 32;
/// Maximum number of items at all levels; each embed counts as `EMBED_WEIGHT` more.
const MAX_ITEMS: usize = 1000;
/// An embed counts for more than a column because it costs Postgres a join.
const EMBED_WEIGHT: usize = 10;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SelectItem {
    Column(SelectColumn),
    Embed { alias: Option<String>, target: Target, items: Vec<SelectItem> },
    Spread { target: Target, items: Vec<SelectItem> },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SelectColumn {
    pub alias: Option<String>,
    /// `*` means every column.
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

    /// True for a plain `*`.
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
        let names = [
            (Sum, Expected::Sum),
            (Avg, Expected::Avg),
            (Count, Expected::Count),
            (Max, Expected::Max),
            (Min, Expected::Min),
        ];
        cursor.string(".", Expected::Dot)?;
        let found = names.into_iter().find(|(function, expected)| cursor.take(function.name(), *expected));
        let (function, _) = found.ok_or(Stopped)?;
        cursor.string("()", Expected::Parentheses)?;
        Ok(function)
    }
}

/// Input after the selection is left unread.
pub(super) fn read_select(cursor: &mut Cursor<'_>) -> Parsed<Vec<SelectItem>> {
    read_items(cursor, 0, &mut 0)
}

fn read_items(cursor: &mut Cursor<'_>, depth: usize, count: &mut usize) -> Parsed<Vec<SelectItem>> {
    if depth > MAX_DEPTH {
        return Err(cursor.reject("the selection is nested too deeply"));
    }
    let mut items = Vec::new();
    loop {
        *count += 1;
        if *count > MAX_ITEMS {
            return Err(cursor.reject("the selection is too long"));
        }
        let start = cursor.position();
        match read_item(cursor, depth, count) {
            Ok(item) => items.push(item),
            // An empty selection.
            Err(Stopped) if items.is_empty() && cursor.position() == start => return Ok(items),
            Err(Stopped) => return Err(Stopped),
        }
        cursor.blanks();
        if !cursor.take(",", Expected::Comma) {
            return Ok(items);
        }
        cursor.blanks();
    }
}

fn read_item(cursor: &mut Cursor<'_>, depth: usize, count: &mut usize) -> Parsed<SelectItem> {
    if let Some(target) = cursor.attempt(read_spread_start) {
        let items = read_nested(cursor, depth, count)?;
        return Ok(SelectItem::Spread { target, items });
    }
    if let Some((alias, target)) = cursor.attempt(read_embed_start) {
        let items = read_nested(cursor, depth, count)?;
        return Ok(SelectItem::Embed { alias, target, items });
    }
    read_column(cursor).map(SelectItem::Column)
}

fn read_alias(cursor: &mut Cursor<'_>) -> Parsed<String> {
    let alias = read_name(cursor)?;
    cursor.string(":", Expected::Colon)?;
    if cursor.peek() == Some(':') { Err(cursor.unexpected(':')) } else { Ok(alias) }
}

/// Alias and target of an embed. The parenthesis that must follow is left unread.
fn read_embed_start(cursor: &mut Cursor<'_>) -> Parsed<(Option<String>, Target)> {
    cursor.blanks();
    let alias = cursor.attempt(read_alias);
    let target = read_target(cursor)?;
    // `count()` is always the aggregate.
    if target.name == "count" { Err(Stopped) } else { Ok((alias, target)) }
}

fn read_spread_start(cursor: &mut Cursor<'_>) -> Parsed<Target> {
    cursor.blanks();
    cursor.string("...", Expected::Spread)?;
    read_target(cursor)
}

fn read_target(cursor: &mut Cursor<'_>) -> Parsed<Target> {
    cursor.blanks();
    let mut target = Target { name: read_name(cursor)?, hint: None, inner: false };
    for _ in 0..2 {
        if !cursor.take("!", Expected::Bang) {
            break;
        }
        match read_name(cursor)?.as_str() {
            "inner" => target.inner = true,
            "left" => target.inner = false,
            hint => target.hint = Some(hint.to_owned()),
        }
    }
    cursor.blanks();
    if cursor.next_is("(", Expected::Open) { Ok(target) } else { Err(Stopped) }
}

fn read_nested(cursor: &mut Cursor<'_>, depth: usize, count: &mut usize) -> Parsed<Vec<SelectItem>> {
    cursor.string("(", Expected::Open)?;
    *count += EMBED_WEIGHT;
    let items = read_items(cursor, depth + 1, count)?;
    cursor.blanks();
    cursor.string(")", Expected::Close)?;
    Ok(items)
}

fn read_column(cursor: &mut Cursor<'_>) -> Parsed<SelectColumn> {
    cursor.blanks();
    let all = |cursor: &mut Cursor<'_>| {
        cursor.string("*", Expected::Star)?;
        cursor.blanks();
        read_end(cursor)
    };
    if cursor.attempt(all).is_some() {
        return Ok(SelectColumn::all());
    }
    if let Some(count) = cursor.attempt(read_count) {
        return Ok(count);
    }
    let alias = cursor.attempt(read_alias);
    let field = Field::read(cursor)?;
    let cast = read_cast(cursor)?;
    let aggregate = match cursor.attempt(AggregateFunction::read) {
        Some(function) => Some(Aggregate { function, cast: read_cast(cursor)? }),
        None => None,
    };
    cursor.blanks();
    read_end(cursor)?;
    Ok(SelectColumn { alias, field, cast, aggregate })
}

/// `alias:count()::cast`.
fn read_count(cursor: &mut Cursor<'_>) -> Parsed<SelectColumn> {
    let alias = cursor.attempt(read_alias);
    cursor.blanks();
    cursor.string("count()", Expected::CountOfAll)?;
    let aggregate = Some(Aggregate { function: AggregateFunction::Count, cast: read_cast(cursor)? });
    cursor.blanks();
    read_end(cursor)?;
    Ok(SelectColumn { alias, aggregate, ..SelectColumn::all() })
}

/// An item ends at a comma, a closing parenthesis or the end of input.
fn read_end(cursor: &mut Cursor<'_>) -> Parsed<()> {
    let ends =
        cursor.next_is(")", Expected::Close) || cursor.next_is(",", Expected::Comma) || cursor.is_at_end();
    if ends { Ok(()) } else { Err(Stopped) }
}

/// The type name of a cast. Only letters, digits, `_` and spaces are accepted, because the name is not quoted in SQL.
fn read_cast(cursor: &mut Cursor<'_>) -> Parsed<Option<String>> {
    if !cursor.take("::", Expected::Cast) {
        return Ok(None);
    }
    let name = read_identifier(cursor)?;
    // `$` could open a dollar-quoted string.
    if name.contains('$') { Err(cursor.unexpected('$')) } else { Ok(Some(name.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<SelectItem>> {
        let mut cursor = Cursor::new(text);
        let items = read_select(&mut cursor).ok()?;
        cursor.is_at_end().then_some(items)
    }

    fn column(text: &str) -> SelectColumn {
        match read(text).and_then(|mut items| items.pop()) {
            Some(SelectItem::Column(column)) => column,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn parses_alias_path_cast_and_aggregate_of_a_column() {
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
    fn parses_hint_and_join_type_of_an_embed_in_either_order() {
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
    fn rejects_malformed_selections() {
        for text in ["*a", "a,", "a(b", "a::", "a->", "a.nope()", "a!h", "a::$$", &"a(".repeat(40)] {
            assert!(read(text).is_none(), "{text}");
        }
        assert_eq!(read("").unwrap(), []);
    }
}
