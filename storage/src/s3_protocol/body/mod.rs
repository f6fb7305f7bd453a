//! The body of a request, verified while it is streamed: its framing, length, signatures and checksums.
//!
//! The last chunk is held back until everything is verified. Whoever expects `length` bytes therefore never receives
//! all of a body that is not what its client signed, and does not complete what it writes.

mod aws_chunked;
mod checksums;
mod raw;

use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt, stream};

pub use self::checksums::Expected;
pub use self::raw::{BodyError, RawBody};

use self::aws_chunked::AwsChunked;
use self::checksums::Hashes;
use super::signature::signing_key::SigningKey;

/// A body that is verified while it is read.
pub struct VerifiedBody {
    source: Source,
    length: Option<u64>,
    received: u64,
    held: Option<Bytes>,
    /// None once the end was verified.
    hashes: Option<Hashes>,
}

enum Source {
    Plain(RawBody),
    Chunked(Box<AwsChunked>),
}

impl VerifiedBody {
    /// A body as it is.
    pub fn plain(body: RawBody, length: Option<u64>, expected: Expected) -> Self {
        Self::new(Source::Plain(body), length, expected)
    }

    /// A body in the `aws-chunked` encoding. `length` is that of the decoded content. With a key, each chunk must be
    /// signed; the chain of signatures begins with that of the request.
    pub fn chunked(
        body: RawBody,
        length: u64,
        expected: Expected,
        signed: Option<(SigningKey, String)>,
    ) -> Self {
        Self::new(Source::Chunked(Box::new(AwsChunked::new(body, signed))), Some(length), expected)
    }

    fn new(source: Source, length: Option<u64>, expected: Expected) -> Self {
        Self { source, length, received: 0, held: None, hashes: Some(Hashes::new(expected)) }
    }

    /// The next bytes. None after the last, when the whole body is verified.
    pub async fn next(&mut self) -> Result<Option<Bytes>, BodyError> {
        while self.hashes.is_some() {
            let next = match &mut self.source {
                Source::Plain(body) => body.next().await.transpose()?,
                Source::Chunked(body) => body.next().await?,
            };
            let Some(bytes) = next else {
                self.check_end()?;
                break;
            };
            if bytes.is_empty() {
                continue;
            }
            self.received += bytes.len() as u64;
            if self.length.is_some_and(|length| self.received > length) {
                return Err(BodyError::WrongLength);
            }
            if let Some(hashes) = &mut self.hashes {
                hashes.update(&bytes);
            }
            if let Some(earlier) = self.held.replace(bytes) {
                return Ok(Some(earlier));
            }
        }
        Ok(self.held.take())
    }

    fn check_end(&mut self) -> Result<(), BodyError> {
        if self.length.is_some_and(|length| self.received != length) {
            return Err(BodyError::WrongLength);
        }
        let trailers = match &self.source {
            Source::Plain(_) => &[][..],
            Source::Chunked(body) => body.trailers(),
        };
        self.hashes.take().map_or(Ok(()), |hashes| hashes.check(trailers))
    }

    /// The whole body, if it has at most `limit` bytes.
    pub async fn collect(mut self, limit: usize) -> Result<Bytes, BodyError> {
        let mut collected = BytesMut::new();
        while let Some(bytes) = self.next().await? {
            if collected.len() + bytes.len() > limit {
                return Err(BodyError::TooLarge);
            }
            collected.extend_from_slice(&bytes);
        }
        Ok(collected.freeze())
    }

    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes, BodyError>> + Send + Sync + 'static {
        stream::try_unfold(self, |mut body| async move { Ok(body.next().await?.map(|bytes| (bytes, body))) })
    }
}

#[cfg(test)]
mod tests;
