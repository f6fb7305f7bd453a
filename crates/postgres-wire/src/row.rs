//! One row, with its values in binary format as the server sent them.

use std::ops::Range;

use bytes::Bytes;
use fallible_iterator::FallibleIterator;
use postgres_protocol::message::backend::DataRowBody;

use crate::error::Error;

/// A row of a result.
#[derive(Debug, Clone)]
pub struct Row(pub(crate) DataRowBody);

impl Row {
    /// The values in the order of the columns, `None` for NULL.
    pub fn values(&self) -> impl Iterator<Item = Result<Option<&[u8]>, Error>> {
        let bytes = self.0.buffer();
        self.ranges().map(move |range| Ok(range?.and_then(|range| bytes.get(range))))
    }

    /// Bytes of all values with their lengths.
    pub fn length(&self) -> usize {
        self.0.buffer().len()
    }

    /// The value of a column, `None` for NULL.
    ///
    /// # Errors
    /// When there is no such column or the message is malformed.
    pub fn value(&self, index: usize) -> Result<Option<&[u8]>, Error> {
        self.values().nth(index).ok_or(Error::Unexpected)?
    }

    /// The value of a column as shared bytes, without a copy.
    ///
    /// # Errors
    /// As [`Self::value`].
    pub fn bytes(&self, index: usize) -> Result<Option<Bytes>, Error> {
        let range = self.ranges().nth(index).ok_or(Error::Unexpected)??;
        Ok(range.map(|range| self.0.buffer_bytes().slice(range)))
    }

    /// The value of a text column, or of a type with the same binary format.
    ///
    /// # Errors
    /// As [`Self::value`], and when it is not UTF-8.
    pub fn text(&self, index: usize) -> Result<Option<&str>, Error> {
        let text = self.value(index)?.map(std::str::from_utf8).transpose();
        text.map_err(|_| Error::Unexpected)
    }

    /// The value of a bigint column.
    ///
    /// # Errors
    /// As [`Self::value`], and when it has another length than 8 bytes.
    pub fn bigint(&self, index: usize) -> Result<Option<i64>, Error> {
        let Some(value) = self.value(index)? else { return Ok(None) };
        value.try_into().map(|bytes| Some(i64::from_be_bytes(bytes))).map_err(|_| Error::Unexpected)
    }

    fn ranges(&self) -> impl Iterator<Item = Result<Option<Range<usize>>, Error>> {
        self.0.ranges().iterator().map(|range| range.map_err(Error::Io))
    }
}
