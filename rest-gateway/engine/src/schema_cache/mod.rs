//! The schema cache: relations, keys, relationships and functions of the exposed schemas. `transaction` reads the
//! catalogue's rows; everything here is a pure function of them.
//!
//! Depends on `api_request` for media types, on `error` and on `isolation`.

mod build;
mod cache;
mod comments;
mod domains;
mod dump;
mod functions;
mod media_handlers;
mod relations;
mod relationship;
mod routine;
mod rows;
mod table;

mod values;
mod view;

pub(crate) use cache::SchemaCache;
pub(crate) use media_handlers::MediaHandlers;
pub(crate) use relationship::{Kind, Link, Relationship};
pub(crate) use routine::{Parameter, Returns, Routine, Volatility};
pub(crate) use rows::{
    CastRow, CatalogueRow, CatalogueRows, ColumnRow, ConstraintRow, DescriptionRow, DomainRow, EnumRow,
    FunctionRow, RelationRow, RowFunctionRow, RuleRow, TriggerRow,
};
pub(crate) use table::{Column, PLAIN_TYPES, QualifiedName, Table};
pub(crate) use values::RowError;
