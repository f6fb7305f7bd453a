//! The catalogue queries and the types of their rows. The queries are many and simple, because planning one query that
//! joins them took Postgres longer than running all of these. Oids from 16384 on belong to user-created objects.

use postgres_wire::Row;

use super::values::{RowError, Values};

/// The rows of all catalogue queries.
#[derive(Debug, Default)]
pub(crate) struct CatalogueRows {
    pub relations: Vec<RelationRow>,
    pub columns: Vec<ColumnRow>,
    pub domains: Vec<DomainRow>,
    pub casts: Vec<CastRow>,
    pub enums: Vec<EnumRow>,
    pub constraints: Vec<ConstraintRow>,
    pub rules: Vec<RuleRow>,
    pub triggers: Vec<TriggerRow>,
    pub descriptions: Vec<DescriptionRow>,
    pub functions: Vec<FunctionRow>,
    pub row_functions: Vec<RowFunctionRow>,
}

/// A row of one of the catalogue's queries.
pub(crate) trait CatalogueRow: Sized {
    const QUERY: &'static str;

    fn from_row(row: &Row) -> Result<Self, RowError>;
}

/// Defines a row type. The fields are in the order of the query's columns, each with the method of `Values` that reads
/// it.
macro_rules! row {
    ($query:literal $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty = $read:ident,)* }) => {
        #[derive(Debug, Clone)]
        pub(crate) struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        }

        impl CatalogueRow for $name {
            const QUERY: &'static str = include_str!($query);

            fn from_row(row: &Row) -> Result<$name, RowError> {
                let mut values = Values::of(row);
                Ok($name { $($field: values.$read()?,)* })
            }
        }
    };
}

row!("sql/relations.sql" RelationRow {
    oid: u32 = oid,
    /// The oid of its row type.
    row_type: u32 = oid,
    schema: String = text,
    name: String = text,
    kind: char = letter,
    /// The commands that a view or a foreign table supports, as bits: 8 INSERT, 4 UPDATE, 16 DELETE.
    events: i32 = number,
});

row!("sql/columns.sql" ColumnRow {
    relation: u32 = oid,
    number: i32 = number,
    name: String = text,
    not_null: bool = flag,
    generated: bool = flag,
    type_oid: u32 = oid,
    /// Empty in a schema that is not exposed, as is `nominal_type`.
    type_name: String = text,
    /// With length or precision.
    nominal_type: String = text,
    max_length: Option<i32> = optional_number,
    /// `None` in a schema that is not exposed.
    default: Option<String> = optional_text,
});

row!("sql/domains.sql" DomainRow {
    oid: u32 = oid,
    not_null: bool = flag,
    default: Option<String> = optional_text,
    base: u32 = oid,
    /// The SQL name of the base type.
    base_type: String = text,
    base_schema: String = text,
    base_name: String = text,
    base_kind: char = letter,
});

row!("sql/casts.sql" CastRow {
    source: u32 = oid,
    target: u32 = oid,
    schema: String = text,
    function: String = text,
});

row!("sql/enums.sql" EnumRow {
    type_oid: u32 = oid,
    label: String = text,
});

row!("sql/constraints.sql" ConstraintRow {
    name: String = text,
    /// `p`rimary, `u`nique or `f`oreign key.
    kind: char = letter,
    relation: u32 = oid,
    columns: Vec<i32> = list,
    /// The table that a foreign key references.
    foreign_relation: Option<u32> = optional_oid,
    foreign_columns: Vec<i32> = list,
});

row!("sql/rules.sql" RuleRow {
    relation: u32 = oid,
    /// The query tree of a view's `_RETURN` rule.
    query: Option<String> = optional_text,
});

row!("sql/triggers.sql" TriggerRow {
    relation: u32 = oid,
    /// An AFTER trigger.
    is_after: bool = flag,
});

row!("sql/descriptions.sql" DescriptionRow {
    of_function: bool = flag,
    oid: u32 = oid,
    /// The number of the column; 0 for the relation or function itself.
    number: i32 = number,
    text: String = text,
});

row!("sql/functions.sql" FunctionRow {
    oid: u32 = oid,
    schema: String = text,
    name: String = text,
    is_aggregate: bool = flag,
    volatility: char = letter,
    returns_set: bool = flag,
    /// False for a set that is declared to have one row (`ROWS 1`).
    returns_many: bool = flag,
    result: u32 = oid,
    result_schema: String = text,
    result_name: String = text,
    result_kind: char = letter,
    /// The number of input parameters, and how many of the last ones have a default.
    parameters: i32 = number,
    defaults: i32 = number,
    first_parameter: Option<u32> = optional_oid,
    /// The types of all parameters, OUT parameters included.
    types: Vec<String> = list,
    /// Empty when no parameter has a name.
    names: Vec<String> = list,
    /// Empty when all are IN parameters.
    modes: Vec<char> = list,
    /// Each as `name=value`.
    settings: Vec<String> = list,
});

row!("sql/row_functions.sql" RowFunctionRow {
    name: String = text,
});
