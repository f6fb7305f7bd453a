//! The database objects that types are generated from: relations, types, functions and relationships.

use super::error::GenTypesError;
use serde::Deserialize;
use std::collections::HashMap;

const QUERY: &str = include_str!("catalog.sql");

/// The objects of the generated schemas, and the types that they use.
#[derive(Debug, Deserialize)]
pub(super) struct Catalog {
    pub relations: Vec<Relation>,
    pub types: Vec<PostgresType>,
    pub functions: Vec<Function>,
}

/// A table or a view.
#[derive(Debug, Deserialize)]
pub(super) struct Relation {
    pub schema: String,
    pub name: String,
    pub kind: RelationKind,
    /// The oid of its row type.
    pub row_type: u32,
    pub insertable: bool,
    pub updatable: bool,
    pub columns: Vec<Column>,
}

/// `pg_class.relkind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum RelationKind {
    #[serde(rename = "r")]
    Table,
    #[serde(rename = "p")]
    PartitionedTable,
    #[serde(rename = "f")]
    ForeignTable,
    #[serde(rename = "v")]
    View,
    #[serde(rename = "m")]
    MaterializedView,
}

impl RelationKind {
    pub fn is_view(self) -> bool {
        matches!(self, RelationKind::View | RelationKind::MaterializedView)
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Column {
    pub name: String,
    #[serde(rename = "type")]
    pub type_oid: u32,
    pub nullable: bool,
    pub has_default: bool,
    /// `GENERATED ALWAYS`: a column that cannot be written.
    pub is_always_generated: bool,
    /// Whether a view can write it.
    pub is_writable: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct PostgresType {
    pub oid: u32,
    pub schema: String,
    pub name: String,
    /// `pg_type.typtype`.
    pub kind: char,
    /// The kind of the relation whose row type this is.
    pub relation: Option<RelationKind>,
    /// The element of an array.
    pub element: Option<u32>,
    /// The type below a domain.
    pub base: Option<u32>,
    /// The values of an enum, in their order.
    pub labels: Vec<String>,
    /// The attributes of a composite type.
    pub attributes: Vec<Attribute>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Attribute {
    pub name: String,
    #[serde(rename = "type")]
    pub type_oid: u32,
}

#[derive(Debug, Deserialize)]
pub(super) struct Function {
    pub schema: String,
    pub name: String,
    /// The oid of the type that it returns.
    pub result: u32,
    pub returns_set: bool,
    /// A set that is declared to have one row (`ROWS 1`).
    pub is_one_row: bool,
    pub parameters: Vec<Parameter>,
    /// How many of the last inputs have a default.
    pub defaults: usize,
}

#[derive(Debug, Deserialize)]
pub(super) struct Parameter {
    /// Empty for an unnamed one.
    pub name: String,
    #[serde(rename = "type")]
    pub type_oid: u32,
    pub mode: ParameterMode,
}

/// `pg_proc.proargmodes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum ParameterMode {
    #[serde(rename = "i")]
    In,
    #[serde(rename = "o")]
    Out,
    #[serde(rename = "b")]
    InOut,
    #[serde(rename = "v")]
    Variadic,
    #[serde(rename = "t")]
    Table,
}

impl Function {
    /// The parameters that a caller gives, each with whether it has a default.
    pub fn inputs(&self) -> Vec<(&Parameter, bool)> {
        let is_input =
            |mode| matches!(mode, ParameterMode::In | ParameterMode::InOut | ParameterMode::Variadic);
        let inputs: Vec<&Parameter> = self.parameters.iter().filter(|it| is_input(it.mode)).collect();
        let required = inputs.len().saturating_sub(self.defaults);
        inputs.into_iter().enumerate().map(|(place, input)| (input, place >= required)).collect()
    }

    /// The columns of `RETURNS TABLE`.
    pub fn table_columns(&self) -> Vec<&Parameter> {
        self.parameters.iter().filter(|it| it.mode == ParameterMode::Table).collect()
    }
}

impl Catalog {
    /// Reads the objects of these schemas.
    ///
    /// # Errors
    /// When the query fails or its answer has another shape.
    pub async fn read(client: &tokio_postgres::Client, schemas: &[String]) -> Result<Catalog, GenTypesError> {
        let row = client.query_one(QUERY, &[&schemas]).await?;
        Ok(serde_json::from_str(row.try_get(0)?)?)
    }

    pub fn types_by_oid(&self) -> HashMap<u32, &PostgresType> {
        self.types.iter().map(|found| (found.oid, found)).collect()
    }
}
