//! Limits of users, channels, joins and events.

use crate::client::{Realtime, in_time};
use serde_json::json;
use service_test::anon_key;

#[tokio::test]
async fn a_socket_has_a_limited_number_of_channels() {
    let realtime = Realtime::start_with(&[("REALTIME_MAX_CHANNELS_PER_CLIENT", "2")]).await;
    let mut socket = realtime.connect().await;
    socket.join("realtime:1", json!({})).await;
    socket.join("realtime:2", json!({})).await;
    let reply = socket.try_join("realtime:3", json!({})).await;
    assert_eq!(reply["response"]["reason"], "ChannelRateLimitReached: Too many channels");
    socket.call("realtime:1", "phx_leave", json!({})).await;
    socket.join("realtime:3", json!({})).await;
}

#[tokio::test]
async fn only_sockets_with_channels_count_as_users() {
    let realtime = Realtime::start_with(&[("REALTIME_MAX_CONCURRENT_USERS", "1")]).await;
    let (mut first, mut second) = (realtime.connect().await, realtime.connect().await);
    first.join("realtime:room", json!({})).await;
    first.join("realtime:other", json!({})).await;
    let reply = second.try_join("realtime:room", json!({})).await;
    assert_eq!(reply["response"]["reason"], "ConnectionRateLimitReached: Too many connected users");
    let refused = realtime.refused(&format!("apikey={}", anon_key())).await;
    assert_eq!(refused, (429, r#"{"error":"Too many connected users"}"#.to_owned()));
}

#[tokio::test]
async fn too_many_joins_close_the_socket() {
    let limits = [("REALTIME_MAX_JOINS_PER_SECOND", "1"), ("REALTIME_RATE_INTERVAL_MS", "20")];
    let realtime = Realtime::start_with(&limits).await;
    let mut socket = realtime.connect().await;
    let reply = in_time(async {
        loop {
            let reply = socket.try_join("realtime:room", json!({})).await;
            if reply["status"] == "error" {
                return reply;
            }
        }
    })
    .await;
    assert_eq!(reply["response"]["reason"], "ClientJoinRateLimitReached: Too many joins per second");
    assert_eq!(socket.close_code().await, 1001);
}

#[tokio::test]
async fn over_the_rate_receivers_lose_their_channel_and_others_do_not() {
    let limits = [("REALTIME_MAX_EVENTS_PER_SECOND", "1"), ("REALTIME_RATE_INTERVAL_MS", "20")];
    let realtime = Realtime::start_with(&limits).await;
    let (mut sender, mut receiver, mut bystander) =
        (realtime.connect().await, realtime.connect().await, realtime.connect().await);
    sender.join("realtime:room", json!({ "broadcast": { "ack": true } })).await;
    receiver.join("realtime:room", json!({})).await;
    bystander.join("realtime:other", json!({})).await;
    let message = in_time(async {
        loop {
            sender.call("realtime:room", "broadcast", json!({})).await;
            let received = receiver.until_heartbeat().await;
            if let Some(system) = received.into_iter().find(|message| message.event == "system") {
                return system;
            }
        }
    })
    .await;
    let expected = json!({
        "extension": "system", "status": "error", "message": "Too many messages per second", "channel": "room",
    });
    assert_eq!(message.payload, expected);
    let unmatched = receiver.call("realtime:room", "other", json!({})).await;
    assert_eq!(unmatched["response"]["reason"], "unmatched topic");
    assert_eq!(bystander.until_heartbeat().await, []);
    assert_eq!(sender.call("realtime:room", "broadcast", json!({})).await["status"], "ok");
}
