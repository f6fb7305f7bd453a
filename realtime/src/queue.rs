//! The outgoing queue of a connection: encoded frames that its client has not read yet.
//!
//! The queue is bounded in frames and bytes. A frame that does not fit is dropped and counted, and a client that misses
//! many of them in a row is a slow reader, whose connection ends.
//!
//! A connection is woken after the lock is released, because it takes the lock at once, possibly on another thread.
//! [`Wakes`] collects the wake-ups of frames that are queued one after the other.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use futures_util::Stream;

/// The largest number of frames in a queue.
const MAX_FRAMES: usize = 8192;
/// The largest number of bytes in a queue: more than two of the largest messages.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The capacity in frames that an idle queue keeps, so that most messages need no allocation.
const MAX_KEPT: usize = 8;
/// The number of consecutive frames that may be dropped before the connection ends.
const MAX_MISSED: u32 = 256;

/// Frames that were dropped in this process because their client read too slowly.
static DROPPED: AtomicU64 = AtomicU64::new(0);

/// The capacity that a connection's [`Wakes`] keep.
const MAX_KEPT_WAKES: usize = 64;

/// Connections that have got frames and are to be woken, at the latest when this value is dropped. A connection that gets
/// several frames until then wakes up once and writes them together.
#[derive(Debug, Default)]
pub(crate) struct Wakes(Vec<Waker>);

impl Wakes {
    /// True when no connection is to be woken.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Wakes the connections.
    pub(crate) fn wake_all(&mut self) {
        self.0.drain(..).for_each(Waker::wake);
        if self.0.capacity() > MAX_KEPT_WAKES {
            self.0 = Vec::new();
        }
    }
}

impl Drop for Wakes {
    fn drop(&mut self) {
        self.wake_all();
    }
}

/// The outcome of [`Queue::push`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PushOutcome {
    Queued,
    Dropped,
    /// The client reads too slowly for the connection to go on.
    TooSlow,
    /// The connection has ended.
    Ended,
}

/// The sending end. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Queue(Arc<Mutex<State>>);

/// The receiving end: the body of the response to a handshake, or what requests of long polling take.
pub(crate) struct QueuedFrames(Queue);

#[derive(Debug, Default)]
struct State {
    frames: VecDeque<Bytes>,
    bytes: usize,
    missed: u32,
    ended: bool,
    waker: Option<Waker>,
}

/// A queue and its receiving end.
pub(crate) fn queue() -> (Queue, QueuedFrames) {
    let queue = Queue(Arc::default());
    (queue.clone(), QueuedFrames(queue))
}

/// The number of frames dropped since the start of the process.
pub(crate) fn dropped_frames() -> u64 {
    DROPPED.load(Ordering::Relaxed)
}

impl Queue {
    /// Queues a frame and wakes the connection.
    pub(crate) fn push(&self, frame: Bytes) -> PushOutcome {
        let (outcome, waker) = self.state().push(frame);
        wake(waker);
        outcome
    }

    /// Queues a frame. The connection wakes up with `wakes`.
    pub(crate) fn push_with(&self, frame: Bytes, wakes: &mut Wakes) -> PushOutcome {
        let (outcome, waker) = self.state().push(frame);
        wakes.0.extend(waker);
        outcome
    }

    /// Ends the connection after the queued frames and `last`, which needs no room.
    pub(crate) fn end_with(&self, last: Bytes) {
        let waker = self.state().end_with(last);
        wake(waker);
    }

    /// Ends the connection and drops what its client has not read.
    pub(crate) fn abort(&self) {
        let waker = self.state().abort();
        wake(waker);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// Each function returns the waker that the caller wakes after it has released the lock.
impl State {
    fn push(&mut self, frame: Bytes) -> (PushOutcome, Option<Waker>) {
        if self.ended {
            return (PushOutcome::Ended, None);
        }
        if self.frames.len() >= MAX_FRAMES || self.bytes + frame.len() > MAX_BYTES {
            self.missed += 1;
            DROPPED.fetch_add(1, Ordering::Relaxed);
            let is_too_slow = self.missed > MAX_MISSED;
            return (if is_too_slow { PushOutcome::TooSlow } else { PushOutcome::Dropped }, None);
        }
        self.missed = 0;
        self.bytes += frame.len();
        self.frames.push_back(frame);
        (PushOutcome::Queued, self.waker.take())
    }

    fn end_with(&mut self, last: Bytes) -> Option<Waker> {
        if self.ended {
            return None;
        }
        self.frames.push_back(last);
        self.ended = true;
        self.waker.take()
    }

    fn abort(&mut self) -> Option<Waker> {
        self.ended = true;
        self.frames = VecDeque::new();
        self.bytes = 0;
        self.waker.take()
    }
}

impl Stream for QueuedFrames {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut state = self.0.state();
        if let Some(frame) = state.frames.pop_front() {
            state.bytes = state.bytes.saturating_sub(frame.len());
            if state.frames.is_empty() && state.frames.capacity() > MAX_KEPT {
                // An idle connection keeps no buffer of its busiest time.
                state.frames = VecDeque::new();
            }
            return Poll::Ready(Some(Ok(frame)));
        }
        if state.ended {
            return Poll::Ready(None);
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Drop for QueuedFrames {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::StreamExt;
    use std::task::Wake;

    #[test]
    fn drops_what_does_not_fit_and_gives_up_on_a_slow_reader() {
        let (queue, _frames) = queue();
        let frame = Bytes::from(vec![0; MAX_BYTES / 2]);
        assert_eq!(queue.push(frame.clone()), PushOutcome::Queued);
        assert_eq!(queue.push(frame.clone()), PushOutcome::Queued);
        for _ in 0..MAX_MISSED {
            assert_eq!(queue.push(frame.clone()), PushOutcome::Dropped);
        }
        assert_eq!(queue.push(frame), PushOutcome::TooSlow);
        assert!(dropped_frames() > u64::from(MAX_MISSED));
    }

    #[derive(Default)]
    struct Count(AtomicU64);

    impl Wake for Count {
        fn wake(self: Arc<Count>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn frames_of_one_burst_wake_their_connection_once_and_after_the_last() {
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        let (queue, mut frames) = queue();
        assert!(frames.poll_next_unpin(&mut Context::from_waker(&waker)).is_pending());
        let mut wakes = Wakes::default();
        for frame in ["first", "second"] {
            assert_eq!(queue.push_with(frame.into(), &mut wakes), PushOutcome::Queued);
        }
        assert_eq!(count.0.load(Ordering::Relaxed), 0);
        drop(wakes);
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn a_queue_that_ended_delivers_what_it_holds_and_takes_no_more() {
        let (queue, frames) = queue();
        queue.push(Bytes::from_static(b"first"));
        queue.end_with(Bytes::from_static(b"last"));
        assert_eq!(queue.push(Bytes::from_static(b"late")), PushOutcome::Ended);
        let read: Vec<_> = frames.map(|frame| frame.unwrap()).collect().await;
        assert_eq!(read, ["first", "last"]);
    }

    #[test]
    fn a_lost_connection_frees_its_frames() {
        let (queue, frames) = queue();
        queue.push(Bytes::from_static(b"unread"));
        drop(frames);
        assert_eq!(queue.push(Bytes::from_static(b"late")), PushOutcome::Ended);
    }
}
