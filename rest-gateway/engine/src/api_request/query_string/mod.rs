//! The query string, with each parameter parsed by its kind. Rejects too many parameters or filters, NUL characters,
//! and every parameter that its own parser rejects.

use std::collections::HashSet;

use crate::api_request::cursor::{Cursor, Parsed};
use crate::api_request::expected::Expected;
use crate::api_request::field::{Field, read_json_path, read_name};
use crate::api_request::filter::{Condition, Filter};
use crate::api_request::filter_parser::ValueIn;
use crate::api_request::logic::LogicTree;
use crate::api_request::order::{OrderTerm, read_order};
use crate::api_request::query_pairs::{canonical, decode, too_many};
use crate::api_request::select::{SelectColumn, SelectItem, read_select};
use crate::error::Error;

/// Maximum number of filters, those in logic trees included.
const MAX_FILTERS: usize = 1000;
/// Postgres' maximum number of columns of a table.
const MAX_COLUMNS: usize = 1600;

/// Names of embeds, from the root down.
pub(crate) type EmbedPath = Vec<String>;

#[derive(Debug, Default)]
pub(crate) struct QueryParams {
    /// The parameters sorted by name, for `Content-Location`.
    pub canonical: String,
    pub select: Vec<SelectItem>,
    pub filters: Vec<(EmbedPath, Filter)>,
    pub logic: Vec<(EmbedPath, LogicTree)>,
    pub order: Vec<(EmbedPath, Vec<OrderTerm>)>,
    pub ranges: Vec<(EmbedPath, RangeBound)>,
    pub columns: Option<Vec<String>>,
    pub on_conflict: Option<Vec<String>>,
    /// The arguments of a function that is called with GET: parameters that are not filters.
    pub arguments: Vec<(String, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RangeBound {
    Limit(i64),
    Offset(i64),
}

impl QueryParams {
    /// `takes_arguments`: whether a parameter that is not a filter is an argument.
    pub fn parse(query: &str, takes_arguments: bool) -> Result<QueryParams, Error> {
        let pairs = decode(query)?;
        let values_of = |kind: Parameter| {
            pairs.iter().filter_map(move |(key, value)| {
                let value = value.as_deref().filter(|_| Parameter::named(key) == kind)?;
                Some((key.as_str(), value))
            })
        };
        let mut params = QueryParams { canonical: canonical(&pairs), ..QueryParams::default() };
        for (key, value) in values_of(Parameter::Order) {
            params.order.push((embed_path(key)?, parse(value, "order", read_order)?));
        }
        for (key, value) in values_of(Parameter::Logic) {
            params.logic.push(read_logic(key, value)?);
        }
        if let Some((_, value)) = values_of(Parameter::Columns).next() {
            let mut columns = parse(value, "columns parameter", read_columns)?;
            let mut seen = HashSet::new();
            columns.retain(|column| seen.insert(column.clone()));
            params.columns = Some(columns);
        }
        params.select = match values_of(Parameter::Select).next() {
            Some((_, value)) => parse(value, "select parameter", read_select)?,
            None => vec![SelectItem::Column(SelectColumn::all())],
        };
        for (key, value) in values_of(Parameter::Filter) {
            params.take_filter(key, value, takes_arguments)?;
        }
        if let Some((_, value)) = values_of(Parameter::OnConflict).next() {
            params.on_conflict = Some(parse(value, "on_conflict parameter", read_columns)?);
        }
        // A value that is not a number is ignored.
        for (key, value) in values_of(Parameter::Limit) {
            if let Ok(limit) = value.trim().parse() {
                params.ranges.push((embed_path(key)?, RangeBound::Limit(limit)));
            }
        }
        for (key, value) in values_of(Parameter::Offset) {
            if let Ok(offset) = value.trim().parse() {
                params.ranges.push((embed_path(key)?, RangeBound::Offset(offset)));
            }
        }
        let in_trees: usize = params.logic.iter().map(|(_, tree)| tree.filter_count()).sum();
        if params.filters.len() + in_trees > MAX_FILTERS {
            return Err(too_many("filters", MAX_FILTERS));
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

/// The kind of a parameter, which follows from its name.
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

fn parse<T>(text: &str, what: &str, read: impl FnOnce(&mut Cursor<'_>) -> Parsed<T>) -> Result<T, Error> {
    let mut cursor = Cursor::new(text);
    read(&mut cursor).map_err(|_| cursor.error(what, text))
}

fn read_columns(cursor: &mut Cursor<'_>) -> Parsed<Vec<String>> {
    let mut columns = Vec::new();
    loop {
        columns.push(read_name(cursor)?);
        if columns.len() > MAX_COLUMNS {
            return Err(cursor.reject("there are too many columns"));
        }
        cursor.blanks();
        if !cursor.take(",", Expected::Comma) {
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

/// Names separated by dots: a path of embeds and a name inside the last one.
fn read_names(cursor: &mut Cursor<'_>) -> Parsed<(EmbedPath, String)> {
    let mut path = Vec::new();
    let mut last = read_name(cursor)?;
    while cursor.take(".", Expected::Delimiter) {
        path.push(std::mem::replace(&mut last, read_name(cursor)?));
    }
    Ok((path, last))
}

/// The embeds before a reserved word: `a.b` for `a.b.order`.
fn embed_path(key: &str) -> Result<EmbedPath, Error> {
    parse(key, "tree path", read_tree_path).map(|(path, _)| path)
}

/// `embed.not.or=(…)` is the tree `not.or(…)` of `embed`.
fn read_logic(key: &str, value: &str) -> Result<(EmbedPath, LogicTree), Error> {
    let (mut path, operator) = parse(key, "logic path", read_names)?;
    let negation = if path.iter().any(|name| name == "not") { "not." } else { "" };
    path.retain(|name| name != "not");
    let text = format!("{negation}{operator}{value}");
    let mut cursor = Cursor::new(&text);
    let tree = LogicTree::read(&mut cursor).map_err(|_| cursor.error("logic tree", value))?;
    Ok((path, tree))
}

#[cfg(test)]
mod tests;
