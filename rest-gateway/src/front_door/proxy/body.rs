//! The body of a proxied request. Until the first read it can be attached to a second request, so that a request whose
//! connection was refused can be retried.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::mpsc;

/// The body ended early: the client sent less than it announced, or more than the limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aborted;

impl fmt::Display for Aborted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the request's body was given up")
    }
}

impl std::error::Error for Aborted {}

/// The receiving end of a body, shared by the attempts of one request.
#[derive(Debug)]
pub(super) struct Chunks {
    receiver: Mutex<mpsc::Receiver<Result<Bytes, Aborted>>>,
    read: AtomicBool,
}

impl Chunks {
    pub(super) fn new(receiver: mpsc::Receiver<Result<Bytes, Aborted>>) -> Chunks {
        Chunks { receiver: Mutex::new(receiver), read: AtomicBool::new(false) }
    }

    pub(super) fn were_read(&self) -> bool {
        self.read.load(Ordering::Acquire)
    }
}

#[derive(Debug)]
pub(super) enum RequestBody {
    Empty,
    Chunks {
        source: Arc<Chunks>,
        length: Option<u64>,
    },
    /// In memory; `None` once it has been sent.
    Whole(Option<Bytes>),
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = Aborted;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Aborted>>> {
        let source = match self.get_mut() {
            RequestBody::Empty => return Poll::Ready(None),
            RequestBody::Whole(bytes) => {
                return Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes))));
            }
            RequestBody::Chunks { source, .. } => source,
        };
        source.read.store(true, Ordering::Release);
        let mut receiver = source.receiver.lock().unwrap_or_else(PoisonError::into_inner);
        receiver.poll_recv(context).map(|chunk| chunk.map(|chunk| chunk.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, RequestBody::Empty | RequestBody::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            RequestBody::Empty | RequestBody::Whole(None) => SizeHint::with_exact(0),
            RequestBody::Whole(Some(bytes)) => SizeHint::with_exact(bytes.len() as u64),
            RequestBody::Chunks { length: Some(length), .. } => SizeHint::with_exact(*length),
            RequestBody::Chunks { length: None, .. } => SizeHint::new(),
        }
    }
}
