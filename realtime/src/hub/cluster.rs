//! The other nodes of a cluster.

use super::broadcast::Broadcast;
use super::presence::PresenceChange;
use super::room_key::RoomKey;

/// Tells the other nodes what happens on this one.
///
/// Its functions are called under the lock of a room, which keeps the order of messages. They must not block: a message
/// waits in a bounded queue, or is dropped and counted.
pub(crate) trait Cluster: Send + Sync {
    /// Passes a message to the members on other nodes.
    fn broadcast(&self, room: &RoomKey, broadcast: &Broadcast<'_>);

    /// Passes on what a member of this node does with its presence.
    fn presence(&self, room: &RoomKey, change: &PresenceChange);
}
