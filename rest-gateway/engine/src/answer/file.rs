//! An unnamed temporary file with a large response body. The system removes it when it is closed, also after a crash.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use actix_web::web::Bytes;
use futures_util::{Stream, stream};
use tokio::task::spawn_blocking;

use super::budget::Reservation;

/// Bytes that are read at once.
const PART: usize = 64 * 1024;

#[derive(Debug)]
pub(crate) struct AnswerFile {
    file: File,
    length: u64,
    _reservation: Reservation,
}

/// A file that is being written.
#[derive(Debug)]
pub(super) struct FileWriter {
    file: File,
    length: u64,
    reservation: Reservation,
}

impl FileWriter {
    /// # Errors
    /// When the folder for temporary files cannot be written to.
    pub async fn create(reservation: Reservation) -> io::Result<FileWriter> {
        let file = blocking(tempfile::tempfile).await?;
        Ok(FileWriter { file, length: 0, reservation })
    }

    pub async fn write(mut self, bytes: Vec<u8>, reservation: Option<Reservation>) -> io::Result<FileWriter> {
        if let Some(reservation) = reservation {
            self.reservation.merge(reservation);
        }
        blocking(move || {
            self.file.write_all(&bytes)?;
            self.length += bytes.len() as u64;
            Ok(self)
        })
        .await
    }

    pub fn finish(self) -> AnswerFile {
        AnswerFile { file: self.file, length: self.length, _reservation: self.reservation }
    }
}

impl AnswerFile {
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Streams the content. Each part is read when the client is ready for it.
    pub fn read(self: Arc<Self>) -> impl Stream<Item = io::Result<Bytes>> {
        stream::try_unfold((self, 0), |(file, offset)| async move {
            let part = PART.min(usize::try_from(file.length - offset).unwrap_or(PART));
            if part == 0 {
                return Ok(None);
            }
            let (file, bytes) = blocking(move || {
                let mut bytes = vec![0; part];
                file.file.read_exact_at(&mut bytes, offset)?;
                Ok((file, bytes))
            })
            .await?;
            let end = offset + bytes.len() as u64;
            Ok(Some((Bytes::from(bytes), (file, end))))
        })
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await.unwrap_or_else(|panicked| Err(io::Error::other(panicked)))
}
