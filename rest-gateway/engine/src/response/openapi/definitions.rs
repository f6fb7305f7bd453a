//! The schema of each relation's rows.

use serde_json::{Map, Value, json};

use super::description::put_some;
use crate::schema_cache::{Column, Kind, SchemaCache, Table};

pub(super) fn definitions(tables: &[&Table], cache: &SchemaCache) -> Value {
    tables
        .iter()
        .map(|table| (table.name.name.clone(), definition(table, cache)))
        .collect::<Map<_, _>>()
        .into()
}

fn definition(table: &Table, cache: &SchemaCache) -> Value {
    let required: Vec<&str> =
        table.columns.values().filter(|column| !column.nullable).map(|column| column.name.as_str()).collect();
    let properties: Map<String, Value> =
        table.columns.values().map(|column| (column.name.clone(), property(column, table, cache))).collect();
    let mut definition = Map::new();
    put_some(&mut definition, "description", table.description.clone());
    if !required.is_empty() {
        definition.insert("required".to_owned(), json!(required));
    }
    definition.insert("properties".to_owned(), Value::Object(properties));
    definition.insert("type".to_owned(), json!("object"));
    Value::Object(definition)
}

fn property(column: &Column, table: &Table, cache: &SchemaCache) -> Value {
    let mut property = typed(&column.base_type);
    put_some(&mut property, "description", described(column, table, cache));
    if let Some(default) = column.default.as_deref().and_then(|text| default_value(text, &column.base_type)) {
        property.insert("default".to_owned(), default);
    }
    if let Some(length) = column.max_length {
        property.insert("maxLength".to_owned(), json!(length));
    }
    if !column.enum_values.is_empty() {
        property.insert("enum".to_owned(), json!(column.enum_values));
    }
    Value::Object(property)
}

/// The description of a column: its comment, and its primary and foreign keys.
fn described(column: &Column, table: &Table, cache: &SchemaCache) -> Option<String> {
    let mut notes = Vec::new();
    if table.primary_key.contains(&column.name) {
        notes.push("This is a Primary Key.<pk/>".to_owned());
    }
    let foreign = cache.relationships_from(&table.name).filter_map(|relationship| match &relationship.kind {
        Kind::ManyToOne(link) | Kind::OneToOne(link) if link.is_origin_key => match link.columns.as_slice() {
            [(own, other)] if *own == column.name => {
                Some((relationship.target_is_view, &relationship.target.name, other))
            }
            _ => None,
        },
        _ => None,
    });
    // Tables sort before views.
    if let Some((_, name, other)) = foreign.min() {
        notes
            .push(format!("This is a Foreign Key to `{name}.{other}`.<fk table='{name}' column='{other}'/>"));
    }
    if notes.is_empty() {
        return column.description.clone();
    }
    let note = format!("Note:\n{}", notes.join("\n"));
    Some(match &column.description {
        Some(description) => format!("{description}\n\n{note}"),
        None => note,
    })
}

/// A Postgres type, with its name as `format`.
pub(super) fn typed(type_name: &str) -> Map<String, Value> {
    let mut described = swagger_type(type_name);
    described.insert("format".to_owned(), json!(format(type_name)));
    described
}

/// OpenAPI names integers by width. Other types keep their Postgres names.
pub(super) fn format(type_name: &str) -> &str {
    match type_name {
        "smallint" | "integer" => "int32",
        "bigint" => "int64",
        other => other,
    }
}

pub(super) fn swagger_type(type_name: &str) -> Map<String, Value> {
    let value = match type_name {
        "json" | "jsonb" => json!({}),
        "boolean" => json!({ "type": "boolean" }),
        "smallint" | "integer" | "bigint" => json!({ "type": "integer" }),
        "numeric" | "real" | "double precision" => json!({ "type": "number" }),
        other => match other.strip_suffix("[]") {
            Some(item) => json!({ "type": "array", "items": swagger_type(item) }),
            None => json!({ "type": "string" }),
        },
    };
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// The default of a string type without quotes and cast; of other types only if it is valid JSON.
fn default_value(expression: &str, type_name: &str) -> Option<Value> {
    if swagger_type(type_name).get("type") != Some(&json!("string")) {
        return serde_json::from_str(expression).ok();
    }
    let text = expression.strip_suffix(&format!("::{type_name}")).map(|text| text.trim_matches('\''));
    Some(json!(text.unwrap_or(expression)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_plain_defaults_as_values() {
        assert_eq!(default_value("'a'::text", "text"), Some(json!("a")));
        assert_eq!(default_value("now()", "timestamp with time zone"), Some(json!("now()")));
        assert_eq!(default_value("90", "integer"), Some(json!(90)));
        assert_eq!(default_value("nextval('x')", "integer"), None);
    }

    #[test]
    fn describes_the_items_of_arrays() {
        assert_eq!(
            Value::Object(swagger_type("integer[]")),
            json!({"type": "array", "items": {"type": "integer"}})
        );
    }
}
