//! The content of an upload: a stream of bytes that is counted and limited.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt};
use http_body::{Frame, SizeHint};

use crate::error::{Error, Result};

type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes>> + Send + Sync>>;

/// A file's content. Fails with [`Error::EntityTooLarge`] beyond its limit.
pub struct Content {
    chunks: Chunks,
    /// The length in bytes, if the request announces it.
    pub length: Option<u64>,
    limit: u64,
    received: u64,
}

impl Content {
    pub fn new(
        chunks: impl Stream<Item = Result<Bytes>> + Send + Sync + 'static,
        length: Option<u64>,
    ) -> Self {
        // `fill` may poll again after the end, where `stream::unfold` would panic.
        Self { chunks: Box::pin(chunks.fuse()), length, limit: u64::MAX, received: 0 }
    }

    /// Limits the length. A larger content fails here if its length is announced, otherwise when it exceeds the limit.
    pub fn limit_to(&mut self, limit: u64) -> Result<()> {
        self.limit = limit;
        if self.length.is_some_and(|length| length > limit) { Err(Error::EntityTooLarge) } else { Ok(()) }
    }

    /// The number of bytes read so far.
    pub fn received(&self) -> u64 {
        self.received
    }

    /// Reads until the buffer holds at least `length` bytes. False when the content ends before.
    pub async fn fill(&mut self, buffer: &mut BytesMut, length: usize) -> Result<bool> {
        while buffer.len() < length {
            match self.next().await {
                Some(chunk) => buffer.extend_from_slice(&chunk?),
                None => return Ok(false),
            }
        }
        Ok(true)
    }
}

impl Stream for Content {
    type Item = Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let chunk = ready!(self.chunks.as_mut().poll_next(context));
        if let Some(Ok(bytes)) = &chunk {
            self.received += bytes.len() as u64;
            if self.received > self.limit {
                return Poll::Ready(Some(Err(Error::EntityTooLarge)));
            }
        }
        Poll::Ready(chunk)
    }
}

/// Content of a known length as the body of an S3 request. Its error is stored in an [`ErrorSlot`], because the S3
/// client replaces it by its own.
pub struct ContentBody {
    content: Content,
    length: u64,
    error_slot: ErrorSlot,
}

/// The error of a [`ContentBody`], if it failed.
#[derive(Clone, Default)]
pub struct ErrorSlot(Arc<Mutex<Option<Error>>>);

/// The error of a [`ContentBody`] as the S3 client sees it.
#[derive(Debug, thiserror::Error)]
#[error("the upload was aborted")]
pub struct UploadAborted;

impl ContentBody {
    pub fn new(content: Content, length: u64) -> (Self, ErrorSlot) {
        let error_slot = ErrorSlot::default();
        (Self { content, length, error_slot: error_slot.clone() }, error_slot)
    }
}

impl ErrorSlot {
    fn set(&self, error: Error) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    pub fn take(&self) -> Option<Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl http_body::Body for ContentBody {
    type Data = Bytes;
    type Error = UploadAborted;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, UploadAborted>>> {
        match ready!(self.content.poll_next_unpin(context)) {
            Some(Ok(bytes)) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            Some(Err(error)) => {
                self.error_slot.set(error);
                Poll::Ready(Some(Err(UploadAborted)))
            }
            None => Poll::Ready(None),
        }
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.length - self.content.received().min(self.length))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    #[tokio::test]
    async fn may_be_polled_after_the_end() {
        // Like the stream of a form's file, this one panics when it is polled after its end.
        let chunks = stream::unfold(Some(Bytes::from_static(b"bytes")), async |next| {
            next.map(|bytes| (Ok(bytes), None))
        });
        let mut content = Content::new(chunks, None);
        let mut buffer = BytesMut::new();
        for _ in 0..3 {
            assert!(!content.fill(&mut buffer, 12).await.unwrap());
        }
        assert_eq!((&buffer[..], content.received()), (&b"bytes"[..], 5));
    }
}
