//! A request's body on its way to the reader of the form, in pieces of which at most two wait in memory.
//!
//! Rejects a body that breaks off, one that falls behind the least rate, and one that has more between its parts than
//! boundaries and headers need, since the reader of the form would hold all of that.

use super::pace::Pace;
use crate::error::{Error, Refusal};
use actix_web::rt::task::JoinHandle;
use actix_web::web::{Bytes, Payload};
use futures_util::{Stream, StreamExt};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

/// What is still read of a refused form.
const DRAINED_BYTES: usize = 64 * 1024 * 1024;
const DRAINED_WITHIN: Duration = Duration::from_secs(5);
/// The reader of the form takes a piece whenever there is one, needed yet or not: so they are small.
const PIECE_BYTES: usize = 16 * 1024;
/// Boundaries and headers of all parts, and the pieces that were taken ahead.
const UNREAD_BYTES: usize = 2 * 1024 * 1024;

pub(super) struct Incoming {
    pieces: mpsc::Receiver<Result<Bytes, Error>>,
    unread: Unread,
}

/// Bytes that have come and that no part's reader has taken.
#[derive(Clone, Default)]
pub(super) struct Unread(Arc<AtomicUsize>);

impl Unread {
    pub(super) fn take(&self, bytes: usize) {
        self.0.fetch_sub(bytes, Ordering::Relaxed);
    }

    fn add(&self, bytes: usize) -> bool {
        self.0.fetch_add(bytes, Ordering::Relaxed) + bytes <= UNREAD_BYTES
    }
}

/// The task that reads. It ends with the body.
pub(super) struct Reader(JoinHandle<()>);

pub(super) fn read(payload: Payload) -> (Incoming, Reader) {
    let (sender, pieces) = mpsc::channel(1);
    let reader = actix_web::rt::spawn(pass_on(payload, sender));
    (Incoming { pieces, unread: Unread::default() }, Reader(reader))
}

impl Reader {
    /// Waits until the rest of the body is read, within limits.
    pub(super) async fn finish(mut self) {
        if timeout(DRAINED_WITHIN, &mut self.0).await.is_err() {
            self.0.abort();
        }
    }
}

impl Incoming {
    pub(super) fn unread(&self) -> Unread {
        self.unread.clone()
    }
}

impl Stream for Incoming {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let piece = ready!(self.pieces.poll_recv(context));
        if let Some(Ok(bytes)) = &piece
            && !self.unread.add(bytes.len())
        {
            return Poll::Ready(Some(Err(Refusal::TooLarge.into())));
        }
        Poll::Ready(piece)
    }
}

/// Reads a body that nobody wants, within limits, so that a client that sends before it listens gets its answer.
pub async fn drain(payload: Payload) {
    // A client that is slower than that has its connection closed.
    let _ = timeout(DRAINED_WITHIN, skip(payload)).await;
}

async fn pass_on(mut payload: Payload, sender: mpsc::Sender<Result<Bytes, Error>>) {
    let mut pace = Pace::default();
    loop {
        let started = Instant::now();
        let mut bytes = match timeout(pace.patience(), payload.next()).await {
            Ok(None) => return,
            Ok(Some(Ok(bytes))) => bytes,
            Ok(Some(Err(_))) => return report(sender, Refusal::MalformedBody).await,
            Err(_) => return report(sender, Refusal::TooSlow).await,
        };
        pace.received(bytes.len(), started.elapsed());
        while !bytes.is_empty() {
            let piece = bytes.split_to(bytes.len().min(PIECE_BYTES));
            if sender.send(Ok(piece)).await.is_err() {
                return skip(payload).await;
            }
        }
    }
}

async fn report(sender: mpsc::Sender<Result<Bytes, Error>>, refusal: Refusal) {
    // A form that was refused before this has nobody who would hear of it.
    let _ = sender.send(Err(refusal.into())).await;
}

async fn skip(mut payload: Payload) {
    let mut read = 0;
    while let Some(Ok(bytes)) = payload.next().await {
        read += bytes.len();
        if read > DRAINED_BYTES {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use actix_web::{FromRequest, dev};
    use futures_util::stream;

    /// A body of `pieces` pieces of `bytes` bytes, one each `every`.
    async fn trickled(pieces: usize, bytes: usize, every: Duration) -> Payload {
        let body = stream::iter(0..pieces).then(move |_| async move {
            tokio::time::sleep(every).await;
            Ok(Bytes::from(vec![0; bytes]))
        });
        let mut payload: dev::Payload = dev::Payload::Stream { payload: Box::pin(body) };
        let request = TestRequest::default().to_http_request();
        Payload::from_request(&request, &mut payload).await.unwrap()
    }

    /// The bytes that came, and how the body ended.
    async fn received(payload: Payload) -> (usize, Option<Error>) {
        let (sender, mut pieces) = mpsc::channel(1);
        let reading = pass_on(payload, sender);
        let counting = async {
            let mut received = 0;
            while let Some(piece) = pieces.recv().await {
                match piece {
                    Ok(bytes) => received += bytes.len(),
                    Err(error) => return (received, Some(error)),
                }
            }
            (received, None)
        };
        futures_util::future::join(reading, counting).await.1
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_trickles_is_given_up_although_it_never_pauses_long() {
        let started = Instant::now();
        let (bytes, end) = received(trickled(10_000, 100, Duration::from_secs(1)).await).await;
        assert!(matches!(end, Some(Error::Refused(Refusal::TooSlow))), "{end:?}");
        assert!((2_900..=3_100).contains(&bytes), "{bytes}");
        assert!(started.elapsed() < Duration::from_secs(32), "{:?}", started.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_over_a_slow_line_comes_whole() {
        let (bytes, end) = received(trickled(500, 32 * 1024, Duration::from_secs(1)).await).await;
        assert_eq!((bytes, end.is_none()), (500 * 32 * 1024, true));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stops_is_given_up() {
        let (bytes, end) = received(trickled(1, 10, Duration::from_secs(3600)).await).await;
        assert!(matches!((bytes, end), (0, Some(Error::Refused(Refusal::TooSlow)))));
    }
}
