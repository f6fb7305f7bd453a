//! The other nodes of a cluster.

use super::broadcast::Broadcast;
use super::presence::PresenceChange;
use super::room_key::RoomKey;

/// Sends messages to the other nodes.
///
/// Its functions are called under the lock of a room, which keeps the order of messages. They must not block: a message
/// waits in a bounded queue, or is dropped and counted.
pub(crate) trait Cluster: Send + Sync {
    /// Sends a broadcast to the members on other nodes.
    fn broadcast(&self, room: &RoomKey, broadcast: &Broadcast<'_>);

    /// Sends a change of this node's presence.
    fn presence(&self, room: &RoomKey, change: &PresenceChange);
}
