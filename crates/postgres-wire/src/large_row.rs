//! Rows that are too large for memory: they are read value by value and part by part, at the reader's pace.

use bytes::{Buf, Bytes};
use postgres_protocol::message::backend::{Header, Message};

use crate::error::Error;
use crate::pipeline::Results;
use crate::row::Row;
use crate::session::Session;

const HEADER: usize = 5;
const LENGTH_FIELD: usize = 4;
const DATA_ROW: u8 = b'D';
/// ParseComplete, BindComplete, CloseComplete, notices, parameters and notifications may come before a row.
const BEFORE_ROWS: [u8; 6] = *b"123NSA";

/// The next row of a statement.
pub enum NextRow<'a> {
    /// It is in memory.
    Whole(Row),
    /// Its message is larger than the limit.
    Large(LargeRow<'a>),
}

/// A row that is still arriving. If it is dropped, the rest of it is skipped with the next message.
pub struct LargeRow<'a> {
    session: &'a mut Session,
    values_left: u16,
    value_left: usize,
}

impl Results<'_> {
    /// The next row of the current statement, whole if its message has at most `most` bytes. `None` ends the statement.
    ///
    /// # Errors
    /// As [`Results::row`].
    pub async fn row_up_to(&mut self, most: usize) -> Result<Option<NextRow<'_>>, Error> {
        if self.session().is_large_row_next(most).await? {
            return LargeRow::begin(self.session()).await.map(|row| Some(NextRow::Large(row)));
        }
        Ok(self.row().await?.map(NextRow::Whole))
    }
}

impl Session {
    async fn is_large_row_next(&mut self, most: usize) -> Result<bool, Error> {
        loop {
            self.stream.skip_unread().await?;
            match Header::parse(&self.stream.inbox)? {
                None => self.stream.fill().await?,
                Some(header) if header.tag() == DATA_ROW => {
                    return Ok(usize::try_from(header.len()).is_ok_and(|length| length > most));
                }
                Some(header) if BEFORE_ROWS.contains(&header.tag()) => {
                    let message = self.message().await?;
                    if let Message::ParameterStatus(body) = message {
                        self.kind.update(&body)?;
                    }
                }
                Some(_) => return Ok(false),
            }
        }
    }
}

impl<'a> LargeRow<'a> {
    async fn begin(session: &'a mut Session) -> Result<LargeRow<'a>, Error> {
        session.stream.fill_to(HEADER + 2).await?;
        let header = Header::parse(&session.stream.inbox)?.ok_or(Error::Unexpected)?;
        let length = usize::try_from(header.len()).map_err(|_| Error::Unexpected)?;
        session.stream.inbox.advance(HEADER);
        session.stream.unread = length.checked_sub(LENGTH_FIELD).ok_or(Error::Unexpected)?;
        let mut row = LargeRow { session, values_left: 0, value_left: 2 };
        let count = row.take(2).await?.try_into().map_err(|_| Error::Unexpected)?;
        row.values_left = u16::from_be_bytes(count);
        Ok(row)
    }

    /// Begins the next value: its length, or `Some(None)` for NULL. `None` after the last one. What is left of the
    /// value before is skipped.
    ///
    /// # Errors
    /// When the connection fails.
    pub async fn next_value(&mut self) -> Result<Option<Option<usize>>, Error> {
        while self.part().await?.is_some() {}
        if self.values_left == 0 {
            return Ok(None);
        }
        self.values_left -= 1;
        self.value_left = LENGTH_FIELD;
        let length: [u8; LENGTH_FIELD] =
            self.take(LENGTH_FIELD).await?.try_into().map_err(|_| Error::Unexpected)?;
        let length = usize::try_from(i32::from_be_bytes(length)).ok();
        self.value_left = length.unwrap_or(0);
        Ok(Some(length))
    }

    /// The next part of the current value. `None` at its end.
    ///
    /// # Errors
    /// When the connection fails.
    pub async fn part(&mut self) -> Result<Option<Bytes>, Error> {
        if self.value_left == 0 {
            return Ok(None);
        }
        self.session.stream.fill_to(1).await?;
        let length = self.value_left.min(self.session.stream.inbox.len());
        self.consume(length).map(Some)
    }

    /// The rest of the current value. Only for small values, because it is read into memory.
    ///
    /// # Errors
    /// When the connection fails.
    pub async fn rest(&mut self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        while let Some(part) = self.part().await? {
            bytes.extend_from_slice(&part);
        }
        Ok(bytes)
    }

    async fn take(&mut self, length: usize) -> Result<Vec<u8>, Error> {
        self.session.stream.fill_to(length).await?;
        self.consume(length).map(|bytes| bytes.to_vec())
    }

    fn consume(&mut self, length: usize) -> Result<Bytes, Error> {
        self.session.stream.unread =
            self.session.stream.unread.checked_sub(length).ok_or(Error::Unexpected)?;
        self.value_left = self.value_left.checked_sub(length).ok_or(Error::Unexpected)?;
        Ok(self.session.stream.inbox.split_to(length).freeze())
    }
}
