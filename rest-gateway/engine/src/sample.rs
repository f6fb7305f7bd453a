//! A small catalogue for tests without a database.

use crate::schema_cache::{
    CastRow, CatalogueRows, ColumnRow, ConstraintRow, DomainRow, FunctionRow, RelationRow, SchemaCache,
};

/// Oids of types: a domain of the sample, and two of Postgres' own.
const COLOUR: u32 = 1000;
const JSON: u32 = 114;
const TEXT: u32 = 25;

/// The oid of a relation's row type.
fn row_type(relation: u32) -> u32 {
    2000 + relation
}

fn relation(oid: u32, name: &str) -> RelationRow {
    let (schema, name) = ("api".to_owned(), name.to_owned());
    RelationRow { oid, row_type: row_type(oid), schema, name, kind: 'r', events: 0 }
}

fn columns(relation: u32, named: &[(&str, &str)]) -> Vec<ColumnRow> {
    let column = |(number, (name, type_name)): (i32, &(&str, &str))| ColumnRow {
        relation,
        number,
        name: (*name).to_owned(),
        not_null: false,
        generated: false,
        type_oid: if *type_name == "colour" { COLOUR } else { 1 },
        type_name: (*type_name).to_owned(),
        nominal_type: (*type_name).to_owned(),
        max_length: None,
        default: (relation == 2 && *name == "id").then(|| "nextval('films_id')".to_owned()),
    };
    (1..).zip(named).map(column).collect()
}

fn key(kind: char, name: &str, relation: u32, columns: &[i32]) -> ConstraintRow {
    ConstraintRow {
        name: name.to_owned(),
        kind,
        relation,
        columns: columns.to_vec(),
        foreign_relation: None,
        foreign_columns: Vec::new(),
    }
}

fn foreign_key(name: &str, relation: u32, column: i32, foreign_relation: u32) -> ConstraintRow {
    ConstraintRow {
        foreign_relation: Some(foreign_relation),
        foreign_columns: vec![1],
        ..key('f', name, relation, &[column])
    }
}

/// A function with parameters `(name, type)` that returns a single value of the type `(schema, name)`.
fn function(name: &str, parameters: &[(&str, &str)], returns: (&str, &str)) -> FunctionRow {
    FunctionRow {
        oid: 1,
        schema: "api".to_owned(),
        name: name.to_owned(),
        is_aggregate: false,
        volatility: 'v',
        returns_set: false,
        returns_many: false,
        result: 1,
        result_schema: returns.0.to_owned(),
        result_name: returns.1.to_owned(),
        result_kind: if returns.0 == "api" { 'c' } else { 'b' },
        parameters: parameters.len().try_into().unwrap_or_default(),
        defaults: 0,
        first_parameter: None,
        types: parameters.iter().map(|(_, type_name)| (*type_name).to_owned()).collect(),
        names: parameters.iter().map(|(name, _)| (*name).to_owned()).collect(),
        modes: Vec::new(),
        settings: Vec::new(),
    }
}

fn cast(source: u32, target: u32, function: &str) -> CastRow {
    CastRow { source, target, schema: "api".to_owned(), function: function.to_owned() }
}

fn all_columns() -> Vec<ColumnRow> {
    [
        columns(1, &[("id", "integer"), ("name", "text")]),
        columns(
            2,
            &[
                ("id", "integer"),
                ("title", "text"),
                ("director_id", "integer"),
                ("info", "jsonb"),
                ("words", "tsvector"),
                ("tags", "text[]"),
                ("odd \"name\"", "int4range"),
            ],
        ),
        columns(3, &[("id", "integer"), ("name", "text")]),
        columns(4, &[("film_id", "integer"), ("actor_id", "integer"), ("role", "text")]),
        columns(5, &[("id", "integer"), ("colour", "colour")]),
        columns(6, &[("id", "integer"), ("within", "integer")]),
    ]
    .concat()
}

fn colour() -> DomainRow {
    DomainRow {
        oid: COLOUR,
        not_null: false,
        default: None,
        base: 1,
        base_type: "integer".to_owned(),
        base_schema: "pg_catalog".to_owned(),
        base_name: "int4".to_owned(),
        base_kind: 'b',
    }
}

fn functions() -> Vec<FunctionRow> {
    let films_of = function("films_of", &[("director", "integer")], ("api", "films"));
    let sum_of = function("sum_of", &[("numbers", "integer[]")], ("pg_catalog", "int4"));
    let note = function("note", &[("text", "text"), ("loud", "boolean")], ("pg_catalog", "void"));
    let latest_film = function("latest_film", &[("", "api.directors")], ("api", "films"));
    vec![
        FunctionRow { returns_set: true, returns_many: true, volatility: 's', ..films_of },
        FunctionRow { modes: vec!['v'], volatility: 'i', ..sum_of },
        function("whole", &[("", "json")], ("pg_catalog", "json")),
        FunctionRow { defaults: 1, ..note },
        FunctionRow { first_parameter: Some(row_type(1)), result: row_type(2), ..latest_film },
    ]
}

pub(crate) fn schema_cache() -> SchemaCache {
    let rows = CatalogueRows {
        relations: vec![
            relation(1, "directors"),
            relation(2, "films"),
            relation(3, "actors"),
            relation(4, "roles"),
            relation(5, "posters"),
            relation(6, "places"),
        ],
        columns: all_columns(),
        domains: vec![colour()],
        casts: vec![cast(COLOUR, JSON, "shown"), cast(JSON, COLOUR, "taken"), cast(TEXT, COLOUR, "read")],
        constraints: vec![
            key('p', "directors_key", 1, &[1]),
            key('p', "films_key", 2, &[1]),
            key('p', "actors_key", 3, &[1]),
            key('p', "roles_key", 4, &[1, 2]),
            key('p', "posters_key", 5, &[1]),
            key('p', "places_key", 6, &[1]),
            foreign_key("films_director", 2, 3, 1),
            foreign_key("roles_film", 4, 1, 2),
            foreign_key("roles_actor", 4, 2, 3),
            foreign_key("posters_film", 5, 1, 2),
            foreign_key("places_within", 6, 2, 6),
        ],
        functions: functions(),
        ..CatalogueRows::default()
    };
    SchemaCache::build(&rows, &["api".to_owned()], &[])
}
