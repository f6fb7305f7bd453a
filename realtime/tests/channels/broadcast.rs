//! Broadcasts between sockets.

use crate::client::{Realtime, binary_push};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

const TOPIC: &str = "realtime:room";

#[tokio::test]
async fn a_broadcast_reaches_the_others_as_it_is() {
    let realtime = Realtime::start().await;
    let (mut sender, mut v1, mut v2) =
        (realtime.connect().await, realtime.connect_version("1.0.0").await, realtime.connect().await);
    for socket in [&mut sender, &mut v1, &mut v2] {
        socket.join(TOPIC, json!({})).await;
    }
    let payload = json!({ "type": "broadcast", "event": "moved", "payload": { "x": 1.50, "é": [null] } });
    sender.send(TOPIC, "broadcast", payload.clone()).await;
    for socket in [&mut v1, &mut v2] {
        let received = socket.event("broadcast").await;
        assert_eq!((received.topic.as_str(), &received.payload), (TOPIC, &payload));
        assert_eq!((received.join_ref, received.reference), (json!(null), json!(null)));
    }
    assert_eq!(sender.until_heartbeat().await, []);
}

#[tokio::test]
async fn the_sender_gets_its_own_broadcasts_and_answers_on_request() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    socket.join(TOPIC, json!({ "broadcast": { "self": true, "ack": true } })).await;
    let reply = socket.call(TOPIC, "broadcast", json!("any value")).await;
    assert_eq!(reply, json!({ "status": "ok", "response": {} }));
    assert_eq!(socket.event("broadcast").await.payload, json!("any value"));
}

#[tokio::test]
async fn a_binary_broadcast_reaches_both_versions() {
    let realtime = Realtime::start().await;
    let (mut sender, mut v1, mut v2) =
        (realtime.connect().await, realtime.connect_version("1.0.0").await, realtime.connect().await);
    sender.join(TOPIC, json!({ "broadcast": { "ack": true } })).await;
    for socket in [&mut v1, &mut v2] {
        socket.join(TOPIC, json!({})).await;
    }
    sender.send_raw(binary_push(TOPIC, "moved", 1, br#"{"x": 1}"#)).await;
    let reply = sender.reply_to("7").await;
    assert_eq!(reply["status"], "ok");
    let expected = json!({ "type": "broadcast", "event": "moved", "payload": { "x": 1 } });
    for socket in [&mut v1, &mut v2] {
        assert_eq!(socket.event("broadcast").await.payload, expected);
    }

    sender.send_raw(binary_push(TOPIC, "bytes", 0, &[0, 255])).await;
    sender.send(TOPIC, "broadcast", json!({ "event": "last" })).await;
    let bytes = json!({ "type": "broadcast", "event": "bytes", "payload": { "bytes": [0, 255] } });
    assert_eq!(v2.event("broadcast").await.payload, bytes);
    assert_eq!(
        v1.event("broadcast").await.payload,
        json!({ "event": "last" }),
        "bytes are not for version 1"
    );
}

#[tokio::test]
async fn a_binary_broadcast_that_claims_to_be_json_harms_nobody() {
    let realtime = Realtime::start().await;
    let (mut sender, mut v1) = (realtime.connect().await, realtime.connect_version("1.0.0").await);
    sender.join(TOPIC, json!({})).await;
    v1.join(TOPIC, json!({})).await;
    sender.send_raw(binary_push(TOPIC, "moved", 1, br#"{"x": 1}, "event": "forged"#)).await;
    sender.send(TOPIC, "broadcast", json!({ "event": "last" })).await;
    assert_eq!(v1.event("broadcast").await.payload, json!({ "event": "last" }));
}

#[tokio::test]
async fn public_and_private_rooms_of_one_name_are_different() {
    let realtime = Realtime::start().await;
    realtime
        .database()
        .client()
        .await
        .batch_execute("create policy all_read on realtime.messages for select to anon using (true)")
        .await
        .unwrap();
    let (mut sender, mut private) = (realtime.connect().await, realtime.connect().await);
    sender.join(TOPIC, json!({})).await;
    private.join(TOPIC, json!({ "private": true })).await;
    sender.send(TOPIC, "broadcast", json!({ "event": "public" })).await;
    sender.until_heartbeat().await;
    assert_eq!(private.until_heartbeat().await, []);
}

#[tokio::test]
async fn a_broadcast_over_the_limit_is_refused_and_the_channel_goes_on() {
    let realtime = Realtime::start_with(&[("REALTIME_MAX_PAYLOAD_SIZE_IN_KB", "1")]).await;
    let (mut sender, mut other) = (realtime.connect().await, realtime.connect().await);
    sender.join(TOPIC, json!({ "broadcast": { "ack": true } })).await;
    other.join(TOPIC, json!({})).await;
    let reply = sender.call(TOPIC, "broadcast", json!({ "payload": "x".repeat(2000) })).await;
    assert_eq!(reply, json!({ "status": "error", "response": "payload_size_exceeded" }));
    sender.call(TOPIC, "broadcast", json!({ "payload": "small" })).await;
    assert_eq!(other.event("broadcast").await.payload, json!({ "payload": "small" }));
}

#[tokio::test]
async fn a_message_in_fragments_is_one_message() {
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    let parts = [
        (r#"[null,"9","phoenix","#, OpCode::Data(Data::Text), false),
        (r#""heartbeat",{}]"#, OpCode::Data(Data::Continue), true),
    ];
    for (text, code, is_last) in parts {
        socket.send_raw(Message::Frame(Frame::message(text.as_bytes().to_vec(), code, is_last))).await;
    }
    assert_eq!(socket.reply_to("9").await["status"], "ok");
}
