//! The query string: decoded, bounded, and sorted by what each parameter means. Refuses more parameters than any client
//! needs, NUL characters, and everything that the readers of the single parameters refuse.

use std::collections::HashSet;

use super::cursor::{Cursor, Parsed};
use super::field::{Field, read_json_path, read_name};
use super::filter::{Condition, Filter, ValueIn};
use super::logic::LogicTree;
use super::order::{OrderTerm, read_order};
use super::select::{SelectColumn, SelectItem, read_select};
use super::wanted::Want;
use crate::error::Error;

const MOST_PARAMETERS: usize = 500;
const MOST_FILTERS: usize = 1000;
/// No relation has more.
const MOST_COLUMNS: usize = 1600;
/// Brackets within brackets of a value: Postgres reads many types by recursion.
const DEEPEST_VALUE: usize = 1000;

/// Names of embeds, from the root down.
pub(crate) type EmbedPath = Vec<String>;

#[derive(Debug, Default)]
pub(crate) struct QueryParams {
    /// The parameters sorted by name, encoded again.
    pub canonical: String,
    pub select: Vec<SelectItem>,
    pub filters: Vec<(EmbedPath, Filter)>,
    pub logic: Vec<(EmbedPath, LogicTree)>,
    pub order: Vec<(EmbedPath, Vec<OrderTerm>)>,
    pub windows: Vec<(EmbedPath, Bound)>,
    pub columns: Option<Vec<String>>,
    pub on_conflict: Option<Vec<String>>,
    /// What a GET hands to a function: parameters that are no filters.
    pub arguments: Vec<(String, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Limit(i64),
    Offset(i64),
}

impl QueryParams {
    /// `takes_arguments`: whether a value that is no filter is an argument.
    pub fn parse(query: &str, takes_arguments: bool) -> Result<QueryParams, Error> {
        let pairs = decode(query)?;
        let given = |wanted: Parameter| {
            pairs.iter().filter_map(move |(key, value)| {
                let value = value.as_deref().filter(|_| Parameter::named(key) == wanted)?;
                Some((key.as_str(), value))
            })
        };
        let mut params = QueryParams { canonical: canonical(&pairs), ..QueryParams::default() };
        for (key, value) in given(Parameter::Order) {
            params.order.push((embed_path(key)?, parse(value, "order", read_order)?));
        }
        for (key, value) in given(Parameter::Logic) {
            params.logic.push(read_logic(key, value)?);
        }
        if let Some((_, value)) = given(Parameter::Columns).next() {
            let mut columns = parse(value, "columns parameter", read_columns)?;
            let mut seen = HashSet::new();
            columns.retain(|column| seen.insert(column.clone()));
            params.columns = Some(columns);
        }
        params.select = match given(Parameter::Select).next() {
            Some((_, value)) => parse(value, "select parameter", read_select)?,
            None => vec![SelectItem::Column(SelectColumn::all())],
        };
        for (key, value) in given(Parameter::Filter) {
            params.take_filter(key, value, takes_arguments)?;
        }
        if let Some((_, value)) = given(Parameter::OnConflict).next() {
            params.on_conflict = Some(parse(value, "on_conflict parameter", read_columns)?);
        }
        // What is no number is no bound.
        for (key, value) in given(Parameter::Limit) {
            if let Ok(limit) = value.trim().parse() {
                params.windows.push((embed_path(key)?, Bound::Limit(limit)));
            }
        }
        for (key, value) in given(Parameter::Offset) {
            if let Ok(offset) = value.trim().parse() {
                params.windows.push((embed_path(key)?, Bound::Offset(offset)));
            }
        }
        let in_trees: usize = params.logic.iter().map(|(_, tree)| tree.filters()).sum();
        if params.filters.len() + in_trees > MOST_FILTERS {
            return Err(too_many("filters", MOST_FILTERS));
        }
        Ok(params)
    }

