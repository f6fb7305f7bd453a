//! The shared parameters that the paths reference.

use serde_json::{Map, Value, json};

use crate::schema_cache::Table;

pub(super) fn parameters(tables: &[&Table]) -> Value {
    let mut parameters = common();
    for table in tables {
        let name = &table.name.name;
        let body = json!({
            "name": name, "description": name, "required": false, "in": "body",
            "schema": { "$ref": format!("#/definitions/{name}") },
        });
        parameters.insert(format!("body.{name}"), body);
        for column in table.columns.values() {
            let mut filter =
                json!({ "name": column.name, "required": false, "in": "query", "type": "string" });
            if let Some(description) = &column.description {
                filter["description"] = json!(description);
            }
            parameters.insert(format!("rowFilter.{name}.{}", column.name), filter);
        }
    }
    Value::Object(parameters)
}

fn common() -> Map<String, Value> {
    let query = |name: &str, description: &str| json!({ "name": name, "description": description, "required": false, "in": "query", "type": "string" });
    let prefer_any = json!({ "name": "Prefer", "description": "Preference", "required": false, "in": "header",
        "type": "string" });
    let prefer = |values: &[&str]| {
        let mut prefer = prefer_any.clone();
        prefer["enum"] = json!(values);
        prefer
    };
    let returns = ["return=representation", "return=minimal", "return=none"];
    let resolution = ["resolution=ignore-duplicates", "resolution=merge-duplicates"];
    let named = [
        ("preferParams", prefer_any.clone()),
        ("preferReturn", prefer(&returns)),
        ("preferCount", prefer(&["count=none"])),
        ("preferPost", prefer(&[returns.as_slice(), resolution.as_slice()].concat())),
        ("select", query("select", "Filtering Columns")),
        ("on_conflict", query("on_conflict", "On Conflict")),
        ("order", query("order", "Ordering")),
        (
            "range",
            json!({ "name": "Range", "description": "Limiting and Pagination", "required": false, "in": "header",
                "type": "string" }),
        ),
        (
            "rangeUnit",
            json!({ "name": "Range-Unit", "description": "Limiting and Pagination", "required": false,
                "default": "items", "in": "header", "type": "string" }),
        ),
        ("offset", query("offset", "Limiting and Pagination")),
        ("limit", query("limit", "Limiting and Pagination")),
    ];
    named.into_iter().map(|(name, parameter)| (name.to_owned(), parameter)).collect()
}
