//! Sends a response over HTTP/2. A body that its client does not read in time, or that fails, resets the stream, so that an
//! incomplete response is never taken for a complete one.

use std::error::Error as StdError;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::SystemTime;

use actix_http::body::{BodySize, BoxBody, MessageBody};
use actix_http::header::HttpDate;
use actix_http::{Response, StatusCode};
use bytes::Bytes;
use h2::server::SendResponse;
use h2::{Reason, SendStream};
use hyper::header::{CONNECTION, CONTENT_LENGTH, DATE, HeaderName, HeaderValue, TRANSFER_ENCODING, UPGRADE};

use crate::http_server::stall::{Pace, Stall};

/// The most that is asked of the connection's window at once, so that its responses take turns.
const TURN: usize = 16 * 1024;

const OF_THE_CONNECTION: [HeaderName; 5] = [
    CONNECTION,
    TRANSFER_ENCODING,
    UPGRADE,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
];

/// Why a response was not sent to its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unsent {
    #[error("the client has gone")]
    Cancelled,
    #[error("the client is too slow")]
    Stalled,
    #[error("{0}")]
    Stream(#[from] h2::Error),
    #[error("its body failed: {0}")]
    Body(Box<dyn StdError>),
}

pub(super) async fn send(
    response: Response<BoxBody>,
    mut respond: SendResponse<Bytes>,
    is_head: bool,
    pace: Pace,
) -> Result<(), Unsent> {
    let (response, mut body) = response.into_parts();
    let size = body.size();
    let has_no_body = is_head || size.is_eof() || has_never_a_body(response.status());
    let stream = respond.send_response(head(&response, size), has_no_body)?;
    if has_no_body {
        return Ok(());
    }
    let mut outgoing = Outgoing { stream, stall: Stall::new(pace) };
    let sent = outgoing.send_all(Pin::new(&mut body)).await;
    match &sent {
        Err(Unsent::Body(_)) => outgoing.stream.send_reset(Reason::INTERNAL_ERROR),
        Err(Unsent::Stalled) => outgoing.stream.send_reset(Reason::CANCEL),
        Ok(()) | Err(Unsent::Cancelled | Unsent::Stream(_)) => {}
    }
    sent
}

struct Outgoing {
    stream: SendStream<Bytes>,
    stall: Stall,
}

impl Outgoing {
    async fn send_all(&mut self, mut body: Pin<&mut BoxBody>) -> Result<(), Unsent> {
        while let Some(part) = poll_fn(|context| self.poll_part(body.as_mut(), context)).await {
            let mut part = part?;
            while !part.is_empty() {
                self.stream.reserve_capacity(part.len().min(TURN));
                let granted = poll_fn(|context| self.poll_granted(context)).await?;
                self.stall.progress(granted);
                self.stream.send_data(part.split_to(granted.min(part.len())), false)?;
            }
        }
        Ok(self.stream.send_data(Bytes::new(), true)?)
    }

    /// The next part of the body, while the client waits for it.
    fn poll_part(
        &mut self,
        body: Pin<&mut BoxBody>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Unsent>>> {
        if self.stream.poll_reset(context).is_ready() {
            return Poll::Ready(Some(Err(Unsent::Cancelled)));
        }
        body.poll_next(context).map(|part| part.map(|part| part.map_err(Unsent::Body)))
    }

    /// How many bytes the client takes.
    fn poll_granted(&mut self, context: &mut Context<'_>) -> Poll<Result<usize, Unsent>> {
        match self.stream.poll_capacity(context) {
            Poll::Ready(Some(granted)) => Poll::Ready(Ok(granted?)),
            Poll::Ready(None) => Poll::Ready(Err(Unsent::Cancelled)),
            Poll::Pending => {
                ready!(self.stall.poll_stalled(context));
                Poll::Ready(Err(Unsent::Stalled))
            }
        }
    }
}

fn has_never_a_body(status: StatusCode) -> bool {
    matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED)
}

fn head(from: &Response<()>, size: BodySize) -> hyper::Response<()> {
    let mut to = hyper::Response::new(());
    *to.status_mut() = hyper::StatusCode::from_u16(from.status().as_u16()).unwrap_or_default();
    let headers = to.headers_mut();
    for (name, value) in from.headers() {
        let copied =
            (HeaderName::from_bytes(name.as_str().as_bytes()), HeaderValue::from_bytes(value.as_bytes()));
        if let (Ok(name), Ok(value)) = copied
            && !OF_THE_CONNECTION.contains(&name)
            && (name != CONTENT_LENGTH || size == BodySize::Stream)
        {
            headers.append(name, value);
        }
    }
    if let BodySize::Sized(length) = size
        && !has_never_a_body(from.status())
    {
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    if !headers.contains_key(DATE)
        && let Ok(now) = HeaderValue::try_from(HttpDate::from(SystemTime::now()).to_string())
    {
        headers.insert(DATE, now);
    }
    to
}
