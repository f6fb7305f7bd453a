//! The nodes of a cluster, which exchange broadcasts, presence and changes of tables over Redis (or Valkey). One node
//! reads the changes for all.
//!
//! Redis delivers messages and stores nothing. Every node has a copy of the presence on the others. Numbered changes
//! keep the copy up to date; after a gap the node requests a snapshot. A node that sends nothing for [`LEASE`] is
//! removed with its presence. Without Redis each node serves its own clients; after a reconnection the copies are made
//! again. Messages that are sent in between do not reach other nodes.
//!
//! All nodes subscribe to one channel. A node ignores broadcasts to rooms without members of its own. Messages are not
//! authenticated: only the nodes may have access to Redis.
//!
//! - `publisher`, `outbox`: outgoing messages. `message`: their encoding. `peers`: the state of the other nodes.
//! - `inbox`: incoming messages. `link`: the connections. `reader_status`: whether some node reads changes.

mod inbox;
mod link;
mod message;
mod outbox;
mod peers;
mod publisher;
mod reader_status;

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

pub(crate) use inbox::Inbox;
pub(crate) use link::ClusterLink;
pub(crate) use outbox::dropped_messages;
pub(crate) use publisher::Publisher;
pub(crate) use reader_status::ReaderStatus;

/// The interval of heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// How long a node counts as alive after its last message.
const LEASE: Duration = Duration::from_secs(4);

/// The variable with the address of Redis.
const URL: &str = "REALTIME_REDIS_URL";

/// The address of Redis, and the channel of the cluster.
pub(crate) struct ClusterAddress {
    client: redis::Client,
    /// The name of the channel. Nodes with the same name are a cluster.
    channel: String,
}

impl ClusterAddress {
    /// Reads `REALTIME_REDIS_URL` and `REALTIME_CLUSTER_NAME`. `None` if there is no Redis.
    pub(crate) fn from_environment(
        environment: &Environment,
    ) -> Result<Option<ClusterAddress>, EnvironmentError> {
        let Some(url) = environment.optional(URL) else { return Ok(None) };
        let client = redis::Client::open(url)
            .map_err(|cause| EnvironmentError::Unusable { name: URL, cause: cause.into() })?;
        let name = environment.optional("REALTIME_CLUSTER_NAME").unwrap_or("default");
        // The number is that of the messages' form.
        Ok(Some(ClusterAddress { client, channel: format!("realtime:1:{name}") }))
    }
}
