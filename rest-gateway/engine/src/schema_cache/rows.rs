//! The catalogue's rows as its queries give them.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::routine::Parameter;
use super::table::Column;

/// The JSON texts that each query gave.
#[derive(Debug, Default)]
pub(crate) struct CatalogueRows {
    pub tables: Vec<String>,
    pub foreign_keys: Vec<String>,
    pub views: Vec<String>,
    pub computed_relationships: Vec<String>,
    pub routines: Vec<String>,
    pub media_handlers: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct TableRow {
    pub oid: i64,
    pub schema: String,
    pub name: String,
    pub description: Option<String>,
    pub is_view: bool,
    pub insertable: bool,
    pub updatable: bool,
    pub deletable: bool,
    pub writes_plainly: bool,
    pub writes_each_row: bool,
    pub primary_key: Vec<String>,
    pub columns: Vec<Column>,
}

#[derive(Deserialize)]
pub(super) struct ForeignKeyRow {
    pub name: String,
    pub table: i64,
    pub columns: Vec<i32>,
    pub foreign_table: i64,
    pub foreign_columns: Vec<i32>,
    pub unique: bool,
}

#[derive(Deserialize)]
pub(super) struct ViewRow {
    pub oid: i64,
    pub query: String,
}

#[derive(Deserialize)]
pub(super) struct ComputedRow {
    pub function_schema: String,
    pub function: String,
    pub table: i64,
    pub foreign_table: i64,
    pub single: bool,
}

#[derive(Deserialize)]
pub(super) struct RoutineRow {
    pub oid: u32,
    pub schema: String,
    pub name: String,
    pub description: Option<String>,
    pub parameters: Vec<Parameter>,
    pub returns_schema: String,
    pub returns: String,
    pub returns_set: bool,
    pub returns_composite: bool,
    pub media_type: Option<String>,
    pub volatility: String,
    pub settings: Vec<(String, String)>,
    pub isolation: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct MediaHandlerRow {
    pub schema: String,
    pub name: String,
    /// Schema and name.
    pub relation: Option<(String, String)>,
    /// None of what PostGIS brings along for rows.
    pub media_type: Option<String>,
}

pub(super) fn parse<T: DeserializeOwned>(texts: &[String]) -> Result<Vec<T>, serde_json::Error> {
    texts.iter().map(|text| serde_json::from_str(text)).collect()
}
