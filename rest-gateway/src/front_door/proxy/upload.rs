//! Reads the client's request body for the proxy. actix's payload is not `Send`, but the HTTP client requires a body
//! that is, so a local task sends the parts through a bounded channel.
//!
//! Rejects a body over the limit, with or without `Content-Length`, and reports why a body failed.

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
use crate::front_door::error::{BodyError, GatewayError};
use crate::http_server::is_timeout;

/// Capacity of the channel, in parts of the body. The server's own buffer holds another 32 KiB.
const BUFFERED_PARTS: usize = 4;

pub(super) struct Upload {
    body: Option<(Arc<Chunks>, Option<u64>)>,
    progress: Rc<Progress>,
}

struct Progress {
    last_activity: Cell<Instant>,
    failure: Cell<Option<BodyError>>,
}

impl Upload {
    pub(super) fn begin(request: &HttpRequest, payload: Payload, limit: u64) -> Result<Upload, GatewayError> {
        let progress =
            Rc::new(Progress { last_activity: Cell::new(Instant::now()), failure: Cell::new(None) });
        let length = announced_length(request);
        let chunked = request.headers().contains_key(TRANSFER_ENCODING);
        if length.is_some_and(|length| length > limit) {
            return Err(GatewayError::Body(BodyError::TooLarge { limit }));
        }
        if !chunked && length.unwrap_or(0) == 0 {
            return Ok(Upload { body: None, progress });
        }
        let (sender, receiver) = mpsc::channel(BUFFERED_PARTS);
        actix_web::rt::spawn(copy_body(payload, limit, sender, Rc::clone(&progress)));
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

    /// Why reading the client's body failed, if it did.
    pub(super) fn failure(&self) -> Option<GatewayError> {
        self.progress.failure.get().map(GatewayError::Body)
    }
}

async fn copy_body(
    mut payload: Payload,
    limit: u64,
    to: mpsc::Sender<Result<bytes::Bytes, Aborted>>,
    progress: Rc<Progress>,
) {
    let mut remaining = limit;
    while let Some(part) = payload.next().await {
        let failure = match part {
            Ok(part) => match remaining.checked_sub(part.len() as u64) {
                Some(left) => {
                    remaining = left;
                    progress.last_activity.set(Instant::now());
                    if to.send(Ok(part)).await.is_err() {
                        // The service has answered or died, so nobody reads the rest.
                        return;
                    }
                    continue;
                }
                None => BodyError::TooLarge { limit },
            },
            Err(error) if is_timeout(&error) => BodyError::Stalled,
            Err(_) => BodyError::Incomplete,
        };
        progress.failure.set(Some(failure));
        let _ = to.send(Err(Aborted)).await;
        return;
    }
}

fn announced_length(request: &HttpRequest) -> Option<u64> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
