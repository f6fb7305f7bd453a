//! An accepted connection, before its first request.

use std::net::SocketAddr;

use super::address_limit::Slot;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    Http1,
    Http2,
}

/// Whether a connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Encryption(pub(super) bool);

pub(super) struct Incoming<T> {
    pub(super) stream: T,
    pub(super) protocol: Protocol,
    pub(super) encryption: Encryption,
    pub(super) peer: Option<SocketAddr>,
    /// The connection's share of its client's limit.
    pub(super) slot: Option<Slot>,
}
