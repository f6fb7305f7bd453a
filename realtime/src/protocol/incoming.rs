//! One message of a client's connection, before it is parsed.

use bytes::Bytes;

/// What a client sends.
#[derive(Debug)]
pub(crate) enum Incoming {
    Text(Bytes),
    Binary(Bytes),
    Ping(Bytes),
    /// A sign of life.
    Pong,
    Close,
}
