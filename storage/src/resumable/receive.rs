//! Receives bytes of an upload: collects them into parts, and keeps the rest for the next request.

use bytes::BytesMut;
use futures_util::StreamExt;
use service_kit::body_stream::BodyStream;
use uuid::Uuid;

use super::error::{Result, TusError};
use super::finish::{Completion, finish};
use super::headers::TusHeaders;
use super::lock::UploadLock;
use super::part_size::permits;
use super::parts::put_part;
use crate::app_state::AppState;
use crate::database::orphans;
use crate::database::resumable_uploads::{self as rows, Remainder, ResumableUpload};
use crate::error::Error;
use crate::orphan_sweeper::remove_in_background;
use crate::s3::Blob;
use crate::upload::content::Content;

/// The receiver of one request. The request has the upload's lock.
pub struct Receiver<'a> {
    pub state: &'a AppState,
    pub lock: &'a UploadLock,
    pub upload: ResumableUpload,
    /// Received bytes that are in no part yet.
    buffer: BytesMut,
    /// The number of bytes in parts.
    in_parts: u64,
}

/// How far a part was read.
enum Read {
    /// The buffer has a whole part, and more bytes follow.
    Part,
    /// The buffer has the last bytes of the upload.
    Last,
    /// The client is too slow while other uploads wait for the buffer.
    TooSlow,
    /// The request ends here.
    End(Result<()>),
}

impl<'a> Receiver<'a> {
    pub fn new(state: &'a AppState, lock: &'a UploadLock, upload: ResumableUpload) -> Self {
        let in_parts = upload.bytes_in_parts();
        Self { state, lock, upload, buffer: BytesMut::new(), in_parts }
    }

    /// Receives the content, and completes the upload when it is the last. Returns the upload's new offset. When the content
    /// breaks off, what has been received of it is kept.
    pub async fn run(mut self, mut content: Content, completion: &Completion<'_>) -> Result<u64> {
        loop {
            let _permit = tokio::select! {
                biased;
                () = self.lock.release_requested() => return Err(TusError::Aborted),
                permit = self.state.part_buffers.acquire_many(permits(self.upload.part_bytes)) => permit?,
            };
            self.load_remainder().await?;
            match self.read(&mut content).await {
                Read::Part => self.write_part().await?,
                Read::Last => {
                    let last = self.buffer.split().freeze();
                    return finish(self.state, self.lock, self.upload, last, completion).await;
                }
                Read::TooSlow => self.write_remainder().await?,
                Read::End(result) => {
                    self.write_remainder().await?;
                    return result.map(|()| self.upload.offset);
                }
            }
        }
    }

    /// Fetches the remainder, which precedes the bytes of the request.
    async fn load_remainder(&mut self) -> Result<()> {
        let Some(remainder) = self.upload.remainder.filter(|_| self.buffer.is_empty()) else { return Ok(()) };
        let mut download = self.state.s3.get(&remainder.blob(), None).await?;
        while let Some(chunk) = download.next().await {
            self.buffer.extend_from_slice(&chunk?);
        }
        if self.buffer.len() as u64 == remainder.size {
            Ok(())
        } else {
            Err(Error::unavailable("S3 sent another length of a remainder than was stored").into())
        }
    }

    async fn read(&mut self, content: &mut Content) -> Read {
        let part = self.upload.part_bytes;
        let wanted = self.upload.length.map_or(part, |length| (length - self.in_parts).min(part));
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
        let reading = self.state.part_buffers.read_part(content.fill(&mut self.buffer, wanted));
        let read = tokio::select! {
            biased;
            () = self.lock.release_requested() => return Read::End(Err(TusError::Aborted)),
            read = reading => read,
        };
        match read {
            // A chunk may have filled the buffer beyond a part.
            Ok(true) if self.upload.length == Some(self.received()) && self.buffer.len() as u64 <= part => {
                Read::Last
            }
            Ok(true) => Read::Part,
            Ok(false) => Read::End(Ok(())),
            Err(Error::ClientTooSlow) => Read::TooSlow,
            Err(error) => Read::End(Err(error.into())),
        }
    }

    fn received(&self) -> u64 {
        self.in_parts + self.buffer.len() as u64
    }

    /// Writes the first bytes of the buffer as a part. They include the remainder.
    async fn write_part(&mut self) -> Result<()> {
        let size = usize::try_from(self.upload.part_bytes).unwrap_or(usize::MAX).min(self.buffer.len());
        let bytes = self.buffer.split_to(size).freeze();
        // A copy of the few bytes that follow, which would otherwise keep the memory of the whole part.
        self.buffer = BytesMut::from(&self.buffer[..]);
        let part = put_part(self.state, self.lock, &mut self.upload, self.in_parts, bytes).await?;

        let offset = self.in_parts + size as u64;
        let old = self.upload.remainder_versions();
        let mut connection = self.state.database.connection().await?;
        let transaction = connection.begin()?;
        let version = self.upload.id.version;
        rows::record_part(&transaction, version, self.lock.id(), &part, offset).await?;
        orphans::expire(&transaction, &old).await?;
        transaction.commit().await.map_err(Error::from)?;
        remove_in_background(self.state, old);
        self.upload.remainder = None;
        self.upload.offset = offset;
        self.in_parts = offset;
        Ok(())
    }

    /// Stores the buffer as the new remainder, if it has new bytes. The old one is removed once the new one is recorded.
    async fn write_remainder(&mut self) -> Result<()> {
        let bytes = self.buffer.split().freeze();
        let offset = self.in_parts + bytes.len() as u64;
        if offset <= self.upload.offset {
            return Ok(());
        }
        let remainder = Remainder { version: Uuid::new_v4(), size: bytes.len() as u64 };
        self.reserve(&remainder.blob()).await?;
        self.state.s3.put_bytes(&remainder.blob(), bytes).await?;

        let old = self.upload.remainder_versions();
        let mut connection = self.state.database.connection().await?;
        let transaction = connection.begin()?;
        let version = self.upload.id.version;
        rows::record_remainder(&transaction, version, self.lock.id(), Some(remainder), offset).await?;
        orphans::expire(&transaction, &old).await?;
        transaction.commit().await.map_err(Error::from)?;
        remove_in_background(self.state, old);
        self.upload.remainder = Some(remainder);
        self.upload.offset = offset;
        Ok(())
    }

    /// Lists the bytes of a remainder before they are written.
    async fn reserve(&self, blob: &Blob) -> Result<()> {
        let mut connection = self.state.database.connection().await?;
        let transaction = connection.begin()?;
        orphans::reserve_until(&transaction, blob, self.upload.expires_at).await?;
        transaction.commit().await.map_err(Error::from)?;
        Ok(())
    }
}

/// The bytes of a request's body, which may be no more than the upload lacks.
///
/// # Errors
/// [`TusError::SizeExceeded`] when the request announces more.
pub fn limited(
    body: BodyStream,
    headers: &TusHeaders,
    upload: &ResumableUpload,
    size_limit: u64,
) -> Result<Content> {
    let missing = upload.length.unwrap_or(size_limit).saturating_sub(upload.offset);
    if headers.content_length.is_some_and(|length| length > missing) {
        return Err(TusError::SizeExceeded);
    }
    let mut content = Content::new(body.map(|chunk| chunk.map_err(Error::from)), None);
    content.limit_to(missing)?;
    Ok(content)
}
