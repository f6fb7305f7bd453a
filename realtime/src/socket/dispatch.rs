//! Routes a message to its handler: heartbeats, joins and leaves by their event, others by their channel.

use super::Socket;
use crate::hub::TOPIC_PREFIX;
use crate::protocol::{ClientMessage, Reference, Status};

/// The topic of heartbeats.
const PHOENIX: &str = "phoenix";
const BROADCAST: &str = "broadcast";
const UNMATCHED: &str = r#"{"reason":"unmatched topic"}"#;

impl Socket {
    pub(super) async fn dispatch(&mut self, message: ClientMessage) {
        if message.event != BROADCAST {
            // The others may wait for the database.
            self.wakes.wake_all();
        }
        match message.event.as_str() {
            "heartbeat" if message.topic == PHOENIX => {
                self.reply(&Reference::NONE, &message.reference, PHOENIX, Status::Ok, "{}");
            }
            "phx_join" if message.topic.starts_with(TOPIC_PREFIX) => {
                // Boxed: the future of every connection would otherwise have room for this large one.
                Box::pin(self.join(message)).await;
            }
            "phx_leave" => self.leave(&message),
            _ if self.channels.contains_key(&message.topic) => self.handle_event(message).await,
            _ => {
                let topic = &message.topic;
                self.reply(&Reference::NONE, &message.reference, topic, Status::Error, UNMATCHED);
            }
        }
    }

    async fn handle_event(&mut self, message: ClientMessage) {
        match message.event.as_str() {
            BROADCAST => self.broadcast(message).await,
            "presence" => self.presence(message).await,
            "access_token" => Box::pin(self.access_token(message)).await,
            // Unknown events count, so that a flood of them trips the limit.
            _ => self.state.rates.events.add(1),
        }
    }

    /// Replies even if the channel is not joined.
    fn leave(&mut self, message: &ClientMessage) {
        let ClientMessage { join_reference, reference, topic, .. } = message;
        self.reply(join_reference, reference, topic, Status::Ok, "{}");
        self.close_channel(topic);
    }

    /// Answers a message of a joined channel.
    pub(super) fn reply_on(&self, topic: &str, reference: &Reference, status: Status, response: &str) {
        let channel = self.channels.get(topic);
        let join_reference = channel.map_or(&Reference::NONE, |it| it.membership.member().join_reference());
        self.reply(join_reference, reference, topic, status, response);
    }
}
