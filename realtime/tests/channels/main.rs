//! The realtime service over real sockets: handshakes, channels, broadcasts, presence, private rooms and limits. Each test
//! has processes and a database of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod administration;
mod bad_input;
mod broadcast;
mod change_subscriptions;
mod changes;
mod client;
mod cluster;
mod cluster_changes;
mod cluster_keys;
mod database_broadcast;
mod failures;
mod gateway;
mod http_broadcast;
mod lifecycle;
mod limits;
mod long_poll;
mod nodes;
mod presence;
mod private;
mod redis;
mod sessions;
mod tokens;
