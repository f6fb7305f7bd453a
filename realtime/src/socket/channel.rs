//! A joined channel, as its socket sees it.

use std::time::Duration;

use tokio::time::Instant;

use super::changes::ChannelChanges;
use crate::authorization::Rights;
use crate::hub::Membership;
use crate::sessions::OpenSession;
use crate::token::Claims;

/// One joined channel. Dropping it leaves the room.
pub(super) struct Channel {
    pub(super) membership: Membership,
    pub(super) ack: bool,
    pub(super) self_broadcast: bool,
    pub(super) presence_enabled: bool,
    pub(super) presence_key: String,
    /// The text of the token, to recognise the same one.
    pub(super) token: String,
    pub(super) claims: Claims,
    /// The session of the token, while it is checked.
    pub(super) session: Option<OpenSession>,
    pub(super) token_check_at: Instant,
    pub(super) rights: Rights,
    pub(super) presence_window: PresenceWindow,
    /// The subscription to changes of tables, if the client asks for one.
    pub(super) changes: Option<ChannelChanges>,
    /// Set while the client waits for broadcasts from the database to be available.
    pub(super) replication_wait: Option<ReplicationWait>,
}

/// A channel that waits for broadcasts from the database.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReplicationWait {
    pub(super) check_at: Instant,
    pub(super) gives_up_at: Instant,
}

impl Channel {
    pub(super) fn sub_topic(&self) -> &str {
        &self.membership.key().sub_topic
    }

    pub(super) fn is_private(&self) -> bool {
        self.membership.key().private
    }

    /// Applies the read rights of the current token.
    pub(super) fn apply_rights(&mut self, rights: Rights) {
        self.rights = rights;
        let (broadcasts, presence) =
            (rights.broadcast.read == Some(true), rights.presence.read == Some(true));
        self.membership.member().set_rights(broadcasts, presence);
    }
}

/// When the token is checked again: at its expiry, and at the latest after an interval.
pub(super) fn next_token_check(claims: &Claims, interval: Duration) -> Instant {
    let left = claims.expires_at().map(|expiry| expiry.saturating_sub(chrono::Utc::now().timestamp()));
    let left = left.map_or(interval, |seconds| Duration::from_secs(u64::try_from(seconds).unwrap_or(0)));
    Instant::now() + left.min(interval)
}

/// Counts the presence calls of a channel in a window of time.
#[derive(Debug, Default)]
pub(super) struct PresenceWindow {
    calls: u32,
    ends_at: Option<Instant>,
}

impl PresenceWindow {
    /// Counts a call. False if it exceeds `max_calls`.
    pub(super) fn admit(&mut self, max_calls: u32, window: Duration) -> bool {
        let now = Instant::now();
        if self.ends_at.is_none_or(|end| now > end) {
            *self = PresenceWindow { calls: 1, ends_at: Some(now + window) };
            return true;
        }
        if self.calls >= max_calls {
            return false;
        }
        self.calls += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_new_window_begins_after_the_old_one() {
        let window = Duration::from_secs(30);
        let mut calls = PresenceWindow::default();
        assert!((0..5).all(|_| calls.admit(5, window)));
        assert!(!calls.admit(5, window));
        tokio::time::advance(Duration::from_secs(31)).await;
        assert!(calls.admit(5, window));
    }
}
