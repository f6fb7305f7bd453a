//! Tables, views and their columns.

use std::ops::Deref;
use std::sync::Arc;

use indexmap::IndexMap;

/// The name of a relation, a type or a function. It is shared, because every request clones some names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct QualifiedName(Arc<NameParts>);

#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NameParts {
    pub schema: String,
    pub name: String,
}

impl QualifiedName {
    pub fn new(schema: impl Into<String>, name: impl Into<String>) -> QualifiedName {
        QualifiedName(Arc::new(NameParts { schema: schema.into(), name: name.into() }))
    }
}

impl Deref for QualifiedName {
    type Target = NameParts;

    fn deref(&self) -> &NameParts {
        &self.0
    }
}

#[derive(Debug)]
pub(crate) struct Table {
    pub name: QualifiedName,
    pub description: Option<String>,
    pub is_view: bool,
    pub insertable: bool,
    pub updatable: bool,
    pub deletable: bool,
    /// The relation has no rules of its own and no AFTER triggers, so that nothing runs after a write.
    pub runs_nothing_after_write: bool,
    /// An ordinary table without rules and triggers, so that every row of an INSERT is inserted.
    pub writes_each_row: bool,
    /// For a view: the primary keys of its underlying tables that it selects completely.
    pub primary_key: Vec<String>,
    pub columns: IndexMap<String, Column, foldhash::fast::RandomState>,
}

#[derive(Debug)]
pub(crate) struct Column {
    pub attnum: i32,
    pub name: String,
    pub description: Option<String>,
    pub nullable: bool,
    /// The type without length or precision; for a domain, its base type.
    pub base_type: String,
    pub nominal_type: String,
    pub max_length: Option<i32>,
    /// The SQL expression of the default.
    pub default: Option<String>,
    pub enum_values: Vec<String>,
    pub casts: Option<Casts>,
}

/// The functions of a domain's implicit casts, which convert its values from and to clients.
#[derive(Debug, Clone, Default)]
pub(crate) struct Casts {
    pub to_json: Option<QualifiedName>,
    pub from_json: Option<QualifiedName>,
    pub from_text: Option<QualifiedName>,
}

/// Types whose values have the same text in JSON as elsewhere, by their names in Postgres.
pub(crate) const PLAIN_TYPES: [&str; 13] = [
    "text",
    "character varying",
    "uuid",
    "boolean",
    "smallint",
    "integer",
    "bigint",
    "numeric",
    "date",
    "time without time zone",
    "time with time zone",
    "timestamp without time zone",
    "timestamp with time zone",
];

/// More types whose values json and jsonb spell in the same way. Excluded are json, which keeps its own spelling,
/// floating point types, whose exponents jsonb expands, and every type that may contain one of these.
const SAME_IN_JSONB: [&str; 6] = ["character", "name", "interval", "jsonb", "bytea", "inet"];

impl Column {
    /// True when json and jsonb spell its values in the same way.
    pub fn is_same_in_jsonb(&self) -> bool {
        let element = self.base_type.strip_suffix("[]").unwrap_or(&self.base_type);
        PLAIN_TYPES.contains(&element) || SAME_IN_JSONB.contains(&element) || !self.enum_values.is_empty()
    }
}

impl Table {
    pub fn casts(&self, column: &str) -> Option<&Casts> {
        self.columns.get(column)?.casts.as_ref()
    }

    /// True when a column has a cast to JSON.
    pub fn has_json_cast(&self) -> bool {
        self.columns.values().any(|column| column.casts.as_ref().is_some_and(|casts| casts.to_json.is_some()))
    }
}
