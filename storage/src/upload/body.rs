//! A request's body, read by a task of its own and passed on in small pieces, so that at most two of them wait in
//! memory. A client that sends nothing for too long is refused.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::rt::task::JoinHandle;
use actix_web::web::Payload;
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::error::{Error, Result};

const IDLE: Duration = Duration::from_secs(30);
/// What is still read of a refused upload, so that a client that sends before it listens gets its answer.
const DRAINED_BYTES: usize = 16 * 1024 * 1024;
const DRAINED_WITHIN: Duration = Duration::from_secs(5);

pub struct BodyStream(mpsc::Receiver<Result<Bytes>>);

/// The task that reads. It ends with the body.
pub struct Reader(JoinHandle<()>);

pub fn read(payload: Payload) -> (BodyStream, Reader) {
    let (sender, receiver) = mpsc::channel(1);
    let reader = actix_web::rt::spawn(pass_on(payload, sender));
    (BodyStream(receiver), Reader(reader))
}

impl Reader {
    /// Waits until the rest of the body is read, within limits.
    pub async fn finish(mut self) {
        if timeout(DRAINED_WITHIN, &mut self.0).await.is_err() {
            self.0.abort();
        }
    }
}

async fn pass_on(mut payload: Payload, sender: mpsc::Sender<Result<Bytes>>) {
    loop {
        let piece = match timeout(IDLE, payload.next()).await {
            Ok(None) => return,
            Ok(Some(Ok(bytes))) => Ok(bytes),
            Ok(Some(Err(_))) => Err(Error::InvalidRequest("The request's body ended early".to_owned())),
            Err(_) => Err(Error::ClientStalled),
        };
        let failed = piece.is_err();
        if sender.send(piece).await.is_err() {
            return drain(payload).await;
        }
        if failed {
            return;
        }
    }
}

async fn drain(mut payload: Payload) {
    let mut read = 0;
    while let Some(Ok(bytes)) = payload.next().await {
        read += bytes.len();
        if read > DRAINED_BYTES {
            return;
        }
    }
}

impl Stream for BodyStream {
    type Item = Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context)
    }
}
