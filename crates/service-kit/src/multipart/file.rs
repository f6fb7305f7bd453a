//! One file of a form. It lies in an unnamed temporary file, which the system takes away with the process whatever
//! happens; memory holds one piece of it at a time.

use super::form_error;
use super::incoming::Unread;
use crate::error::{Error, Refusal};
use multer::Field;
use std::fs::File;
use std::io::{self, Read, Seek};
use tokio::io::AsyncWriteExt;
use tokio::task::spawn_blocking;

/// A file that a client sent.
pub struct FormFile {
    file: File,
    length: usize,
}

impl FormFile {
    pub(super) async fn receive(
        part: &mut Field<'_>,
        unread: &Unread,
        (limit, too_large): &(usize, Refusal),
    ) -> Result<FormFile, Error> {
        let file = spawn_blocking(tempfile::tempfile).await.map_err(Error::internal)?;
        let mut file = tokio::fs::File::from_std(file.map_err(Error::internal)?);
        let mut length = 0;
        while let Some(piece) = part.chunk().await.map_err(form_error)? {
            unread.take(piece.len());
            length += piece.len();
            if length >= *limit {
                return Err(too_large.clone().into());
            }
            file.write_all(&piece).await.map_err(Error::internal)?;
        }
        file.flush().await.map_err(Error::internal)?;
        // Without the buffer that belongs to the other kind.
        Ok(FormFile { file: file.into_std().await, length })
    }

    /// The whole file in memory. How many may be there at once is up to the caller.
    pub async fn bytes(&self) -> Result<Vec<u8>, Error> {
        let (file, length) = (self.file.try_clone().map_err(Error::internal)?, self.length);
        let bytes = spawn_blocking(move || read(file, length)).await.map_err(Error::internal)?;
        bytes.map_err(Error::internal)
    }
}

fn read(mut file: File, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    file.rewind()?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}
