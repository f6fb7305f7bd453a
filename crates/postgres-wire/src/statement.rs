//! Prepared statements, and the values for their parameters.

use bytes::Bytes;
use fallible_iterator::FallibleIterator;
use postgres_protocol::message::backend::RowDescriptionBody;

use crate::error::Error;

/// A prepared statement of one session.
#[derive(Debug)]
pub struct Statement {
    pub(crate) name: String,
    columns: Vec<Column>,
}

/// A column of a statement's result.
#[derive(Debug)]
pub struct Column {
    /// The column's name.
    pub name: String,
    /// The OID of its type in `pg_type`. For a domain it is the OID of the base type.
    pub type_oid: u32,
}

/// A value for a parameter. The server infers the parameter's type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bind {
    /// In the text format of its type.
    Text(Bytes),
    /// In the binary format of its type, which for bytea is the bytes themselves.
    Bytes(Bytes),
    /// NULL.
    Null,
}

impl Bind {
    pub(crate) fn format(&self) -> i16 {
        match self {
            Bind::Text(_) | Bind::Null => 0,
            Bind::Bytes(_) => 1,
        }
    }

    /// `None` is NULL.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Bind::Text(bytes) | Bind::Bytes(bytes) => Some(bytes),
            Bind::Null => None,
        }
    }
}

impl Statement {
    pub(crate) fn new(name: String, columns: Option<RowDescriptionBody>) -> Result<Statement, Error> {
        let columns = match columns {
            Some(columns) => columns
                .fields()
                .map(|field| Ok(Column { name: field.name().to_owned(), type_oid: field.type_oid() }))
                .collect()?,
            None => Vec::new(),
        };
        Ok(Statement { name, columns })
    }

    /// The columns of the result, empty for a statement that returns no rows.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }
}
