//! The limits and timeouts of the service, with the defaults of supabase/realtime.

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

/// Settings from the environment.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// Sockets with at least one channel.
    pub(crate) max_concurrent_users: usize,
    pub(crate) max_channels_per_client: usize,
    pub(crate) max_events_per_second: u64,
    pub(crate) max_joins_per_second: u64,
    pub(crate) max_presence_events_per_second: u64,
    /// Presence calls of one channel in a window.
    pub(crate) max_presence_calls: u32,
    pub(crate) presence_window: Duration,
    /// In bytes.
    pub(crate) max_payload: usize,
    /// Whether public channels are rejected.
    pub(crate) private_only: bool,
    /// Whether presence is on for clients that do not request it.
    pub(crate) presence_enabled: bool,
    /// The delay before a rejected handshake is answered.
    pub(crate) connect_error_backoff: Duration,
    /// The delay before a rejected join is answered.
    pub(crate) channel_error_backoff: Duration,
    /// The interval in which rates are measured.
    pub(crate) rate_interval: Duration,
    /// The timeout for a socket that sends nothing.
    pub(crate) idle_timeout: Duration,
    /// How long a request for messages waits. A client that polls for none in one and a half of it is gone.
    pub(crate) long_poll_window: Duration,
    /// The timeout for a socket without a channel.
    pub(crate) no_channel_timeout: Duration,
    /// How long a channel waits for the replication that it asks for.
    pub(crate) replication_ready_timeout: Duration,
    /// How often the token of a channel is checked.
    pub(crate) token_check_interval: Duration,
    /// How often the sessions of channels' tokens are checked, if at all.
    pub(crate) session_check_interval: Option<Duration>,
}

/// The small overhead around the payload that supabase/realtime allows.
const PAYLOAD_MARGIN: usize = 500;

impl Settings {
    pub(crate) fn from_environment(environment: &Environment) -> Result<Settings, EnvironmentError> {
        let number = |name, default: u64| -> Result<u64, EnvironmentError> {
            Ok(environment.parsed(name, "a number")?.unwrap_or(default))
        };
        let size = |name, default: u64| -> Result<usize, EnvironmentError> {
            usize::try_from(number(name, default)?)
                .map_err(|_| EnvironmentError::Invalid { name, expected: "a smaller number" })
        };
        let millis = |name, default: u64| number(name, default).map(Duration::from_millis);
        let kilobytes = size("REALTIME_MAX_PAYLOAD_SIZE_IN_KB", 3000)?;
        let calls = environment.parsed("CLIENT_PRESENCE_MAX_CALLS", "a number")?.unwrap_or(5);
        Ok(Settings {
            max_concurrent_users: size("REALTIME_MAX_CONCURRENT_USERS", 200)?,
            max_channels_per_client: size("REALTIME_MAX_CHANNELS_PER_CLIENT", 100)?,
            max_events_per_second: number("REALTIME_MAX_EVENTS_PER_SECOND", 100)?,
            max_joins_per_second: number("REALTIME_MAX_JOINS_PER_SECOND", 100)?,
            max_presence_events_per_second: number("REALTIME_MAX_PRESENCE_EVENTS_PER_SECOND", 1000)?,
            max_presence_calls: calls,
            presence_window: millis("CLIENT_PRESENCE_WINDOW_MS", 30_000)?,
            max_payload: kilobytes.saturating_mul(1000).saturating_add(PAYLOAD_MARGIN),
            private_only: environment.flag("REALTIME_PRIVATE_ONLY")?,
            presence_enabled: environment.flag("REALTIME_PRESENCE_ENABLED")?,
            connect_error_backoff: millis("CONNECT_ERROR_BACKOFF_MS", 2_000)?,
            channel_error_backoff: millis("CHANNEL_ERROR_BACKOFF_MS", 5_000)?,
            rate_interval: millis("REALTIME_RATE_INTERVAL_MS", 5_000)?.max(Duration::from_millis(1)),
            idle_timeout: millis("WEBSOCKET_TIMEOUT_MS", 60_000)?,
            long_poll_window: millis("LONGPOLL_WINDOW_MS", 10_000)?,
            no_channel_timeout: millis("NO_CHANNEL_TIMEOUT_IN_MS", 600_000)?,
            replication_ready_timeout: millis("REPLICATION_READY_TIMEOUT_MS", 60_000)?,
            token_check_interval: millis("REALTIME_TOKEN_CHECK_INTERVAL_MS", 300_000)?,
            session_check_interval: Some(millis("REALTIME_SESSION_CHECK_INTERVAL_MS", 0)?)
                .filter(|interval| !interval.is_zero()),
        })
    }
}
