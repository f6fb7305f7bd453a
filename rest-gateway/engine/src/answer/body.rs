//! A finished response body. It is sent slice by slice, so that the server buffers no more than the client reads.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody, SizedStream};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, HttpResponseBuilder};

use super::file::AnswerFile;

/// Bytes that the server copies to its write buffer at once.
const SLICE: usize = 64 * 1024;

#[derive(Debug, Clone)]
pub(crate) enum AnswerBody {
    Memory(Bytes),
    File(Arc<AnswerFile>),
}

impl AnswerBody {
    /// The whole body, if it is in memory.
    pub fn bytes(&self) -> Option<&Bytes> {
        match self {
            AnswerBody::Memory(bytes) => Some(bytes),
            AnswerBody::File(_) => None,
        }
    }

    pub(super) fn file(file: AnswerFile) -> AnswerBody {
        AnswerBody::File(Arc::new(file))
    }

    pub fn into_response(self, mut response: HttpResponseBuilder) -> HttpResponse {
        match self {
            AnswerBody::Memory(bytes) if bytes.len() <= SLICE => response.body(bytes),
            AnswerBody::Memory(bytes) => response.body(SlicedBody::new(bytes)),
            AnswerBody::File(file) => response.body(SizedStream::new(file.length(), Box::pin(file.read()))),
        }
    }
}

impl Default for AnswerBody {
    fn default() -> AnswerBody {
        AnswerBody::Memory(Bytes::new())
    }
}

impl From<String> for AnswerBody {
    fn from(text: String) -> AnswerBody {
        AnswerBody::Memory(text.into())
    }
}

/// A body in memory that is passed to the server slice by slice.
#[derive(Debug, Clone)]
pub struct SlicedBody(Bytes);

impl SlicedBody {
    /// A body with these bytes.
    #[must_use]
    pub fn new(bytes: Bytes) -> SlicedBody {
        SlicedBody(bytes)
    }
}

impl MessageBody for SlicedBody {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.0.len() as u64)
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        if self.0.is_empty() {
            return Poll::Ready(None);
        }
        let slice = self.0.len().min(SLICE);
        Poll::Ready(Some(Ok(self.0.split_to(slice))))
    }

    fn try_into_bytes(self) -> Result<Bytes, Self> {
        Ok(self.0)
    }
}
