//! The parts of a multipart body: reading one into memory, and the errors of the parser.

use multer::Field;

/// Why a part cannot be read. `E` is the error of the body's stream.
#[derive(Debug, thiserror::Error)]
pub enum PartError<E> {
    /// The body's stream failed.
    #[error(transparent)]
    Body(E),
    /// The body is not well-formed multipart data.
    #[error(transparent)]
    Malformed(multer::Error),
    /// The part is larger than its limit.
    #[error("a part is too large")]
    TooLarge,
}

impl<E: std::error::Error + Send + Sync + 'static> From<multer::Error> for PartError<E> {
    /// Unwraps the error of the body's stream, which multer boxes.
    fn from(error: multer::Error) -> PartError<E> {
        match error {
            multer::Error::StreamReadFailed(cause) => match cause.downcast::<E>() {
                Ok(error) => PartError::Body(*error),
                Err(cause) => PartError::Malformed(multer::Error::StreamReadFailed(cause)),
            },
            error => PartError::Malformed(error),
        }
    }
}

/// Reads a part of at most `limit` bytes into memory. Calls `consumed` with the length of each chunk.
///
/// # Errors
/// When the part is larger, or the body fails or is malformed.
pub async fn read_part<E: std::error::Error + Send + Sync + 'static>(
    part: &mut Field<'_>,
    limit: usize,
    mut consumed: impl FnMut(usize),
) -> Result<Vec<u8>, PartError<E>> {
    let mut bytes = Vec::new();
    while let Some(chunk) = part.chunk().await? {
        consumed(chunk.len());
        if bytes.len() + chunk.len() > limit {
            return Err(PartError::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
