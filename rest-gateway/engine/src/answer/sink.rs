//! Collects a response body as it arrives from Postgres: in memory, and beyond a limit in a temporary file.
//!
//! Fails with [`Error::Overloaded`] when neither the memory nor the disk budget has enough left.

use bytes::Bytes;

use super::body::AnswerBody;
use super::budget::{ClientAnswerBudget, Reservation};
use super::file::FileWriter;
use crate::error::Error;

/// Maximum bytes of one response in memory.
pub(crate) const IN_MEMORY: usize = 4 * 1024 * 1024;
/// Bodies up to this size are not counted against a budget: the server's own buffers are as large.
const FREE: usize = 16 * 1024;
/// Bytes that are written to the file at once.
const PART: usize = 1024 * 1024;

#[derive(Debug)]
pub(crate) struct AnswerSink<'a> {
    budget: &'a ClientAnswerBudget,
    /// Bytes that are not in the file yet.
    memory: Vec<u8>,
    file: Option<FileWriter>,
}

impl<'a> AnswerSink<'a> {
    pub fn new(budget: &'a ClientAnswerBudget) -> AnswerSink<'a> {
        AnswerSink { budget, memory: Vec::new(), file: None }
    }

    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.memory.extend_from_slice(bytes);
        let limit = if self.file.is_some() { PART } else { IN_MEMORY };
        if self.memory.len() > limit { self.spill().await } else { Ok(()) }
    }

    pub async fn finish(mut self) -> Result<AnswerBody, Error> {
        if self.file.is_none() {
            let memory = std::mem::take(&mut self.memory);
            return AnswerSink::keep(self.budget, memory.into()).await;
        }
        self.spill().await?;
        self.file.map(FileWriter::finish).map(AnswerBody::file).ok_or(Error::Overloaded)
    }

    /// Keeps a body that arrived whole.
    pub async fn keep(budget: &ClientAnswerBudget, bytes: Bytes) -> Result<AnswerBody, Error> {
        if bytes.len() <= FREE {
            return Ok(AnswerBody::Memory(bytes));
        }
        if let Some(reservation) = budget.try_reserve_memory(bytes.len()) {
            return Ok(AnswerBody::Memory(Bytes::from_owner(ReservedBytes {
                bytes,
                _reservation: reservation,
            })));
        }
        let reservation = budget.try_reserve_disk(bytes.len()).ok_or(Error::Overloaded)?;
        let writer = begin(reservation, bytes.into()).await.map_err(|error| no_file(&error))?;
        Ok(AnswerBody::file(writer.finish()))
    }

    async fn spill(&mut self) -> Result<(), Error> {
        let part = std::mem::take(&mut self.memory);
        let reservation = self.budget.try_reserve_disk(part.len()).ok_or(Error::Overloaded)?;
        let writer = match self.file.take() {
            Some(writer) => writer.write(part, Some(reservation)).await,
            None => begin(reservation, part).await,
        };
        self.file = Some(writer.map_err(|error| no_file(&error))?);
        Ok(())
    }
}

async fn begin(reservation: Reservation, part: Vec<u8>) -> std::io::Result<FileWriter> {
    FileWriter::create(reservation).await?.write(part, None).await
}

fn no_file(error: &std::io::Error) -> Error {
    tracing::error!(%error, folder = %std::env::temp_dir().display(), "a large answer cannot be kept in a temporary file");
    Error::Overloaded
}

/// Releases its reservation with the last slice of the bytes.
struct ReservedBytes {
    bytes: Bytes,
    _reservation: Reservation,
}

impl AsRef<[u8]> for ReservedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
