//! Where the messages of a client come from.

use actix_web::web::Payload;
use tokio::sync::mpsc::Receiver;

use super::reader::{ReadError, Reader};
use crate::protocol::Incoming;

/// The messages of a client.
pub(crate) struct Source(Transport);

enum Transport {
    WebSocket(Reader),
    LongPoll(Receiver<Incoming>),
}

impl Source {
    /// The frames in the body of a handshake.
    pub(crate) fn web_socket(payload: Payload) -> Source {
        Source(Transport::WebSocket(Reader::new(payload)))
    }

    /// The messages of requests.
    pub(crate) fn long_poll(messages: Receiver<Incoming>) -> Source {
        Source(Transport::LongPoll(messages))
    }

    /// The next message. May be dropped and called again without a loss.
    pub(super) async fn next(&mut self) -> Result<Incoming, ReadError> {
        match &mut self.0 {
            Transport::WebSocket(reader) => reader.next().await,
            Transport::LongPoll(messages) => messages.recv().await.ok_or(ReadError::Disconnected),
        }
    }
}
