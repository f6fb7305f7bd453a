//! Presence: the calls `track` and `untrack` of a client.

use serde_json::{Map, Value};

use super::Socket;
use crate::authorization::{AuthorizationError, Subject};
use crate::protocol::{ClientMessage, Status};

/// Why a call fails.
enum PresenceError {
    /// Answered. The channel stays open.
    Rejected(&'static str),
    /// Ends the channel.
    Fatal(&'static str),
}

const NO_REASON: PresenceError = PresenceError::Rejected("{}");
const NO_MAP: PresenceError = PresenceError::Rejected(r#"{"reason":"Presence track payload must be a map"}"#);
const TOO_MANY_CALLS: PresenceError = PresenceError::Fatal("Client presence rate limit exceeded");
const TOO_LARGE: PresenceError = PresenceError::Fatal("Track message size exceeded");
const TOO_MANY_MESSAGES: &str = "Too many presence messages per second";

impl Socket {
    pub(super) async fn presence(&mut self, message: ClientMessage) {
        let ClientMessage { reference, topic, payload, .. } = message;
        match self.handle_presence(&topic, payload.json()).await {
            Ok(()) => self.reply_on(&topic, &reference, Status::Ok, "{}"),
            Err(PresenceError::Rejected(response)) => {
                self.reply_on(&topic, &reference, Status::Error, response);
            }
            Err(PresenceError::Fatal(message)) => self.shut_down(&topic, message),
        }
    }

    /// Sends everyone who is present to a channel with presence that may read it.
    pub(super) fn send_presence_state(&mut self, topic: &str) {
        let Some(channel) = self.channels.get(topic) else { return };
        if !channel.presence_enabled || channel.rights.presence.read != Some(true) {
            return;
        }
        if self.exceeds_presence_rate() {
            self.shut_down(topic, TOO_MANY_MESSAGES);
            return;
        }
        channel.membership.send_presence_state();
    }

    async fn handle_presence(&mut self, topic: &str, json: &str) -> Result<(), PresenceError> {
        let message: Map<String, Value> = serde_json::from_str(json).unwrap_or_default();
        // A message without an event does nothing.
        let Some(event) = message.get("event").and_then(Value::as_str) else { return Ok(()) };
        let settings = &self.state.settings;
        let Some(channel) = self.channels.get_mut(topic) else { return Ok(()) };
        if !channel.presence_window.admit(settings.max_presence_calls, settings.presence_window) {
            return Err(TOO_MANY_CALLS);
        }
        match event.to_ascii_lowercase().as_str() {
            "track" => {
                Box::pin(self.decide_presence_rights(topic)).await?;
                self.track(topic, message.get("payload"))
            }
            "untrack" => {
                channel.membership.untrack();
                Ok(())
            }
            _ => Err(NO_REASON),
        }
    }

    fn track(&mut self, topic: &str, payload: Option<&Value>) -> Result<(), PresenceError> {
        let payload = match payload {
            None => Map::new(),
            Some(Value::Object(payload)) => payload.clone(),
            Some(_) => return Err(NO_MAP),
        };
        let size = serde_json::to_string(&payload).map_or(usize::MAX, |json| json.len());
        if size > self.state.settings.max_payload {
            return Err(TOO_LARGE);
        }
        if self.exceeds_presence_rate() {
            return Err(PresenceError::Fatal(TOO_MANY_MESSAGES));
        }
        let Some(channel) = self.channels.get_mut(topic) else { return Ok(()) };
        channel.membership.track(&channel.presence_key, payload);
        channel.presence_enabled = true;
        Ok(())
    }

    /// In a private room the first `track` triggers the check of the rights that are unknown.
    async fn decide_presence_rights(&mut self, topic: &str) -> Result<(), PresenceError> {
        let Some(channel) = self.channels.get_mut(topic) else { return Ok(()) };
        if channel.rights.presence.write.is_none() || channel.rights.presence.read.is_none() {
            let mut rights = channel.rights;
            let subject = Subject {
                claims: &channel.claims,
                sub_topic: channel.sub_topic(),
                headers: &self.handshake.headers,
            };
            let failed = |error: AuthorizationError| {
                tracing::warn!("the rights of presence are unknown: {error}");
                NO_REASON
            };
            let authorizer = &self.state.authorizer;
            if rights.presence.read.is_none() {
                authorizer.decide_read(subject, &mut rights, true).await.map_err(failed)?;
            }
            if rights.presence.write.is_none() {
                authorizer.decide_write(subject, &mut rights).await.map_err(failed)?;
            }
            channel.apply_rights(rights);
        }
        if channel.rights.presence.write == Some(true) { Ok(()) } else { Err(NO_REASON) }
    }

    /// Counts a call, unless the project's rate is exceeded.
    fn exceeds_presence_rate(&self) -> bool {
        let rate = &self.state.rates.presence;
        if rate.average() > rate.limit() as f64 {
            return true;
        }
        rate.add(1);
        false
    }
}
