//! The TypeScript type of a Postgres type, as PostgREST writes its values in JSON.

use super::catalog::{Catalog, PostgresType, RelationKind};
use super::typescript::{Type, plain, text};
use std::collections::HashMap;

/// Finds the types of one catalog.
pub(super) struct Types<'a> {
    by_oid: HashMap<u32, &'a PostgresType>,
    schemas: &'a [String],
}

impl<'a> Types<'a> {
    pub fn new(catalog: &'a Catalog, schemas: &'a [String]) -> Types<'a> {
        Types { by_oid: catalog.types_by_oid(), schemas }
    }

    pub fn get(&self, oid: u32) -> Option<&'a PostgresType> {
        self.by_oid.get(&oid).copied()
    }

    /// The type of a value that is not null. One that is not known is `unknown`.
    pub fn value(&self, oid: u32) -> Type {
        let Some(found) = self.get(oid) else { return plain("unknown") };
        if let Some(element) = found.element {
            return Type::Array(Box::new(self.value(element)));
        }
        if let Some(base) = found.base {
            return self.value(base);
        }
        match (found.schema.as_str(), found.kind) {
            (_, 'e') => self.enum_type(found),
            (_, 'c') => self.composite(found),
            ("pg_catalog", _) => plain(built_in(&found.name)),
            // Types of extensions.
            (_, _) if matches!(found.name.as_str(), "citext" | "vector" | "halfvec") => plain("string"),
            _ => plain("unknown"),
        }
    }

    /// The type of a value that may be null. `unknown` includes null.
    pub fn nullable(&self, oid: u32) -> Type {
        match self.value(oid) {
            Type::Plain(name) if name == "unknown" => plain(name),
            value => value.or_null(),
        }
    }

    fn enum_type(&self, found: &PostgresType) -> Type {
        if self.schemas.contains(&found.schema) {
            return self.reference(found, "Enums");
        }
        Type::Union(found.labels.iter().map(|label| plain(text(label))).collect())
    }

    fn composite(&self, found: &PostgresType) -> Type {
        if !self.schemas.contains(&found.schema) {
            return plain("unknown");
        }
        match found.relation {
            None => self.reference(found, "CompositeTypes"),
            Some(RelationKind::View | RelationKind::MaterializedView) => self.row(found, "Views"),
            Some(_) => self.row(found, "Tables"),
        }
    }

    fn reference(&self, found: &PostgresType, kind: &str) -> Type {
        plain(format!("Database[{}][\"{kind}\"][{}]", text(&found.schema), text(&found.name)))
    }

    fn row(&self, found: &PostgresType, kind: &str) -> Type {
        plain(format!("Database[{}][\"{kind}\"][{}][\"Row\"]", text(&found.schema), text(&found.name)))
    }
}

fn built_in(name: &str) -> &'static str {
    match name {
        "bool" => "boolean",
        "int2" | "int4" | "int8" | "float4" | "float8" | "numeric" => "number",
        "bytea" | "bpchar" | "varchar" | "text" | "name" | "date" | "time" | "timetz" | "timestamp"
        | "timestamptz" | "interval" | "uuid" => "string",
        "json" | "jsonb" => "Json",
        "void" => "undefined",
        "record" => "Record<string, unknown>",
        _ => "unknown",
    }
}
