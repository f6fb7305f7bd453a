//! The bytes that a service sends through a tunnel. When the front door closes, the client gets a close frame, so that it
//! connects again, and the tunnel ends.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::Stream;

use super::frames::FrameBoundary;
use crate::function_host::Admitted;

/// A close frame with the status 1001, "going away" (RFC 6455, 7.4.1).
const GOING_AWAY: &[u8] = &[0x88, 2, 0x03, 0xe9];

pub(super) struct Closing<S> {
    source: S,
    frames: FrameBoundary,
    /// Resolves when the tunnel shall close.
    closes: Pin<Box<dyn Future<Output = ()>>>,
    state: State,
    /// Counts the tunnel as a request of its function.
    _admitted: Option<Admitted>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// It closes after the frame in progress.
    Due,
    Closed,
}

impl<S> Closing<S> {
    pub(super) fn new(
        source: S,
        closes: impl Future<Output = ()> + 'static,
        admitted: Option<Admitted>,
    ) -> Closing<S> {
        let frames = FrameBoundary::default();
        Closing { source, frames, closes: Box::pin(closes), state: State::Open, _admitted: admitted }
    }

    /// Follows the frames in what was read. Cuts it at the end of a frame if the tunnel shall close.
    fn pass(&mut self, mut bytes: Bytes) -> Bytes {
        match self.state {
            State::Due => {
                let end = self.frames.pass_frame(&bytes);
                bytes.truncate(end);
            }
            State::Open | State::Closed => self.frames.pass(&bytes),
        }
        bytes
    }
}

impl<S: Stream<Item = io::Result<Bytes>> + Unpin> Stream for Closing<S> {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        loop {
            if this.state == State::Closed {
                return Poll::Ready(None);
            }
            if this.state == State::Due && this.frames.is_reached() {
                this.state = State::Closed;
                return Poll::Ready(Some(Ok(Bytes::from_static(GOING_AWAY))));
            }
            match Pin::new(&mut this.source).poll_next(context) {
                Poll::Ready(Some(Ok(bytes))) => return Poll::Ready(Some(Ok(this.pass(bytes)))),
                Poll::Ready(ended) => return Poll::Ready(ended),
                Poll::Pending => {}
            }
            // Only when there is nothing to pass on, because a message goes to many tunnels.
            if this.state == State::Due || this.closes.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
            this.state = State::Due;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use futures_util::{StreamExt as _, stream};

    use super::*;

    #[tokio::test]
    async fn a_tunnel_closes_between_two_frames() {
        let begun = stream::iter([Ok::<_, io::Error>(Bytes::from_static(b"\x81\x05he"))]);
        let rest = Box::pin(stream::once(async {
            tokio::task::yield_now().await;
            Ok::<_, io::Error>(Bytes::from_static(b"llo\x81\x01x"))
        }));
        let tunnel = Closing::new(begun.chain(rest), ready(()), None);
        let sent: Vec<Bytes> = tunnel.map(Result::unwrap).collect().await;
        assert_eq!(sent.concat(), b"\x81\x05hello\x88\x02\x03\xe9");
    }
}
