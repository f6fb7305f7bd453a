//! The event `access_token`, and the periodic check of each channel's token. Neither is answered. A channel with an
//! invalid token ends.

use serde_json::Value;
use tokio::time::Instant;

use super::Socket;
use super::channel::next_token_check;
use crate::authorization::{AuthorizationError, Rights, Subject};
use crate::protocol::ClientMessage;
use crate::token::{self, OPAQUE_PREFIX};

const UNAVAILABLE: &str = "Realtime was unable to connect to the project database";

impl Socket {
    pub(super) async fn access_token(&mut self, message: ClientMessage) {
        let payload: Value = serde_json::from_str(message.payload.json()).unwrap_or_default();
        let Some(token) = payload.get("access_token").and_then(Value::as_str) else { return };
        let Some(channel) = self.channels.get(&message.topic) else { return };
        if token.starts_with(OPAQUE_PREFIX) || token == channel.token {
            return;
        }
        if let Err(reason) = self.change_token(&message.topic, token).await {
            self.shut_down(&message.topic, &reason);
        }
    }

    async fn change_token(&mut self, topic: &str, token: &str) -> Result<(), String> {
        let claims = token::verify(&self.state.verifier, token).map_err(|error| error.to_string())?;
        let session = self.watch_session(&claims);
        let Some(channel) = self.channels.get_mut(topic) else { return Ok(()) };
        let mut rights = Rights::ALL;
        if channel.is_private() {
            rights = Rights::default();
            let sub_topic = channel.sub_topic();
            let subject = Subject { claims: &claims, sub_topic, headers: &self.handshake.headers };
            let presence = channel.presence_enabled;
            let decided = self.state.authorizer.decide_read(subject, &mut rights, presence).await;
            decided.map_err(|error| reason_of(error, sub_topic))?;
            if rights.broadcast.read != Some(true) && rights.presence.read != Some(true) {
                return Err(no_permission(sub_topic));
            }
            if is_revoked(&channel.rights, &rights) {
                return Err(format!(
                    "You no longer have permission to read from this Channel topic: {sub_topic}"
                ));
            }
        }
        channel.apply_rights(rights);
        if let Some(changes) = &channel.changes {
            changes.resubscribe(claims.clone());
        }
        channel.session = session;
        channel.token = token.to_owned();
        channel.token_check_at = next_token_check(&claims, self.state.settings.token_check_interval);
        channel.claims = claims;
        Ok(())
    }

    /// Checks the tokens whose time has come.
    pub(super) fn check_due_tokens(&mut self, now: Instant) {
        let interval = self.state.settings.token_check_interval;
        let mut ended = Vec::new();
        for (topic, channel) in &mut self.channels {
            if channel.token_check_at > now {
                continue;
            }
            match token::verify(&self.state.verifier, &channel.token) {
                Ok(claims) => channel.token_check_at = next_token_check(&claims, interval),
                Err(error) => ended.push((topic.clone(), error)),
            }
        }
        for (topic, error) in ended {
            self.shut_down(&topic, &error.to_string());
        }
    }
}

/// Whether a read right that the channel had is gone.
fn is_revoked(before: &Rights, now: &Rights) -> bool {
    let lost = |before, now| before == Some(true) && now == Some(false);
    lost(before.broadcast.read, now.broadcast.read) || lost(before.presence.read, now.presence.read)
}

fn no_permission(sub_topic: &str) -> String {
    format!("You do not have permissions to read from this Channel topic: {sub_topic}")
}

fn reason_of(error: AuthorizationError, sub_topic: &str) -> String {
    tracing::warn!("the rights of a new token are unknown: {error}");
    match error {
        AuthorizationError::Policy(_) => no_permission(sub_topic),
        AuthorizationError::Canceled(_) => "Query was cancelled, please try again".to_owned(),
        AuthorizationError::MissingPartition
        | AuthorizationError::PoolExhausted
        | AuthorizationError::Unavailable(_) => UNAVAILABLE.to_owned(),
    }
}
