//! The task of one connection: reads messages, answers them in order, and runs the timers of the connection and its
//! channels.
//!
//! - `source`: the messages of the client. `reader`: those of a WebSocket. `dispatch`: messages to handlers. `joining`, `join_options`, `channel`: channels.
//! - `broadcasting`, `tracking`, `access_token`: events of a joined channel. `changes`: its subscription to tables.
//!
//! Malformed messages are ignored. The connection ends when the client is silent, reads too slowly, violates the
//! protocol of WebSocket, or when the process stops.

mod access_token;
mod broadcasting;
mod changes;
mod channel;
mod dispatch;
mod join_options;
mod joining;
mod reader;
mod replication_ready;
mod source;
mod tracking;

use std::collections::{HashMap, VecDeque};
use std::pin::pin;
use std::sync::Arc;

use actix_http::ws::{CloseCode, CloseReason};
use actix_web::web::Data;
use bytes::Bytes;
use futures_util::FutureExt;
use tokio::time::{Duration, Instant, sleep_until};

use crate::app_state::AppState;
use crate::hub::{Control, Shutdown};
use crate::protocol::{Incoming, Push, Reference, Reply, Serializer, Status, close_frame, pong};
use crate::queue::{Queue, Wakes, dropped_frames};
use crate::sessions::OpenSession;
use crate::users::CountedUser;
pub(crate) use changes::delete_ended;
use channel::Channel;
pub(crate) use source::Source;

/// The largest number of delayed answers to rejected joins. At this number the socket stops reading.
const MAX_DELAYED: usize = 100;
/// The text for a channel whose token's session has ended. supabase/realtime has none: there a token counts until it
/// expires.
const SESSION_ENDED: &str = "The session of the token has ended";
/// The number of messages after which the task wakes their receivers and yields to others.
const BATCH: u32 = 32;

/// The result of the handshake.
pub(crate) struct Handshake {
    pub(crate) serializer: Serializer,
    /// The text of the API key, which is the token of channels without one.
    pub(crate) key: String,
    /// A JSON object of the request's headers for policies.
    pub(crate) headers: String,
    /// The timeout for a client that sends nothing.
    pub(crate) idle_timeout: Duration,
}

/// One connection.
pub(crate) struct Socket {
    state: Data<AppState>,
    handshake: Handshake,
    queue: Queue,
    /// The receivers of the messages that are being handled.
    wakes: Wakes,
    control: Arc<Control>,
    channels: HashMap<String, Channel>,
    /// Answers to rejected joins, in the order in which they are due.
    delayed: VecDeque<DelayedAnswer>,
    /// When the connection is closed because the server disconnects its clients.
    disconnect_at: Option<Instant>,
    idle_at: Instant,
    /// When the connection ends if it still has no channel.
    no_channel_at: Instant,
    /// Set with the first channel.
    user: Option<CountedUser>,
}

struct DelayedAnswer {
    due: Instant,
    frame: Bytes,
    /// Whether the connection ends with it.
    closes: bool,
}

/// Whether the connection continues.
enum Flow {
    Continue,
    Close(Option<CloseCode>),
}

enum Event {
    Incoming(Result<Incoming, reader::ReadError>),
    Wake,
    Timer,
}

impl Socket {
    pub(crate) fn new(state: Data<AppState>, handshake: Handshake, queue: Queue) -> Socket {
        let now = Instant::now();
        let (idle_at, no_channel_at) =
            (now + handshake.idle_timeout, now + state.settings.no_channel_timeout);
        Socket {
            state,
            handshake,
            queue,
            wakes: Wakes::default(),
            control: Arc::default(),
            channels: HashMap::new(),
            delayed: VecDeque::new(),
            disconnect_at: None,
            idle_at,
            no_channel_at,
            user: None,
        }
    }

