//! The body of a service's response. It holds the permit of the request until it has ended.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::Stream;
use http_body_util::BodyDataStream;
use hyper::body::Incoming;

use crate::function_host::Admitted;

pub(super) struct HeldBody {
    chunks: BodyDataStream<Incoming>,
    _admitted: Admitted,
}

impl HeldBody {
    pub(super) fn new(body: Incoming, admitted: Admitted) -> HeldBody {
        HeldBody { chunks: BodyDataStream::new(body), _admitted: admitted }
    }
}

impl Stream for HeldBody {
    type Item = Result<Bytes, hyper::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut self.chunks).poll_next(context)
    }
}
