//! Messages for the members of a room.

use uuid::Uuid;

use crate::protocol::UserBroadcast;

/// A message for the members of a room.
pub(crate) enum Broadcast<'a> {
    /// An event `broadcast` with this payload, which is JSON text.
    Text { payload: &'a str, id: Option<Uuid> },
    /// A payload that is not parsed.
    User { broadcast: &'a UserBroadcast, id: Option<Uuid> },
}

impl Broadcast<'_> {
    /// Bytes of the payload, as a client has sent it.
    pub(crate) fn payload_size(&self) -> usize {
        match self {
            Broadcast::Text { payload, .. } => payload.len(),
            Broadcast::User { broadcast, .. } => broadcast.payload.len(),
        }
    }
}
