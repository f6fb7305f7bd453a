//! Reads whole messages from the request's body: frames, also in fragments, up to a size.

use actix_http::ws::{CloseCode, Codec, Frame, Item, ProtocolError};
use actix_web::web::Payload;
use bytes::BytesMut;
use futures_util::StreamExt;
use tokio_util::codec::Decoder;

use crate::protocol::Incoming;

/// The largest message of a client, in bytes.
pub(super) const MAX_MESSAGE: usize = 5_000_000;

/// Why nothing more can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ReadError {
    #[error("the client is gone")]
    Disconnected,
    #[error("a message is too large")]
    TooLarge,
    #[error("the client violates the WebSocket protocol")]
    Protocol,
}

impl ReadError {
    /// The code of the close frame; `None` if the client has disconnected.
    pub(super) fn close_code(self) -> Option<CloseCode> {
        match self {
            ReadError::Disconnected => None,
            ReadError::TooLarge => Some(CloseCode::Size),
            ReadError::Protocol => Some(CloseCode::Protocol),
        }
    }
}

/// The client's side of a connection.
pub(super) struct Reader {
    payload: Payload,
    buffer: BytesMut,
    codec: Codec,
    fragments: Option<Fragments>,
}

/// The parts of a message so far.
struct Fragments {
    is_text: bool,
    bytes: BytesMut,
}

impl Reader {
    pub(super) fn new(payload: Payload) -> Reader {
        let codec = Codec::new().max_size(MAX_MESSAGE);
        Reader { payload, buffer: BytesMut::new(), codec, fragments: None }
    }

    /// The next message. May be dropped and called again without a loss.
    pub(super) async fn next(&mut self) -> Result<Incoming, ReadError> {
        loop {
            match self.codec.decode(&mut self.buffer) {
                Ok(Some(frame)) => {
                    if let Some(message) = self.assemble(frame)? {
                        return Ok(message);
                    }
                    continue;
                }
                Ok(None) => {}
                Err(ProtocolError::Overflow) => return Err(ReadError::TooLarge),
                Err(_) => return Err(ReadError::Protocol),
            }
            if self.buffer.is_empty() {
                // An idle connection keeps no buffer of its largest message.
                self.buffer = BytesMut::new();
            }
            match self.payload.next().await {
                Some(Ok(bytes)) => self.buffer.extend_from_slice(&bytes),
                Some(Err(_)) | None => return Err(ReadError::Disconnected),
            }
        }
    }

    /// A message, if the frame completes one.
    fn assemble(&mut self, frame: Frame) -> Result<Option<Incoming>, ReadError> {
        let item = match frame {
            Frame::Text(bytes) => return Ok(Some(Incoming::Text(bytes))),
            Frame::Binary(bytes) => return Ok(Some(Incoming::Binary(bytes))),
            Frame::Ping(bytes) => return Ok(Some(Incoming::Ping(bytes))),
            Frame::Pong(_) => return Ok(Some(Incoming::Pong)),
            Frame::Close(_) => return Ok(Some(Incoming::Close)),
            Frame::Continuation(item) => item,
        };
        match item {
            Item::FirstText(bytes) => self.begin(true, &bytes),
            Item::FirstBinary(bytes) => self.begin(false, &bytes),
            Item::Continue(bytes) => self.append(&bytes)?,
            Item::Last(bytes) => {
                self.append(&bytes)?;
                return Ok(self.fragments.take().map(Fragments::into_message));
            }
        }
        Ok(None)
    }

    fn begin(&mut self, is_text: bool, bytes: &[u8]) {
        self.fragments = Some(Fragments { is_text, bytes: bytes.into() });
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        // The codec rejects a continuation without a beginning.
        let fragments = self.fragments.as_mut().ok_or(ReadError::Protocol)?;
        if fragments.bytes.len() + bytes.len() > MAX_MESSAGE {
            return Err(ReadError::TooLarge);
        }
        fragments.bytes.extend_from_slice(bytes);
        Ok(())
    }
}

impl Fragments {
    fn into_message(self) -> Incoming {
        let bytes = self.bytes.freeze();
        if self.is_text { Incoming::Text(bytes) } else { Incoming::Binary(bytes) }
    }
}
