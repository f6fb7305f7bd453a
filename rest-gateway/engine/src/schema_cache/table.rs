//! Relations and their columns.

use indexmap::IndexMap;

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct QualifiedName {
    pub schema: String,
    pub name: String,
}

impl QualifiedName {
    pub fn new(schema: impl Into<String>, name: impl Into<String>) -> QualifiedName {
        QualifiedName { schema: schema.into(), name: name.into() }
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
    /// A write does what it says and nothing after it: no rule and no trigger that follows.
    pub runs_nothing_after_write: bool,
    /// A table in one piece without rules and triggers: each row that a write gives is written, and nothing follows.
    pub writes_each_row: bool,
    /// Of a view: the exposed primary keys of the tables that it stands on.
    pub primary_key: Vec<String>,
    pub columns: IndexMap<String, Column>,
}

#[derive(Debug)]
pub(crate) struct Column {
    pub attnum: i32,
    pub name: String,
    pub description: Option<String>,
    pub nullable: bool,
    /// The type that a domain stands on, without modifiers.
    pub base_type: String,
    pub nominal_type: String,
    pub max_length: Option<i32>,
    /// An SQL expression.
    pub default: Option<String>,
    pub enum_values: Vec<String>,
    pub casts: Option<Casts>,
}

/// The functions of a domain's implicit casts, by which its values are shown to clients and taken from them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Casts {
    pub to_json: Option<QualifiedName>,
    pub from_json: Option<QualifiedName>,
    pub from_text: Option<QualifiedName>,
}

/// Types whose values read and look the same in JSON as everywhere, by the names that Postgres gives them.
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

/// More of those whose values json and jsonb spell alike. Not among them: json, which keeps the spelling of its own, the
/// floating types, whose exponents jsonb writes out, and all that may hold one of them.
const SAME_IN_JSONB: [&str; 6] = ["character", "name", "interval", "jsonb", "bytea", "inet"];

impl Column {
    /// Whether json and jsonb spell its values alike.
    pub fn is_same_in_jsonb(&self) -> bool {
        let element = self.base_type.strip_suffix("[]").unwrap_or(&self.base_type);
        PLAIN_TYPES.contains(&element) || SAME_IN_JSONB.contains(&element) || !self.enum_values.is_empty()
    }
}

impl Table {
    pub fn casts(&self, column: &str) -> Option<&Casts> {
        self.columns.get(column)?.casts.as_ref()
    }

    /// Whether some column is shown otherwise than Postgres would show it.
    pub fn is_cast_to_json(&self) -> bool {
        self.columns.values().any(|column| column.casts.as_ref().is_some_and(|casts| casts.to_json.is_some()))
    }
}
