//! The bytes of one file on their way in: counted, and refused beyond their limit.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt};
use http_body::{Frame, SizeHint};

use crate::error::{Error, Result};

type Pieces = Pin<Box<dyn Stream<Item = Result<Bytes>> + Send + Sync>>;

pub struct Content {
    pieces: Pieces,
    /// The length, where the request tells it before the bytes.
    pub length: Option<u64>,
    limit: u64,
    received: u64,
}

impl Content {
    pub fn new(
        pieces: impl Stream<Item = Result<Bytes>> + Send + Sync + 'static,
        length: Option<u64>,
    ) -> Self {
        // A reader may ask again after the end, where some streams panic.
        Self { pieces: Box::pin(pieces.fuse()), length, limit: u64::MAX, received: 0 }
    }

    /// Refuses what is larger: at once where the length is known, else when it shows.
    pub fn limit_to(&mut self, limit: u64) -> Result<()> {
        self.limit = limit;
        if self.length.is_some_and(|length| length > limit) { Err(Error::EntityTooLarge) } else { Ok(()) }
    }

    pub fn received(&self) -> u64 {
        self.received
    }

    /// Reads on until the buffer holds at least `full` bytes; false when the file has ended before.
    pub async fn fill(&mut self, buffer: &mut BytesMut, full: usize) -> Result<bool> {
        while buffer.len() < full {
            match self.next().await {
                Some(piece) => buffer.extend_from_slice(&piece?),
                None => return Ok(false),
            }
        }
        Ok(true)
    }
}

impl Stream for Content {
    type Item = Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let piece = ready!(self.pieces.as_mut().poll_next(context));
        if let Some(Ok(bytes)) = &piece {
            self.received += bytes.len() as u64;
            if self.received > self.limit {
                return Poll::Ready(Some(Err(Error::EntityTooLarge)));
            }
        }
        Poll::Ready(piece)
    }
}

/// Content of a known length as the body of a request to S3. Why it broke off is kept beside it, since an S3 client
/// would report its own failure only.
pub struct ContentBody {
    content: Content,
    length: u64,
    failure: Failure,
}

#[derive(Clone, Default)]
pub struct Failure(Arc<Mutex<Option<Error>>>);

#[derive(Debug, thiserror::Error)]
#[error("the upload broke off")]
pub struct BrokeOff;

impl ContentBody {
    pub fn new(content: Content, length: u64) -> (Self, Failure) {
        let failure = Failure::default();
        (Self { content, length, failure: failure.clone() }, failure)
    }
}

impl Failure {
    fn set(&self, error: Error) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    pub fn take(&self) -> Option<Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl http_body::Body for ContentBody {
    type Data = Bytes;
    type Error = BrokeOff;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BrokeOff>>> {
        match ready!(self.content.poll_next_unpin(context)) {
            Some(Ok(bytes)) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            Some(Err(error)) => {
                self.failure.set(error);
                Poll::Ready(Some(Err(BrokeOff)))
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
    async fn a_reader_may_ask_again_after_the_end() {
        // As a form's file: a stream that panics when it is polled after its end.
        let pieces = stream::unfold(Some(Bytes::from_static(b"bytes")), async |next| {
            next.map(|bytes| (Ok(bytes), None))
        });
        let mut content = Content::new(pieces, None);
        let mut buffer = BytesMut::new();
        for _ in 0..3 {
            assert!(!content.fill(&mut buffer, 12).await.unwrap());
        }
        assert_eq!((&buffer[..], content.received()), (&b"bytes"[..], 5));
    }
}
