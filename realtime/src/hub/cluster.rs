//! The other nodes of a cluster.

use super::room::{Broadcast, RoomKey};

/// Passes messages to the members that are on other nodes.
pub(crate) trait Cluster: Send + Sync {
    /// Must not block: a message waits in a bounded queue, or is dropped and counted.
    fn publish(&self, room: &RoomKey, broadcast: &Broadcast<'_>);
}

/// There is no other node.
pub(crate) struct SingleNode;

impl Cluster for SingleNode {
    fn publish(&self, _: &RoomKey, _: &Broadcast<'_>) {}
}
