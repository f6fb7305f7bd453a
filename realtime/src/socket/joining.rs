//! Joins: the checks in their order, and the channel that a successful join creates.
//!
//! The error of a rejected join is delayed, because clients retry at once. The delay does not block the connection.

use std::collections::HashSet;

use tokio::time::Instant;
use uuid::Uuid;

use super::changes::ChannelChanges;
use super::channel::{Channel, PresenceWindow, ReplicationWait, next_token_check};
use super::join_options::JoinOptions;
use super::{DelayedAnswer, Socket};
use crate::authorization::{AuthorizationError, Rights, Subject};
use crate::changes::ChannelTarget;
use crate::hub::{MemberOptions, Outlet, RoomKey, TOPIC_PREFIX};
use crate::protocol::{ClientMessage, Frames, Reply, Status};
use crate::replay::{ReplayRequest, Replayed, StoredMessage};
use crate::sessions::OpenSession;
use crate::token::{self, Claims, OPAQUE_PREFIX, TokenError};

/// Why a join is rejected. Clients get the text.
#[derive(Debug, thiserror::Error)]
pub(super) enum JoinError {
    #[error("TopicNameRequired: You must provide a topic name")]
    NoTopic,
    #[error("RealtimeRestarting: Realtime is restarting, please standby")]
    Restarting,
    #[error("PrivateOnly: This project only allows private channels")]
    PrivateOnly,
    #[error("ConnectionRateLimitReached: Too many connected users")]
    TooManyUsers,
    #[error("ClientJoinRateLimitReached: Too many joins per second")]
    TooManyJoins,
    #[error("ChannelRateLimitReached: Too many channels")]
    TooManyChannels,
    #[error("{code}: {0}", code = .0.code())]
    Token(#[from] TokenError),
    #[error("Unauthorized: You do not have permissions to read from this Channel topic: {0}")]
    Unauthorized(String),
    #[error("QueryCanceled: {0}")]
    Canceled(String),
    #[error("MissingPartition: Realtime was unable to find the expected messages partition")]
    MissingPartition,
    #[error("IncreaseConnectionPool: Please increase your connection pool size")]
    PoolExhausted,
    #[error("UnableToConnectToProject: Realtime was unable to connect to the project database")]
    Unavailable,
    #[error("UnableToReplayMessages: Replay params are not valid")]
    InvalidReplay,
    #[error("UnableToReplayMessages: Replay is not allowed for public channels")]
    PublicReplay,
    #[error("UnableToReplayMessages: Realtime was unable to replay messages")]
    Replay,
}

impl JoinError {
    fn from_authorization(error: AuthorizationError, sub_topic: &str) -> JoinError {
        match error {
            AuthorizationError::Policy(cause) => {
                tracing::warn!(code = "RlsPolicyError", "{cause}");
                JoinError::Unauthorized(sub_topic.to_owned())
            }
            AuthorizationError::Canceled(cause) => JoinError::Canceled(cause),
            AuthorizationError::MissingPartition => JoinError::MissingPartition,
            AuthorizationError::PoolExhausted => JoinError::PoolExhausted,
            AuthorizationError::Unavailable(cause) => {
                tracing::warn!(code = "UnableToConnectToProject", "{cause}");
                JoinError::Unavailable
            }
        }
    }
}

/// The result of the checks of a join.
struct Admission {
    token: String,
    claims: Claims,
    rights: Rights,
    /// Stored messages, sent before the live ones.
    replay: Vec<StoredMessage>,
}

impl Socket {
    pub(super) async fn join(&mut self, message: ClientMessage) {
        let ClientMessage { reference, topic, payload, join_reference, .. } = message;
        let sub_topic = topic.strip_prefix(TOPIC_PREFIX).unwrap_or_default().to_owned();
        let options = JoinOptions::parse(payload.json(), &sub_topic);
        // A second join of a topic replaces the channel. Its close follows the reply.
        let replaced = self.channels.remove(&topic);
        let closed = replaced.map(|old| self.phx_close(&topic, old.membership.member().join_reference()));

        match self.admit(&sub_topic, &options).await {
            Ok(admission) => {
                let member = MemberOptions {
                    outlet: self.outlet(),
                    join_reference: join_reference.clone(),
                    reads_broadcasts: admission.rights.broadcast.read == Some(true),
                    reads_presence: admission.rights.presence.read == Some(true),
                    replayed: admission.replay.iter().map(|stored| stored.id).collect::<HashSet<_>>(),
                };
                self.reply(&join_reference, &reference, &topic, Status::Ok, &options.response());
                self.open_channel(topic, &sub_topic, options, admission, member);
            }
            Err(error) => {
                tracing::debug!("a join is rejected: {error}");
                let response = serde_json::json!({ "reason": error.to_string() }).to_string();
                let reply = Reply {
                    join_reference: &join_reference,
                    reference: &reference,
                    topic: &topic,
                    status: Status::Error,
                    response: &response,
                };
                let frame = reply.frame(self.handshake.serializer);
                let due = Instant::now() + self.state.settings.channel_error_backoff;
                let closes = matches!(error, JoinError::TooManyJoins);
                self.delayed.push_back(DelayedAnswer { due, frame, closes });
            }
        }
        if let Some(frame) = closed {
            self.queue.push(frame);
        }
    }

