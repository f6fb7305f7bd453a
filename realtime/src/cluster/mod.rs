//! The nodes of a cluster, which exchange broadcasts, presence and changes of tables over Redis (or Valkey). One node
//! reads the changes for all.
//!
//! Redis delivers messages and stores nothing. Every node has a copy of the presence on the others. Numbered changes
//! keep the copy up to date; after a gap the node requests a snapshot. A node that sends nothing for [`LEASE`] is
//! removed with its presence. While Redis is unavailable, each node serves its own clients, and messages do not reach
//! other nodes. After a reconnection the copies are rebuilt from snapshots.
//!
//! All nodes subscribe to one channel. A node ignores broadcasts to rooms without members of its own, and messages
//! that no key of the cluster has signed.
//!
//! - `publisher`, `outbox`: outgoing messages. `message`: their encoding. `message_keys`: their authentication.
//! - `peers`: the state of the other nodes.
//! - `inbox`: incoming messages. `link`: the connections. `reader_status`: whether some node reads changes.

mod inbox;
mod link;
mod message;
mod message_keys;
mod outbox;
mod peers;
mod publisher;
mod reader_status;

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

use message_keys::MessageKeys;

pub(crate) use inbox::Inbox;
pub(crate) use link::ClusterLink;
pub(crate) use message_keys::rejected_messages;
pub(crate) use outbox::dropped_messages;
pub(crate) use publisher::Publisher;
pub(crate) use reader_status::{ReaderStatus, SlotPosition};

/// The interval of heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// How long a node counts as alive after its last message.
const LEASE: Duration = Duration::from_secs(4);

/// The variable with the address of Redis.
const URL: &str = "REALTIME_REDIS_URL";
/// The variable with the keys of messages.
const KEYS: &str = "REALTIME_CLUSTER_KEYS";

/// The address of Redis, the channel of the cluster, and its keys.
pub(crate) struct ClusterAddress {
    client: redis::Client,
    /// The name of the channel. Nodes with the same name are a cluster.
    channel: String,
    keys: MessageKeys,
}

impl ClusterAddress {
    /// Reads `REALTIME_REDIS_URL`, `REALTIME_CLUSTER_NAME` and `REALTIME_CLUSTER_KEYS`. `None` if there is no Redis.
    ///
    /// # Errors
    /// When the address or a key does not have its form, or there are no keys.
    pub(crate) fn from_environment(
        environment: &Environment,
    ) -> Result<Option<ClusterAddress>, EnvironmentError> {
        let Some(url) = environment.optional(URL) else { return Ok(None) };
        let client = redis::Client::open(url)
            .map_err(|cause| EnvironmentError::Unusable { name: URL, cause: cause.into() })?;
        let name = environment.optional("REALTIME_CLUSTER_NAME").unwrap_or("default");
        // The number is the version of the message format.
        let channel = format!("realtime:2:{name}");
        let expected = "keys of at least 32 bytes in base64url, separated by commas";
        let keys = MessageKeys::parse(environment.required(KEYS)?, &channel)
            .ok_or(EnvironmentError::Invalid { name: KEYS, expected })?;
        Ok(Some(ClusterAddress { client, channel, keys }))
    }
}
