//! A small catalogue, for what is tried without a database.

use serde_json::{Value, json};

use crate::schema_cache::{CatalogueRows, SchemaCache};

fn column(attnum: i32, name: &str, type_name: &str, default: Option<&str>) -> Value {
    json!({ "attnum": attnum, "name": name, "description": null, "nullable": true, "type": type_name,
        "nominal_type": type_name, "max_length": null, "default": default, "enum": [] })
}

fn table(oid: i64, name: &str, columns: &[Value]) -> String {
    keyed_table(oid, name, &["id"], columns)
}

fn keyed_table(oid: i64, name: &str, primary_key: &[&str], columns: &[Value]) -> String {
    json!({ "oid": oid, "schema": "api", "name": name, "description": null, "is_view": false, "insertable": true,
        "updatable": true, "deletable": true, "writes_plainly": true, "writes_each_row": true,
        "primary_key": primary_key, "columns": columns })
    .to_string()
}

fn foreign_key(name: &str, table: i64, column: i32, foreign_table: i64, unique: bool) -> String {
    json!({ "name": name, "table": table, "columns": [column], "foreign_table": foreign_table,
        "foreign_columns": [1], "unique": unique })
    .to_string()
}

fn parameter(name: &str, type_name: &str, required: bool, variadic: bool) -> Value {
    json!({ "name": name, "type": type_name, "widest_type": type_name, "required": required, "variadic": variadic })
}

fn routine(name: &str, parameters: &[Value], returns: (&str, &str), set: bool, volatility: &str) -> String {
    json!({ "oid": 1, "schema": "api", "name": name, "description": null, "parameters": parameters,
        "returns_schema": returns.0, "returns": returns.1, "returns_set": set,
        "returns_composite": returns.0 == "api", "volatility": volatility, "settings": [], "isolation": null })
    .to_string()
}

fn tables() -> Vec<String> {
    let mut colour = column(2, "colour", "integer", None);
    let cast = |name: &str| json!({ "schema": "api", "name": name });
    colour["casts"] =
        json!({ "to_json": cast("shown"), "from_json": cast("taken"), "from_text": cast("read") });
    vec![
        table(1, "directors", &[column(1, "id", "integer", None), column(2, "name", "text", None)]),
        table(
            2,
            "films",
            &[
                column(1, "id", "integer", Some("nextval('films_id')")),
                column(2, "title", "text", None),
                column(3, "director_id", "integer", None),
                column(4, "info", "jsonb", None),
                column(5, "words", "tsvector", None),
                column(6, "tags", "text[]", None),
                column(7, "odd \"name\"", "int4range", None),
            ],
        ),
        table(3, "actors", &[column(1, "id", "integer", None), column(2, "name", "text", None)]),
        keyed_table(
            4,
            "roles",
            &["film_id", "actor_id"],
            &[
                column(1, "film_id", "integer", None),
                column(2, "actor_id", "integer", None),
                column(3, "role", "text", None),
            ],
        ),
        table(5, "posters", &[column(1, "id", "integer", None), colour]),
        table(6, "places", &[column(1, "id", "integer", None), column(2, "within", "integer", None)]),
    ]
}

pub(crate) fn schema_cache() -> Result<SchemaCache, serde_json::Error> {
    let rows = CatalogueRows {
        tables: tables(),
        foreign_keys: vec![
            foreign_key("films_director", 2, 3, 1, false),
            foreign_key("roles_film", 4, 1, 2, false),
            foreign_key("roles_actor", 4, 2, 3, false),
            foreign_key("posters_film", 5, 1, 2, true),
            foreign_key("places_within", 6, 2, 6, false),
        ],
        routines: vec![
            routine(
                "films_of",
                &[parameter("director", "integer", true, false)],
                ("api", "films"),
                true,
                "s",
            ),
            routine(
                "sum_of",
                &[parameter("numbers", "integer[]", true, true)],
                ("pg_catalog", "int4"),
                false,
                "i",
            ),
            routine("whole", &[parameter("", "json", true, false)], ("pg_catalog", "json"), false, "v"),
            routine(
                "note",
                &[parameter("text", "text", true, false), parameter("loud", "boolean", false, false)],
                ("pg_catalog", "void"),
                false,
                "v",
            ),
        ],
        computed_relationships: vec![
            json!({ "function_schema": "api", "function": "latest_film", "table": 1, "foreign_table": 2,
                "single": true })
            .to_string(),
        ],
        ..CatalogueRows::default()
    };
    SchemaCache::build(&rows, &["api".to_owned()])
}
