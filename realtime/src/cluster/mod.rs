//! The nodes of a cluster, which tell each other over Redis (or Valkey) what their clients need to know: broadcasts, who
//! is present, and changes of tables, which one node reads for all.
//!
//! Redis passes messages on and stores nothing. Every node has a copy of who is present on the others. It keeps the copy
//! up to date by numbered changes; after a gap it asks for the whole state. A node of which nothing is heard for
//! [`LEASE`] is gone, and so is everyone who is present on it. Without Redis each node serves its own clients; after it
//! comes back, the copies are made again. What is published meanwhile does not reach other nodes.
//!
//! All nodes subscribe to one channel. A node drops what concerns no room of its own.
//!
//! - `publisher`, `outbox`: what this node tells. `message`: its form. `peers`: what is known about the other nodes.
//! - `inbox`: handles what the others tell. `link`: the connections. `reader_status`: whether some node reads changes.

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

/// The interval in which a node tells that it lives.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// How long a node counts as alive of which nothing is heard.
const LEASE: Duration = Duration::from_secs(4);

/// The variable with the address of Redis.
const URL: &str = "REALTIME_REDIS_URL";

/// Where the nodes meet.
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
