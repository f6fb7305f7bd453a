//! The client's half of an upload. The server's payload stays on its thread while the HTTP client wants to move bodies
//! between threads, so a local task carries the parts from one to the other, a few at a time.
//!
//! Rejects a body over the limit, announced or not, and tells why one broke off.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use actix_web::web::Payload;
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::body::{Aborted, Chunks, RequestBody};
use crate::front_door::body_timeout::is_timeout;
use crate::front_door::refusal::{BodyRefusal, Refusal};

/// Parts under way between the two tasks; the server's own buffer holds 32 KiB more.
const PARTS: usize = 4;

pub(super) struct Upload {
    body: Option<(Arc<Chunks>, Option<u64>)>,
    progress: Rc<Progress>,
}

struct Progress {
    last_activity: Cell<Instant>,
    failure: Cell<Option<BodyRefusal>>,
}

impl Upload {
    pub(super) fn begin(request: &HttpRequest, payload: Payload, limit: u64) -> Result<Upload, Refusal> {
        let progress =
            Rc::new(Progress { last_activity: Cell::new(Instant::now()), failure: Cell::new(None) });
        let length = announced_length(request);
        let chunked = request.headers().contains_key(TRANSFER_ENCODING);
        if length.is_some_and(|length| length > limit) {
            return Err(Refusal::Body(BodyRefusal::TooLarge { limit }));
        }
        if !chunked && length.unwrap_or(0) == 0 {
            return Ok(Upload { body: None, progress });
        }
        let (sender, receiver) = mpsc::channel(PARTS);
        actix_web::rt::spawn(carry(payload, limit, sender, Rc::clone(&progress)));
        let length = if chunked { None } else { length };
        Ok(Upload { body: Some((Arc::new(Chunks::new(receiver)), length)), progress })
    }

    pub(super) fn body(&self) -> RequestBody {
        match &self.body {
            None => RequestBody::Empty,
            Some((source, length)) => RequestBody::Chunks { source: Arc::clone(source), length: *length },
        }
    }

    pub(super) fn was_read(&self) -> bool {
        self.body.as_ref().is_some_and(|(source, _)| source.were_read())
    }

    pub(super) fn last_activity(&self) -> Instant {
        self.progress.last_activity.get()
    }

    /// Why the client's half ended early.
    pub(super) fn failure(&self) -> Option<Refusal> {
        self.progress.failure.get().map(Refusal::Body)
    }
}

async fn carry(
    mut payload: Payload,
    limit: u64,
    to: mpsc::Sender<Result<bytes::Bytes, Aborted>>,
    progress: Rc<Progress>,
) {
    let mut room = limit;
    while let Some(part) = payload.next().await {
        let failure = match part {
            Ok(part) => match room.checked_sub(part.len() as u64) {
                Some(left) => {
                    room = left;
                    progress.last_activity.set(Instant::now());
                    if to.send(Ok(part)).await.is_err() {
                        // The service has answered, or died; the rest interests nobody.
                        return;
                    }
                    continue;
                }
                None => BodyRefusal::TooLarge { limit },
            },
            Err(error) if is_timeout(&error) => BodyRefusal::Stalled,
            Err(_) => BodyRefusal::Broken,
        };
        progress.failure.set(Some(failure));
        let _ = to.send(Err(Aborted)).await;
        return;
    }
}

fn announced_length(request: &HttpRequest) -> Option<u64> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
