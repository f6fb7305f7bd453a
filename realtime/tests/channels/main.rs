//! The realtime service over real sockets: handshakes, channels, broadcasts, presence, private rooms and limits. Each test
//! has a process and a database of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bad_input;
mod broadcast;
mod change_subscriptions;
mod changes;
mod client;
mod database_broadcast;
mod gateway;
mod http_broadcast;
mod lifecycle;
mod limits;
mod presence;
mod private;
mod tokens;
