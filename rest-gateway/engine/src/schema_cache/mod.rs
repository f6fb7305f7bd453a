//! What the catalogue holds: relations, keys, relationships and functions. Built from rows that `transaction` read;
//! pure from there on.

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
