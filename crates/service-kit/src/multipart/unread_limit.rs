//! A limit on the bytes that the multipart parser buffers: boundaries, part headers, and chunks that no part's reader
//! has consumed. Without it, a body with large headers would fill the memory.

use crate::body_stream::{BodyError, BodyStream};
use crate::error::{Error, RequestError};
use actix_web::web::Bytes;
use futures_util::Stream;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

/// The most unread bytes: the boundaries and headers of all parts, and the chunks that are read ahead.
const MAX_UNREAD_BYTES: usize = 2 * 1024 * 1024;

/// A body that fails when too many of its bytes are unread.
pub(super) struct LimitedBody {
    body: BodyStream,
    unread: Unread,
}

/// The number of bytes that were received and not yet consumed by a part's reader.
#[derive(Clone, Default)]
pub(super) struct Unread(Arc<AtomicUsize>);

impl Unread {
    /// Records bytes that a part's reader has consumed.
    pub(super) fn consume(&self, bytes: usize) {
        self.0.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Records received bytes. False when the limit is exceeded.
    fn receive(&self, bytes: usize) -> bool {
        self.0.fetch_add(bytes, Ordering::Relaxed) + bytes <= MAX_UNREAD_BYTES
    }
}

impl LimitedBody {
    pub(super) fn new(body: BodyStream) -> LimitedBody {
        LimitedBody { body, unread: Unread::default() }
    }

    pub(super) fn unread(&self) -> Unread {
        self.unread.clone()
    }
}

impl Stream for LimitedBody {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let chunk = ready!(Pin::new(&mut self.body).poll_next(context));
        Poll::Ready(chunk.map(|chunk| match chunk {
            Ok(bytes) if self.unread.receive(bytes.len()) => Ok(bytes),
            Ok(_) => Err(RequestError::TooLarge.into()),
            Err(BodyError::BrokenOff) => Err(RequestError::MalformedBody.into()),
            Err(BodyError::TimedOut) => Err(RequestError::Timeout.into()),
        }))
    }
}
