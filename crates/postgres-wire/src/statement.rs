//! Statements that a server keeps, and the values that are bound to them.

use bytes::Bytes;
use fallible_iterator::FallibleIterator;
use postgres_protocol::message::backend::RowDescriptionBody;

use crate::error::Error;

/// A statement that is prepared on the session that made it, and on no other.
#[derive(Debug)]
pub struct Statement {
    pub(crate) name: String,
    columns: Vec<Column>,
}

/// A column of what a statement gives.
#[derive(Debug)]
pub struct Column {
    pub name: String,
    /// The number of its type in `pg_type`; a domain's is that of the type under it.
    pub type_oid: u32,
}

/// A value for a parameter, whose type is the server's to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bind {
    /// In the text format of its type.
    Text(Bytes),
    /// In its binary format: bytea as it is.
    Bytes(Bytes),
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

    pub fn columns(&self) -> &[Column] {
        &self.columns
    }
}
