//! The catalogue's rows as its queries give them. The queries are many and simple: planning one that joined them took
//! Postgres longer than running all of these. Numbers from 16384 on are those of what people made.

use postgres_wire::Row;

use super::values::{RowError, Values};

/// The rows that each query gave.
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

/// A row's fields stand in the order of its query's columns, each with the way to read it.
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
    /// The type of its rows.
    row_type: u32 = oid,
    schema: String = text,
    name: String = text,
    kind: char = letter,
    /// What goes through a view or a foreign table: 8 an insert, 4 an update, 16 a delete.
    events: i32 = number,
});

row!("sql/columns.sql" ColumnRow {
    relation: u32 = oid,
    number: i32 = number,
    name: String = text,
    not_null: bool = flag,
    generated: bool = flag,
    type_oid: u32 = oid,
    type_name: String = text,
    /// With its length or precision.
    nominal_type: String = text,
    max_length: Option<i32> = optional_number,
    default: Option<String> = optional_text,
});

row!("sql/domains.sql" DomainRow {
    oid: u32 = oid,
    not_null: bool = flag,
    default: Option<String> = optional_text,
    base: u32 = oid,
    /// As SQL spells it.
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
    /// Where a foreign key leads.
    foreign_relation: Option<u32> = optional_oid,
    foreign_columns: Vec<i32> = list,
});

row!("sql/rules.sql" RuleRow {
    relation: u32 = oid,
    /// Of the rule that makes a view what it is.
    query: Option<String> = optional_text,
});

row!("sql/triggers.sql" TriggerRow {
    relation: u32 = oid,
    /// Whether it speaks when the write has given its row.
    is_after: bool = flag,
});

row!("sql/descriptions.sql" DescriptionRow {
    of_function: bool = flag,
    oid: u32 = oid,
    /// The column's number; 0 for the relation or the function itself.
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
    /// Whether the set is expected to have other than one row.
    returns_many: bool = flag,
    result: u32 = oid,
    result_schema: String = text,
    result_name: String = text,
    result_kind: char = letter,
    /// How many go in, and how many of those, the last ones, have a default.
    parameters: i32 = number,
    defaults: i32 = number,
    first_parameter: Option<u32> = optional_oid,
    /// The types of all parameters, those that only come back included.
    types: Vec<String> = list,
    /// Empty when none has a name.
    names: Vec<String> = list,
    /// Empty when all of them only go in.
    modes: Vec<char> = list,
    /// Each as `name=value`.
    settings: Vec<String> = list,
});

row!("sql/row_functions.sql" RowFunctionRow {
    name: String = text,
});