    fn take_filter(&mut self, key: &str, value: &str, takes_arguments: bool) -> Result<(), Error> {
        let (path, field) = parse(key, "tree path", read_tree_path)?;
        match parse(value, "filter", |cursor| Condition::read(cursor, ValueIn::Parameter)) {
            Ok(condition) => self.filters.push((path, Filter { field, condition })),
            Err(_) if takes_arguments => self.arguments.push((field.name, value.to_owned())),
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// What a parameter's name says that it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameter {
    Select,
    Columns,
    OnConflict,
    Order,
    Limit,
    Offset,
    Logic,
    Filter,
}

impl Parameter {
    fn named(key: &str) -> Parameter {
        match key {
            "select" => Parameter::Select,
            "columns" => Parameter::Columns,
            "on_conflict" => Parameter::OnConflict,
            _ => match key.rsplit('.').next().unwrap_or(key) {
                "order" => Parameter::Order,
                "limit" => Parameter::Limit,
                "offset" => Parameter::Offset,
                "and" | "or" => Parameter::Logic,
                _ => Parameter::Filter,
            },
        }
    }
}

fn decode(query: &str) -> Result<Vec<(String, Option<String>)>, Error> {
    let mut pairs = Vec::new();
    for part in query.split(['&', ';']).filter(|part| !part.is_empty()) {
        if pairs.len() == MOST_PARAMETERS {
            return Err(too_many("parameters", MOST_PARAMETERS));
        }
        let (key, value) = match part.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (part, None),
        };
        let value = value.map(percent_decode).transpose()?;
        if value.as_deref().is_some_and(is_too_deep) {
            return Err(Error::QueryString {
                message: format!("A value is nested more than {DEEPEST_VALUE} levels deep"),
                details: "ask with brackets that are closed".to_owned(),
            });
        }
        pairs.push((percent_decode(key)?, value));
    }
    Ok(pairs)
}

fn is_too_deep(value: &str) -> bool {
    let mut depth = 0_usize;
    value.len() > DEEPEST_VALUE
        && value.bytes().any(|byte| {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > DEEPEST_VALUE
        })
}

pub(super) fn percent_decode(text: &str) -> Result<String, Error> {
    let spaced = text.replace('+', " ");
    let decoded = percent_encoding::percent_decode_str(&spaced).decode_utf8_lossy().into_owned();
    // Postgres takes no NUL in a text, and none in SQL.
    if decoded.contains('\0') {
        return Err(Error::QueryString {
            message: "The query string holds a NUL character".to_owned(),
            details: "unexpected \"\\NUL\"".to_owned(),
        });
    }
    Ok(decoded)
}

fn canonical(pairs: &[(String, Option<String>)]) -> String {
    let mut sorted: Vec<(&str, &str)> =
        pairs.iter().map(|(key, value)| (key.as_str(), value.as_deref().unwrap_or(""))).collect();
    sorted.sort_by_key(|(key, _)| *key);
    let encoded: Vec<String> =
        sorted.into_iter().map(|(key, value)| format!("{}={}", encode(key), encode(value))).collect();
    encoded.join("&")
}

/// Everything but letters, digits and `-_.~` encoded.
pub(crate) fn encode(text: &str) -> String {
    const PLAIN: &percent_encoding::AsciiSet =
        &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
    percent_encoding::utf8_percent_encode(text, PLAIN).to_string()
}

fn parse<T>(text: &str, what: &str, read: impl FnOnce(&mut Cursor<'_>) -> Parsed<T>) -> Result<T, Error> {
    let mut cursor = Cursor::new(text);
    read(&mut cursor).map_err(|_| cursor.error(what, text))
}

fn read_columns(cursor: &mut Cursor<'_>) -> Parsed<Vec<String>> {
    let mut columns = Vec::new();
    loop {
        columns.push(read_name(cursor)?);
        if columns.len() > MOST_COLUMNS {
            return Err(cursor.refuse("there are too many columns"));
        }
        cursor.blanks();
        if !cursor.take(",", Want::Comma) {
            return Ok(columns);
        }
        cursor.blanks();
    }
}

/// `embed.embed.column->path`.
fn read_tree_path(cursor: &mut Cursor<'_>) -> Parsed<(EmbedPath, Field)> {
    let (path, name) = read_names(cursor)?;
    Ok((path, Field { name, path: read_json_path(cursor)? }))
}

/// Names with points between them: the embeds and what is meant in the last of them.
fn read_names(cursor: &mut Cursor<'_>) -> Parsed<(EmbedPath, String)> {
    let mut path = Vec::new();
    let mut last = read_name(cursor)?;
    while cursor.take(".", Want::Delimiter) {
        path.push(std::mem::replace(&mut last, read_name(cursor)?));
    }
    Ok((path, last))
}

/// The embeds in front of a reserved word: `a.b.order` belongs to `a.b`.
fn embed_path(key: &str) -> Result<EmbedPath, Error> {
    parse(key, "tree path", read_tree_path).map(|(path, _)| path)
}

/// `embed.not.or=(…)`, read as `not.or(…)`.
fn read_logic(key: &str, value: &str) -> Result<(EmbedPath, LogicTree), Error> {
    let (mut path, operator) = parse(key, "logic path", read_names)?;
    let negation = if path.iter().any(|name| name == "not") { "not." } else { "" };
    path.retain(|name| name != "not");
    let text = format!("{negation}{operator}{value}");
    let mut cursor = Cursor::new(&text);
    let tree = LogicTree::read(&mut cursor).map_err(|_| cursor.error("logic tree", value))?;
    Ok((path, tree))
}

fn too_many(what: &str, most: usize) -> Error {
    Error::QueryString {
        message: format!("The query string has more than {most} {what}"),
        details: "ask with fewer".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> QueryParams {
        QueryParams::parse(query, false).unwrap()
    }

    fn failure(query: &str) -> (String, String) {
        match QueryParams::parse(query, false) {
            Err(Error::QueryString { message, details }) => (message, details),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn parameters_are_sorted_by_what_they_mean() {
        let params =
            read("select=id&a.b.c=eq.1&a.order=x.desc&limit=5&a.offset=2&not.or=(x.eq.1)&a.not.and=(y.eq.2)");
        assert_eq!(params.filters[0].0, ["a", "b"]);
        assert_eq!(params.order[0].0, ["a"]);
        assert_eq!(params.windows, [(vec![], Bound::Limit(5)), (vec!["a".to_owned()], Bound::Offset(2))]);
        assert_eq!(params.logic[0].0, Vec::<String>::new());
        assert!(matches!(&params.logic[1], (path, LogicTree::Group { negated: true, .. }) if path == &["a"]));
    }

    #[test]
    fn the_canonical_form_is_sorted_by_name() {
        assert_eq!(read("b=eq.2&a=eq.x+y&d").canonical, "a=eq.x%20y&b=eq.2&d=");
    }

    #[test]
    fn a_filter_that_is_none_names_its_place() {
        let (message, details) = failure("x=noop.0");
        assert_eq!(message, "\"failed to parse filter (noop.0)\" (line 1, column 1)");
        assert_eq!(details, "unexpected \"o\" expecting \"not\" or operator (eq, gt, ...)");
    }

    #[test]
    fn each_parameter_says_where_it_stopped_and_what_could_follow() {
        let after_name = "letter, digit, \"-\", \"->>\", \"->\"";
        let directions = "\"asc\", \"desc\", \"nullsfirst\" or \"nullslast\"";
        for (query, column, details) in [
            ("id=fts().x", 5, "unexpected \")\" expecting operator (eq, gt, ...)".to_owned()),
            ("id=eq(some).x", 4, "unexpected \"s\" expecting operator (eq, gt, ...)".to_owned()),
            ("id=is.nix", 5, "unexpected \"i\" expecting isVal: (null, not_null, true, false, unknown)".to_owned()),
            ("id=in.1", 4, "unexpected \"1\" expecting \"(\"".to_owned()),
            (":=eq.1", 1, "unexpected \":\" expecting field name (* or [a..z0..9_$])".to_owned()),
            ("order=id.ac", 4, format!("unexpected \"c\" expecting {directions}")),
            ("order=id.descc", 8, "unexpected 'c' expecting delimiter (.), \",\" or end of input".to_owned()),
            ("order=a(b,c)", 2, format!("unexpected '(' expecting {after_name}, delimiter (.), \",\" or end of input")),
            (
                "or=()",
                4,
                "unexpected \")\" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)".to_owned(),
            ),
            ("or=(a.eq.1,not.xor(b.eq.2))", 15, "unexpected \"x\" expecting logic operator (and, or)".to_owned()),
            ("and=(ord(a.eq.1),b.eq.2)", 7, "unexpected \"d\" expecting \"(\"".to_owned()),
            ("select=a!b", 2, format!("unexpected '!' expecting {after_name}, \"::\", \".\", \")\", \",\" or end of input")),
            ("select=a::", 4, "unexpected end of input expecting letter or digit".to_owned()),
            (
                "select=a,",
                3,
                "unexpected end of input expecting \"...\", field name (* or [a..z0..9_$]), \"*\" or \"count()\"".to_owned(),
            ),
            (
                "select=a(b",
                4,
                format!("unexpected end of input expecting {after_name}, \"::\", \".\", \")\", \",\" or end of input"),
            ),
            ("or=(a.eq.1", 10, "unexpected end of input expecting \",\" or \")\"".to_owned()),
            ("select=a->>--3", 6, "unexpected \"-\" expecting digit".to_owned()),
            ("select=a->>-7x", 7, "unexpected 'x' expecting digit, \"->\", \"::\", \".\", \",\" or end of input".to_owned()),
            (
                "select=a->(b",
                4,
                "unexpected \"(\" expecting \"-\", digit or any non reserved character different from: .,>()".to_owned(),
            ),
        ] {
            let (message, told) = failure(query);
            assert_eq!(told, details, "{query}");
            assert!(message.ends_with(&format!("(line 1, column {column})")), "{query}: {message}");
        }
    }

    #[test]
    fn what_follows_a_whole_parameter_is_left_unread() {
        let params = read("or=(a.eq.1))&select=a,b)c&id=in.(1,2)x&on_conflict=a,b!");
        assert_eq!((params.logic.len(), params.select.len(), params.filters.len()), (1, 2, 1));
        assert_eq!(params.on_conflict.unwrap(), ["a", "b"]);
        assert_eq!(read("id=eq.1;limit=2").windows.len(), 1);
    }

    #[test]
    fn a_get_of_a_function_takes_what_is_no_filter_as_argument() {
        let params = QueryParams::parse("a=1&b=eq.2", true).unwrap();
        assert_eq!(params.arguments, [("a".to_owned(), "1".to_owned())]);
        assert_eq!(params.filters.len(), 1);
    }

    #[test]
    fn too_much_and_nul_are_refused() {
        assert!(QueryParams::parse(&format!("a=eq.{}", "[".repeat(1001)), true).is_err());
        assert!(QueryParams::parse(&format!("a=eq.{}", "[]".repeat(1001)), true).is_ok());
        assert!(QueryParams::parse(&"a=eq.1&".repeat(501), false).is_err());
        assert!(QueryParams::parse("a=eq.%00", false).is_err());
    }

    #[test]
    fn bounds_that_are_no_numbers_are_ignored() {
        assert!(read("limit=ten&offset=").windows.is_empty());
    }
}
