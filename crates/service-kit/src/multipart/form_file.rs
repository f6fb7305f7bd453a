//! A file of a form, in an unnamed temporary file. The operating system deletes it with the process, even after a
//! crash. While it is received, one chunk of it is in memory.

use super::form_rules::FormRules;
use super::part::PartError;
use super::unread_limit::Unread;
use crate::error::Error;
use multer::Field;
use std::fs::File;
use std::io::{self, Read, Seek};
use tokio::io::AsyncWriteExt;
use tokio::task::spawn_blocking;

/// A file of a form.
pub struct FormFile {
    file: File,
    length: usize,
}

impl FormFile {
    /// Receives a part that must stay smaller than the limit of `rules`.
    pub(super) async fn receive(
        part: &mut Field<'_>,
        unread: &Unread,
        rules: &FormRules,
    ) -> Result<FormFile, Error> {
        let file = spawn_blocking(tempfile::tempfile).await.map_err(Error::internal)?;
        let mut file = tokio::fs::File::from_std(file.map_err(Error::internal)?);
        let mut length = 0;
        while let Some(chunk) = part.chunk().await.map_err(PartError::<Error>::from)? {
            unread.consume(chunk.len());
            length += chunk.len();
            if length >= rules.file_size_limit {
                return Err((rules.file_too_large)());
            }
            file.write_all(&chunk).await.map_err(Error::internal)?;
        }
        file.flush().await.map_err(Error::internal)?;
        // As a standard file, without tokio's write buffer.
        Ok(FormFile { file: file.into_std().await, length })
    }

    /// Reads the whole file into memory. The caller bounds how many files are in memory concurrently.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
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