    async fn admit(&mut self, sub_topic: &str, options: &JoinOptions) -> Result<Admission, JoinError> {
        let state = self.state.clone();
        let settings = &state.settings;
        if sub_topic.is_empty() {
            return Err(JoinError::NoTopic);
        }
        if state.disconnects.is_terminating() {
            return Err(JoinError::Restarting);
        }
        if settings.private_only && !options.private {
            return Err(JoinError::PrivateOnly);
        }
        if self.user.is_none() && state.users.is_full() {
            return Err(JoinError::TooManyUsers);
        }
        if state.rates.joins.is_triggered() {
            return Err(JoinError::TooManyJoins);
        }
        state.rates.joins.add(1);
        if self.channels.len() >= settings.max_channels_per_client {
            return Err(JoinError::TooManyChannels);
        }
        let (token, claims) = self.token_of(options.token.as_deref())?;
        let presence = options.presence_enabled || settings.presence_enabled;
        let rights = match options.private {
            true => self.read_rights(sub_topic, &claims, Rights::default(), presence).await?,
            false => Rights::ALL,
        };
        let replay = self.replay(sub_topic, options, &rights).await?;
        Ok(Admission { token, claims, rights, replay })
    }

    /// The token of a channel: the given one, or the key of the connection.
    fn token_of(&self, given: Option<&str>) -> Result<(String, Claims), TokenError> {
        let given = given.filter(|token| !token.starts_with(OPAQUE_PREFIX));
        let token = given.unwrap_or(&self.handshake.key);
        let claims = token::verify(&self.state.verifier, token)?;
        Ok((token.to_owned(), claims))
    }

    /// The read rights in a private room.
    async fn read_rights(
        &self,
        sub_topic: &str,
        claims: &Claims,
        mut rights: Rights,
        presence: bool,
    ) -> Result<Rights, JoinError> {
        let subject = Subject { claims, sub_topic, headers: &self.handshake.headers };
        let decided = self.state.authorizer.decide_read(subject, &mut rights, presence).await;
        decided.map_err(|error| JoinError::from_authorization(error, sub_topic))?;
        if rights.broadcast.read == Some(true) || rights.presence.read == Some(true) {
            Ok(rights)
        } else {
            Err(JoinError::Unauthorized(sub_topic.to_owned()))
        }
    }

    /// The stored messages that the client asks for.
    async fn replay(
        &self,
        sub_topic: &str,
        options: &JoinOptions,
        rights: &Rights,
    ) -> Result<Vec<StoredMessage>, JoinError> {
        let Some(replay) = &options.replay else { return Ok(Vec::new()) };
        if !options.private || rights.broadcast.read != Some(true) {
            return Err(JoinError::PublicReplay);
        }
        let request = ReplayRequest::parse(replay).ok_or(JoinError::InvalidReplay)?;
        self.state.database.stored_messages(sub_topic, request).await.map_err(|error| {
            tracing::warn!(code = "UnableToReplayMessages", "{error}");
            JoinError::Replay
        })
    }

    /// Registers the session of a token for the periodic checks, if it has one.
    pub(super) fn watch_session(&self, claims: &Claims) -> Option<OpenSession> {
        self.state.settings.session_check_interval?;
        Some(self.state.sessions.watch(claims.session()?, &self.control))
    }

    fn outlet(&self) -> Outlet {
        Outlet::new(self.handshake.serializer, self.queue.clone(), self.control.clone())
    }

    fn open_channel(
        &mut self,
        topic: String,
        sub_topic: &str,
        options: JoinOptions,
        admission: Admission,
        member: MemberOptions,
    ) {
        let settings = &self.state.settings;
        let Admission { token, claims, rights, replay } = admission;
        let token_check_at = next_token_check(&claims, settings.token_check_interval);
        let presence_enabled = options.presence_enabled || settings.presence_enabled;
        let target = ChannelTarget {
            outlet: self.outlet(),
            join_reference: member.join_reference.clone(),
            topic: topic.clone(),
            sub_topic: sub_topic.to_owned(),
            has_config: options.has_config,
        };
        let changes = (!options.changes.is_empty())
            .then(|| ChannelChanges::subscribe(self.state.clone(), target, options.changes, claims.clone()));
        let key = RoomKey { private: options.private, sub_topic: sub_topic.into() };
        let channel = Channel {
            membership: self.state.hub.join(key, member),
            ack: options.ack,
            self_broadcast: options.self_broadcast,
            presence_enabled,
            presence_key: options.presence_key.unwrap_or_else(|| Uuid::new_v4().to_string()),
            changes,
            token,
            session: self.watch_session(&claims),
            claims,
            token_check_at,
            rights,
            presence_window: PresenceWindow::default(),
            replication_wait: options.replication_ready.then(|| {
                let check_at = Instant::now();
                ReplicationWait { check_at, gives_up_at: check_at + settings.replication_ready_timeout }
            }),
        };
        for stored in replay {
            match stored.replayed() {
                Replayed::Text(payload) => self.push_to(&channel, &topic, "broadcast", &payload),
                Replayed::Binary(broadcast) => {
                    let frame = Frames::user_broadcast(&topic, &broadcast).of(self.handshake.serializer);
                    frame.map(|frame| self.queue.push(frame));
                }
            }
        }
        self.channels.insert(topic.clone(), channel);
        self.user.get_or_insert_with(|| self.state.users.count());
        self.send_presence_state(&topic);
    }
}