    /// Serves the connection until it ends.
    pub(crate) async fn run(mut self, mut source: Source) {
        let control = Arc::clone(&self.control);
        let state = self.state.clone();
        let _counted = state.metrics.count_socket();
        let mut disconnect = pin!(state.disconnects.subscribe().requested());
        // It may fire too early, because each message moves the deadline of an idle client. It is set again then.
        let mut timer = pin!(sleep_until(self.next_deadline()));
        let mut handled = 0;
        let code = loop {
            let has_room = self.delayed.len() < MAX_DELAYED;
            // A message that is there already needs no timer. The receivers of a burst of messages wake up after it.
            let arrived = if has_room { source.next().now_or_never() } else { None };
            let event = match arrived {
                Some(incoming) => Event::Incoming(incoming),
                None => {
                    // Messages of other clients that are there already come first, so that a connection that receives
                    // several of them writes them together.
                    if !self.wakes.is_empty() {
                        tokio::task::yield_now().await;
                    }
                    self.wakes.wake_all();
                    let deadline = self.next_deadline();
                    if deadline < timer.deadline() {
                        timer.as_mut().reset(deadline);
                    }
                    tokio::select! {
                        biased;
                        incoming = source.next(), if has_room => Event::Incoming(incoming),
                        () = control.wake.notified() => Event::Wake,
                        () = &mut timer => Event::Timer,
                        (delay, requests) = &mut disconnect => {
                            disconnect.set(requests.requested());
                            self.disconnect_at.get_or_insert(Instant::now() + delay);
                            Event::Wake
                        }
                    }
                }
            };
            let flow = match event {
                Event::Incoming(Ok(incoming)) => self.receive(incoming).await,
                Event::Incoming(Err(error)) => Flow::Close(error.close_code()),
                Event::Wake => self.run_due(),
                Event::Timer => {
                    let flow = self.run_due();
                    timer.as_mut().reset(self.next_deadline());
                    flow
                }
            };
            if let Flow::Close(code) = flow {
                break code;
            }
            handled += 1;
            // A flood of messages delays neither other connections nor what is due here.
            if handled % BATCH == 0 {
                self.wakes.wake_all();
                tokio::task::yield_now().await;
                if let Some((delay, requests)) = disconnect.as_mut().now_or_never() {
                    disconnect.set(requests.requested());
                    self.disconnect_at.get_or_insert(Instant::now() + delay);
                }
                if let Flow::Close(code) = self.run_due() {
                    break code;
                }
            }
        };
        self.channels.clear();
        match code {
            Some(code) => self.queue.end_with(close_frame(Some(CloseReason::from(code)))),
            None => self.queue.abort(),
        }
    }

