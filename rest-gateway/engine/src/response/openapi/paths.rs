//! The operations of each relation and function.

use serde_json::{Map, Value, json};

use super::definitions::{format, swagger_type, typed};
use super::description::{put_some, summary};
use crate::query::quote_ident;
use crate::schema_cache::{Parameter, Routine, Table, Volatility};

pub(super) fn paths(tables: &[&Table], routines: &[&Routine]) -> Value {
    let mut paths = Map::new();
    paths.insert("/".to_owned(), root());
    for table in tables {
        paths.insert(format!("/{}", table.name.name), relation(table));
    }
    for routine in routines {
        paths.insert(format!("/rpc/{}", routine.name.name), function(routine));
    }
    Value::Object(paths)
}

fn root() -> Value {
    json!({ "get": {
        "tags": ["Introspection"],
        "summary": "OpenAPI description (this document)",
        "produces": ["application/openapi+json", "application/json"],
        "responses": { "200": { "description": "OK" } },
    }})
}

fn relation(table: &Table) -> Value {
    let name = &table.name.name;
    let reference = |parameter: &str| json!({ "$ref": format!("#/parameters/{parameter}") });
    let filters: Vec<Value> =
        table.columns.keys().map(|column| reference(&format!("rowFilter.{name}.{column}"))).collect();
    let with_filters = |others: &[&str]| {
        let others = others.iter().map(|parameter| reference(parameter));
        filters.iter().cloned().chain(others).collect::<Vec<Value>>()
    };
    let body = format!("body.{name}");
    let (title, description) = summary(table.description.as_deref());
    let operation = |parameters: Vec<Value>, responses: Value| {
        let mut operation = Map::new();
        operation.insert("tags".to_owned(), json!([name]));
        put_some(&mut operation, "summary", title.clone());
        put_some(&mut operation, "description", description.clone());
        operation.insert("parameters".to_owned(), Value::Array(parameters));
        operation.insert("responses".to_owned(), responses);
        Value::Object(operation)
    };
    let rows = json!({ "type": "array", "items": { "$ref": format!("#/definitions/{name}") } });
    let mut operations = Map::new();
    let reading = ["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"];
    let found = json!({ "200": { "description": "OK", "schema": rows }, "206": { "description": "Partial Content" } });
    operations.insert("get".to_owned(), operation(with_filters(&reading), found));
    if table.insertable || table.updatable || table.deletable {
        let inserting = [body.as_str(), "select", "preferPost"].map(reference).to_vec();
        let inserted = json!({ "201": { "description": "Created" } });
        let changed = json!({ "204": { "description": "No Content" } });
        let updating = with_filters(&[&body, "preferReturn"]);
        operations.insert("post".to_owned(), operation(inserting, inserted));
        operations.insert("patch".to_owned(), operation(updating, changed.clone()));
        operations.insert("delete".to_owned(), operation(with_filters(&["preferReturn"]), changed));
    }
    Value::Object(operations)
}

fn function(routine: &Routine) -> Value {
    let (title, description) = summary(routine.description.as_deref());
    let operation = |parameters: Vec<Value>| {
        let mut operation = Map::new();
        operation.insert("tags".to_owned(), json!([format!("(rpc) {}", routine.name.name)]));
        put_some(&mut operation, "summary", title.clone());
        put_some(&mut operation, "description", description.clone());
        operation.insert("produces".to_owned(), json!(PRODUCES));
        operation.insert("parameters".to_owned(), Value::Array(parameters));
        operation.insert("responses".to_owned(), json!({ "200": { "description": "OK" } }));
        Value::Object(operation)
    };
    let mut operations = Map::new();
    if routine.volatility != Volatility::Volatile {
        let parameters =
            routine.parameters.iter().map(|parameter| query_parameter(parameter, routine)).collect();
        operations.insert("get".to_owned(), operation(parameters));
    }
    let body = json!({ "name": "args", "required": true, "in": "body", "schema": arguments(routine) });
    let parameters = vec![body, json!({ "$ref": "#/parameters/preferParams" })];
    operations.insert("post".to_owned(), operation(parameters));
    Value::Object(operations)
}

const PRODUCES: [&str; 3] = [
    "application/json",
    "application/vnd.pgrst.object+json;nulls=stripped",
    "application/vnd.pgrst.object+json",
];

fn query_parameter(parameter: &Parameter, routine: &Routine) -> Value {
    let type_name = unqualified(&parameter.type_name, routine);
    let (kind, format) = (swagger_type(type_name), format(type_name));
    let mut described = match type_name.strip_suffix("[]") {
        Some(item) if parameter.variadic => {
            json!({ "type": "array", "items": typed(item), "collectionFormat": "multi" })
        }
        // An array is one string such as `{1,2}`. OpenAPI requires a type for every parameter.
        Some(_) => json!({ "type": "string", "format": format }),
        None => json!({ "type": kind.get("type").unwrap_or(&json!("string")), "format": format }),
    };
    described["name"] = json!(parameter.name);
    described["required"] = json!(parameter.required);
    described["in"] = json!("query");
    described
}

/// The name of a type without the function's own schema, which is first in the search path.
fn unqualified<'a>(type_name: &'a str, routine: &Routine) -> &'a str {
    let schema = &routine.name.schema;
    let bare = |quoted: &str| type_name.strip_prefix(quoted)?.strip_prefix('.');
    bare(schema).or_else(|| bare(&quote_ident(schema))).unwrap_or(type_name)
}

fn arguments(routine: &Routine) -> Value {
    let properties: Map<String, Value> = routine
        .parameters
        .iter()
        .map(|parameter| {
            let described = typed(unqualified(&parameter.type_name, routine));
            (parameter.name.clone(), Value::Object(described))
        })
        .collect();
    let required: Vec<&str> =
        routine.parameters.iter().filter(|p| p.required).map(|parameter| parameter.name.as_str()).collect();
    let mut schema = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    if let Some(description) = &routine.description {
        schema["description"] = json!(description);
    }
    schema
}
