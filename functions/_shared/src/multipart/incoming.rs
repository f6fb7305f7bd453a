//! A request's body on its way to the reader of the form, in pieces of which at most two wait in memory.
//!
//! Rejects a body that breaks off, one that sends nothing for too long, and one that has more between its parts than
//! boundaries and headers need, since the reader of the form would hold all of that.

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
use tokio::time::timeout;

const IDLE: Duration = Duration::from_secs(30);
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
    loop {
        let mut bytes = match timeout(IDLE, payload.next()).await {
            Ok(None) => return,
            Ok(Some(Ok(bytes))) => bytes,
            Ok(Some(Err(_))) => return report(sender, Refusal::MalformedBody).await,
            Err(_) => return report(sender, Refusal::TooSlow).await,
        };
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
