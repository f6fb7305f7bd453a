//! One entry of `postgres_changes`: which tables, which actions, which rows and which columns.

use serde::Serialize;
use serde_json::{Map, Value};

use super::filter::{self, Filter, FilterError};

/// A valid entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Parameters {
    /// `*`, `INSERT`, `UPDATE` or `DELETE`.
    pub(crate) action: &'static str,
    /// A name or `*`.
    pub(crate) schema: String,
    /// A name or `*`.
    pub(crate) table: String,
    pub(crate) filters: Vec<Filter>,
    /// `None` for all columns.
    pub(crate) selected: Option<Vec<String>>,
}

/// Why an entry cannot be read. The text is what clients get.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ParameterError {
    #[error("Error parsing `filter` params: {0}")]
    Filter(#[from] FilterError),
    #[error(
        "Error parsing `select` params: expected a list of column name strings, e.g. select: [\"col1\", \"col2\"]"
    )]
    Select,
    #[error(
        "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name."
    )]
    WildcardSelect,
    #[error(
        "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to: {0}"
    )]
    Missing(String),
}

const ANY: &str = "*";
const DEFAULT_SCHEMA: &str = "public";

impl Parameters {
    /// Reads an entry.
    pub(crate) fn parse(entry: &Map<String, Value>) -> Result<Parameters, ParameterError> {
        let selected = selected(entry)?;
        let missing = || ParameterError::Missing(Value::Object(entry.clone()).to_string());
        let (schema, table) = match (entry.get("schema"), entry.get("table")) {
            (Some(Value::String(schema)), Some(Value::String(table))) => (schema.as_str(), table.as_str()),
            (Some(Value::String(schema)), None) if !entry.contains_key("filter") => (schema.as_str(), ANY),
            (None, Some(Value::String(table))) if !entry.contains_key("filter") => {
                (DEFAULT_SCHEMA, table.as_str())
            }
            _ => return Err(missing()),
        };
        let filters = match entry.get("filter") {
            None => Vec::new(),
            Some(Value::String(text)) => filter::parse(text)?,
            Some(_) => return Err(missing()),
        };
        if selected.is_some() && (schema == ANY || table == ANY) {
            return Err(ParameterError::WildcardSelect);
        }
        let (schema, table) = (schema.to_owned(), table.to_owned());
        Ok(Parameters { action: action(entry), schema, table, filters, selected })
    }

    /// The entry as the errors of a subscription show it.
    pub(crate) fn describe(&self) -> String {
        let filters = self.filters.iter().map(|filter| {
            let Filter { column, operator, value, negate } = filter;
            format!("{{{column:?}, {operator:?}, {value:?}, {negate}}}")
        });
        let filters = filters.collect::<Vec<_>>().join(", ");
        let selected =
            self.selected.as_ref().map_or_else(|| "nil".to_owned(), |columns| format!("{columns:?}"));
        let Parameters { action, schema, table, .. } = self;
        format!("event: {action}, schema: {schema}, table: {table}, filters: [{filters}], select: {selected}")
    }
}

fn action(entry: &Map<String, Value>) -> &'static str {
    let event = entry.get("event").and_then(Value::as_str).unwrap_or(ANY);
    let known = ["INSERT", "UPDATE", "DELETE"];
    known.into_iter().find(|action| event.eq_ignore_ascii_case(action)).unwrap_or(ANY)
}

fn selected(entry: &Map<String, Value>) -> Result<Option<Vec<String>>, ParameterError> {
    match entry.get("select") {
        Some(Value::Array(columns)) => {
            let names: Vec<String> = columns.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            Ok((!names.is_empty()).then_some(names))
        }
        Some(Value::String(_)) => Err(ParameterError::Select),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(entry: Value) -> Result<Parameters, ParameterError> {
        Parameters::parse(entry.as_object().unwrap())
    }

    #[test]
    fn schema_and_table_complete_each_other() {
        let names = |entry| parse(entry).map(|it| (it.schema, it.table)).unwrap();
        assert_eq!(names(json!({ "schema": "app" })), ("app".into(), "*".into()));
        assert_eq!(names(json!({ "table": "rooms" })), ("public".into(), "rooms".into()));
        for entry in [
            json!({}),
            json!({ "schema": "a", "filter": "id=eq.1" }),
            json!({ "schema": "a", "table": "b", "filter": null }),
        ] {
            assert!(matches!(parse(entry), Err(ParameterError::Missing(_))));
        }
    }

    #[test]
    fn an_unknown_event_stands_for_all() {
        let action = |event: Value| parse(json!({ "table": "rooms", "event": event })).unwrap().action;
        assert_eq!((action(json!("insert")), action(json!("other")), action(json!(5))), ("INSERT", "*", "*"));
    }

    #[test]
    fn a_selection_needs_one_table_and_a_list() {
        let entry = json!({ "schema": "public", "table": "*", "select": ["a"] });
        assert_eq!(parse(entry), Err(ParameterError::WildcardSelect));
        assert_eq!(parse(json!({ "table": "a", "select": "a" })), Err(ParameterError::Select));
        assert_eq!(parse(json!({ "table": "a", "select": [1] })).unwrap().selected, None);
    }

    #[test]
    fn an_error_shows_the_entry() {
        let entry = json!({ "schema": "public", "table": "test", "filter": "id=eq.123" });
        let expected =
            r#"event: *, schema: public, table: test, filters: [{"id", "eq", "123", false}], select: nil"#;
        assert_eq!(parse(entry).unwrap().describe(), expected);
    }
}