    async fn receive(&mut self, incoming: Incoming) -> Flow {
        self.idle_at = Instant::now() + self.handshake.idle_timeout;
        let serializer = self.handshake.serializer;
        if let Incoming::Text(bytes) | Incoming::Binary(bytes) = &incoming {
            self.state.metrics.count_input(bytes.len());
        }
        let parsed = match incoming {
            Incoming::Text(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) => serializer.parse_text(text),
                Err(_) => return Flow::Close(Some(CloseCode::Invalid)),
            },
            Incoming::Binary(bytes) => serializer.parse_binary(&bytes),
            Incoming::Ping(data) => {
                self.queue.push(pong(data));
                return Flow::Continue;
            }
            Incoming::Pong => return Flow::Continue,
            Incoming::Close => return Flow::Close(Some(CloseCode::Normal)),
        };
        match parsed {
            Ok(message) => self.dispatch(message).await,
            Err(error) => tracing::debug!("{error}"),
        }
        Flow::Continue
    }

    /// Runs everything that is due or that another task has requested.
    fn run_due(&mut self) -> Flow {
        if self.control.is_too_slow() {
            let dropped = dropped_frames();
            tracing::info!(dropped, "a client reads too slowly and is disconnected");
            return Flow::Close(None);
        }
        let now = Instant::now();
        while let Some(answer) = self.delayed.pop_front_if(|answer| answer.due <= now) {
            self.queue.push(answer.frame);
            if answer.closes {
                return Flow::Close(Some(CloseCode::Away));
            }
        }
        if self.disconnect_at.is_some_and(|due| due <= now) {
            self.announce_disconnect();
            return Flow::Close(Some(CloseCode::Restart));
        }
        self.end_flagged_channels();
        self.check_due_tokens(now);
        self.check_replication(now);
        let is_unused = self.channels.is_empty() && self.no_channel_at <= now;
        if is_unused || self.idle_at <= now { Flow::Close(Some(CloseCode::Normal)) } else { Flow::Continue }
    }

    fn next_deadline(&self) -> Instant {
        let delayed = self.delayed.front().map(|answer| answer.due);
        let tokens = self.channels.values().map(|channel| channel.token_check_at);
        let replication =
            self.channels.values().filter_map(|channel| Some(channel.replication_wait?.check_at));
        let unused = self.channels.is_empty().then_some(self.no_channel_at);
        let deadlines = tokens.chain(replication).chain(delayed).chain(unused).chain(self.disconnect_at);
        deadlines.min().map_or(self.idle_at, |due| due.min(self.idle_at))
    }

    /// Ends the channels that their rooms have flagged, and those whose session has ended.
    fn end_flagged_channels(&mut self) {
        let flagged = self.channels.iter().filter_map(|(topic, channel)| {
            let has_session_ended = channel.session.as_ref().is_some_and(OpenSession::has_ended);
            let shutdown = channel.membership.member().shutdown().map(Shutdown::message);
            Some((topic.clone(), shutdown.or_else(|| has_session_ended.then_some(SESSION_ENDED))?))
        });
        for (topic, message) in flagged.collect::<Vec<_>>() {
            self.shut_down(&topic, message);
        }
    }

    /// Announces on every channel that the server closes the connection.
    fn announce_disconnect(&mut self) {
        let payload = r#"{"extension":"system","status":"ok","message":"Server requested disconnect"}"#;
        for (topic, channel) in &self.channels {
            self.push_to(channel, topic, "system", payload);
        }
    }

    /// Ends a channel with a message that says why.
    fn shut_down(&mut self, topic: &str, message: &str) {
        let Some(channel) = self.channels.get(topic) else { return };
        tracing::debug!(code = "ChannelShutdown", "{message}");
        self.push_system(channel, topic, "system", "error", message);
        self.close_channel(topic);
    }

    /// Leaves a room and sends `phx_close` to the client.
    fn close_channel(&mut self, topic: &str) {
        if let Some(channel) = self.channels.remove(topic) {
            let frame = self.phx_close(topic, channel.membership.member().join_reference());
            drop(channel);
            self.queue.push(frame);
        }
        self.no_channel_at = Instant::now() + self.state.settings.no_channel_timeout;
    }

    fn phx_close(&self, topic: &str, join_reference: &Reference) -> Bytes {
        let push =
            Push { join_reference, reference: join_reference, topic, event: "phx_close", payload: "{}" };
        push.frame(self.handshake.serializer)
    }

    fn push_system(&self, channel: &Channel, topic: &str, extension: &str, status: &str, message: &str) {
        let payload = serde_json::json!({
            "extension": extension, "status": status, "message": message, "channel": channel.sub_topic(),
        });
        self.push_to(channel, topic, "system", &payload.to_string());
    }

    fn push_to(&self, channel: &Channel, topic: &str, event: &str, payload: &str) {
        let join_reference = channel.membership.member().join_reference();
        let push = Push { join_reference, reference: &Reference::NONE, topic, event, payload };
        self.queue.push(push.frame(self.handshake.serializer));
    }

    fn reply(&self, join: &Reference, reference: &Reference, topic: &str, status: Status, response: &str) {
        let reply = Reply { join_reference: join, reference, topic, status, response };
        self.queue.push(reply.frame(self.handshake.serializer));
    }
}
