//! The connections of a node to Redis: one that publishes, and one that subscribes. They are opened again after a loss,
//! and when the node no longer receives its own messages.

use std::time::Duration;

use futures_util::StreamExt;
use redis::AsyncConnectionConfig;
use redis::aio::{MultiplexedConnection, PubSubStream};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::inbox::Inbox;
use super::outbox::Outbox;
use super::{ClusterAddress, HEARTBEAT};

/// The timeout for connecting, and for the reply to a command.
const TIMEOUT: Duration = Duration::from_secs(2);
const RETRY_AFTER: Duration = Duration::from_millis(500);

const LOST: &str = "Connection to other nodes lost: messages reach only clients of this node";
const RESTORED: &str = "Connection to other nodes restored";

/// Why the connections end.
#[derive(Debug, thiserror::Error)]
enum LinkError {
    #[error(transparent)]
    Redis(#[from] redis::RedisError),
    #[error("Redis does not accept a connection in time")]
    TimedOut,
    #[error("Redis has closed the connection")]
    Closed,
    #[error("Redis does not deliver messages")]
    Silent,
}

/// Exchanges the messages of the outbox and the inbox with Redis.
pub(crate) struct ClusterLink {
    address: ClusterAddress,
    inbox: Inbox,
    /// Whether a loss has been announced to clients.
    is_lost: bool,
}

impl ClusterLink {
    pub(crate) fn new(address: ClusterAddress, inbox: Inbox) -> ClusterLink {
        ClusterLink { address, inbox, is_lost: false }
    }

    /// Runs until the process ends.
    pub(crate) async fn run(mut self) {
        loop {
            let error = match self.connect().await {
                Ok((publisher, messages)) => match self.exchange(publisher, messages).await {
                    Ok(never) => match never {},
                    Err(error) => error,
                },
                Err(error) => error,
            };
            self.inbox.publisher.outbox.close();
            if !self.is_lost {
                tracing::warn!(code = "ClusterConnectionLost", "the other nodes cannot be reached: {error}");
                self.inbox.hub.announce("error", LOST);
                self.is_lost = true;
            }
            sleep(RETRY_AFTER).await;
            self.inbox.remove_expired(Instant::now());
        }
    }

    async fn connect(&self) -> Result<(MultiplexedConnection, PubSubStream), LinkError> {
        let ClusterAddress { client, channel, .. } = &self.address;
        let settings = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(TIMEOUT))
            .set_response_timeout(Some(TIMEOUT));
        let connecting = async {
            let publisher = client.get_multiplexed_async_connection_with_config(&settings).await?;
            let mut subscriber = client.get_async_pubsub().await?;
            subscriber.subscribe(channel).await?;
            Ok((publisher, subscriber.into_on_message()))
        };
        timeout(TIMEOUT * 2, connecting).await.unwrap_or(Err(LinkError::TimedOut))
    }

    async fn exchange(
        &mut self,
        mut publisher: MultiplexedConnection,
        mut messages: PubSubStream,
    ) -> Result<std::convert::Infallible, LinkError> {
        let outbox = std::sync::Arc::clone(&self.inbox.publisher.outbox);
        outbox.open();
        self.inbox.echoed_at = Some(Instant::now());
        if std::mem::take(&mut self.is_lost) {
            tracing::info!("the other nodes can be reached");
            self.inbox.hub.announce("ok", RESTORED);
        }
        let publishing = publish(&outbox, &mut publisher, &self.address);
        tokio::pin!(publishing);
        let mut ticks = interval(HEARTBEAT);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                ended = &mut publishing => return ended,
                message = messages.next() => {
                    let message = message.ok_or(LinkError::Closed)?;
                    if let Some(message) = self.address.keys.open(message.get_payload_bytes().to_vec().into()) {
                        self.inbox.receive(message);
                    }
                }
                _ = ticks.tick() => {
                    if !self.inbox.receives_own_messages() {
                        return Err(LinkError::Silent);
                    }
                    self.inbox.tick();
                }
            }
        }
    }
}

/// Publishes what is in the outbox.
async fn publish(
    outbox: &Outbox,
    connection: &mut MultiplexedConnection,
    address: &ClusterAddress,
) -> Result<std::convert::Infallible, LinkError> {
    loop {
        let batch = outbox.take().await;
        let mut pipeline = redis::pipe();
        for message in &batch {
            pipeline.publish(address.channel.as_str(), &address.keys.seal(message)[..]).ignore();
        }
        pipeline.query_async::<()>(connection).await?;
        outbox.settle(batch.len());
    }
}
