//! Broadcasts of a client. In a private room the first one triggers the check of the write rights. A broadcast without
//! the right is dropped silently.

use super::Socket;
use crate::authorization::Subject;
use crate::hub::Broadcast;
use crate::protocol::{ClientMessage, Payload, Status};

impl Socket {
    pub(super) async fn broadcast(&mut self, message: ClientMessage) {
        if !self.may_broadcast(&message.topic).await {
            return;
        }
        let Some(channel) = self.channels.get(&message.topic) else { return };
        let broadcast = match &message.payload {
            Payload::Json(json) => Broadcast::Text { payload: json.get(), id: None },
            Payload::UserBroadcast(broadcast) => Broadcast::User { broadcast, id: None },
            // Bytes of another code carry no broadcast.
            Payload::Bytes => return,
        };
        let is_too_large = broadcast.payload_size() > self.state.settings.max_payload;
        if !is_too_large {
            channel.membership.broadcast(&broadcast, channel.self_broadcast, &mut self.wakes);
        }
        if channel.ack {
            let (status, response) = match is_too_large {
                true => (Status::Error, r#""payload_size_exceeded""#),
                false => (Status::Ok, "{}"),
            };
            self.reply_on(&message.topic, &message.reference, status, response);
        }
    }

    async fn may_broadcast(&mut self, topic: &str) -> bool {
        let Some(channel) = self.channels.get_mut(topic) else { return false };
        if channel.rights.broadcast.write.is_none() {
            self.wakes.wake_all();
            let mut rights = channel.rights;
            let subject = Subject {
                claims: &channel.claims,
                sub_topic: channel.sub_topic(),
                headers: &self.handshake.headers,
            };
            match Box::pin(self.state.authorizer.decide_write(subject, &mut rights)).await {
                Ok(()) => channel.apply_rights(rights),
                Err(error) => {
                    tracing::warn!("a broadcast is lost, because its right is unknown: {error}");
                    return false;
                }
            }
        }
        channel.rights.broadcast.write == Some(true)
    }
}
