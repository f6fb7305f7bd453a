//! Reads the values of a catalogue row, from left to right. Rejects rows with unexpected values.

use postgres_wire::{Error, Row};
use serde::de::DeserializeOwned;

#[derive(Debug, thiserror::Error)]
pub(crate) enum RowError {
    #[error(transparent)]
    Database(#[from] Error),
    #[error("a row of the catalogue has unexpected values")]
    Values,
    #[error("a value of the catalogue is not a JSON list: {0}")]
    List(#[from] serde_json::Error),
}

pub(super) struct Values<'a>(Box<dyn Iterator<Item = Result<Option<&'a [u8]>, Error>> + 'a>);

impl<'a> Values<'a> {
    pub fn of(row: &'a Row) -> Values<'a> {
        Values(Box::new(row.values()))
    }

    fn next(&mut self) -> Result<Option<&'a [u8]>, RowError> {
        Ok(self.0.next().ok_or(RowError::Values)??)
    }

    fn required(&mut self) -> Result<&'a [u8], RowError> {
        self.next()?.ok_or(RowError::Values)
    }

    pub fn text(&mut self) -> Result<String, RowError> {
        self.optional_text()?.ok_or(RowError::Values)
    }

    pub fn optional_text(&mut self) -> Result<Option<String>, RowError> {
        let text = self.next()?.map(std::str::from_utf8).transpose().map_err(|_| RowError::Values)?;
        Ok(text.map(str::to_owned))
    }

    /// A value of the type `"char"`.
    pub fn letter(&mut self) -> Result<char, RowError> {
        match self.required()? {
            [letter] => Ok(char::from(*letter)),
            _ => Err(RowError::Values),
        }
    }

    pub fn flag(&mut self) -> Result<bool, RowError> {
        Ok(self.required()? != [0])
    }

    /// An oid. 0 and NULL are `None`.
    pub fn optional_oid(&mut self) -> Result<Option<u32>, RowError> {
        let Some(value) = self.next()? else { return Ok(None) };
        let oid = u32::from_be_bytes(value.try_into().map_err(|_| RowError::Values)?);
        Ok((oid != 0).then_some(oid))
    }

    pub fn oid(&mut self) -> Result<u32, RowError> {
        self.optional_oid()?.ok_or(RowError::Values)
    }

    /// A smallint or an integer.
    pub fn number(&mut self) -> Result<i32, RowError> {
        self.optional_number()?.ok_or(RowError::Values)
    }

    pub fn optional_number(&mut self) -> Result<Option<i32>, RowError> {
        Ok(match self.next()? {
            None => None,
            Some([a, b]) => Some(i16::from_be_bytes([*a, *b]).into()),
            Some([a, b, c, d]) => Some(i32::from_be_bytes([*a, *b, *c, *d])),
            Some(_) => return Err(RowError::Values),
        })
    }

    /// The items of a JSON array. NULL is an empty list.
    pub fn list<T: DeserializeOwned>(&mut self) -> Result<Vec<T>, RowError> {
        match self.next()? {
            Some(json) => Ok(serde_json::from_slice(json)?),
            None => Ok(Vec::new()),
        }
    }
}
