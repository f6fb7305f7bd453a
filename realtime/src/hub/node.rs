//! The identity of a node.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Identifies a process among all that share the database. It is new at every start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct NodeId(Uuid);

impl NodeId {
    pub(crate) fn random() -> NodeId {
        NodeId(Uuid::new_v4())
    }

    /// The key of the node's lock in the database, and the beginning of the ids of its subscriptions.
    pub(crate) fn lock_key(self) -> u32 {
        self.0.as_fields().0
    }

    /// A new id for a subscription of this node.
    pub(crate) fn subscription_id(self) -> Uuid {
        let random = Uuid::new_v4();
        let (_, middle, high, rest) = random.as_fields();
        Uuid::from_fields(self.lock_key(), middle, high, rest)
    }

    /// Whether the node has made this id.
    pub(crate) fn owns(self, subscription: Uuid) -> bool {
        subscription.as_fields().0 == self.lock_key()
    }
}

impl std::fmt::Display for NodeId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(formatter)
    }
}
