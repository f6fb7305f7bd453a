//! Malformed messages and misbehaving clients, and that other clients are not affected.

use crate::client::{Realtime, binary_push};
use serde_json::json;
use service_test::anon_key;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn malformed_messages_are_ignored() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    let texts = [
        "",
        "x",
        "{}",
        "[]",
        "[1,2,3,4]",
        r#"[null,null,null,null,null]"#,
        r#"["1","1","t","e""#,
        "\"\u{0}\"",
    ];
    for text in texts {
        socket.send_raw(Message::text(text)).await;
    }
    let deep = "[".repeat(100_000);
    socket.send_raw(Message::text(deep)).await;
    for bytes in [&[][..], &[0], &[3], &[3, 255, 255, 255, 255, 255, 1, 0], &[9, 9, 9]] {
        socket.send_raw(Message::binary(bytes.to_vec())).await;
    }
    assert_eq!(socket.until_heartbeat().await, []);

    let mut old = realtime.connect_version("1.0.0").await;
    old.send_raw(Message::binary(vec![3, 0, 0, 0, 0, 0, 0])).await;
    old.send_raw(Message::text("[]")).await;
    assert_eq!(old.until_heartbeat().await, []);
}

#[tokio::test]
async fn references_of_any_kind_are_echoed() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    socket.send_raw(Message::text(r#"[{"a":1},["forged"],"phoenix","heartbeat",{}]"#)).await;
    assert_eq!(socket.event("phx_reply").await.reference, json!(["forged"]));
}

#[tokio::test]
async fn a_message_over_the_limit_closes_its_socket_alone() {
    let realtime = Realtime::start().await;
    let (mut large, mut other) = (realtime.connect().await, realtime.connect().await);
    large.send_raw(Message::text("x".repeat(5_000_001))).await;
    assert_eq!(large.close_code().await, 1009);
    assert_eq!(other.until_heartbeat().await, []);
}

#[tokio::test]
async fn text_that_is_no_unicode_closes_its_socket() {
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    let frame = Frame::message(vec![0xff, 0xfe], OpCode::Data(Data::Text), true);
    socket.send_raw(Message::Frame(frame)).await;
    assert_eq!(socket.close_code().await, 1007);
}

#[tokio::test]
async fn a_reader_that_stops_reading_is_dropped_and_others_get_everything() {
    // The other members send nothing: a loaded machine needs longer than the usual timeout.
    let variables = [("REALTIME_MAX_EVENTS_PER_SECOND", "1000000"), ("WEBSOCKET_TIMEOUT_MS", "600000")];
    let realtime = Realtime::start_with(&variables).await;
    let (mut sender, mut slow, mut other) =
        (realtime.connect().await, realtime.connect().await, realtime.connect().await);
    sender.join("realtime:room", json!({ "broadcast": { "ack": true } })).await;
    slow.join("realtime:room", json!({})).await;
    other.join("realtime:room", json!({})).await;
    let payload = vec![b' '; 16_000];
    // More than the queue of a connection and the buffers of its socket hold, and the frames that it may miss.
    for _ in 0..3000 {
        sender.send_raw(binary_push("realtime:room", "large", 0, &payload)).await;
        assert_eq!(sender.reply_to("7").await["status"], "ok");
        assert_eq!(other.event("broadcast").await.payload["event"], "large");
    }
    realtime
        .service
        .wait_for_log(|line| line["message"].as_str().is_some_and(|text| text.contains("reads too slowly")))
        .await;
    drop(slow);
}

#[tokio::test]
async fn a_request_that_is_no_handshake_is_refused() {
    let realtime = Realtime::start().await;
    let response = realtime.service.client().get(&format!("/websocket?apikey={}", anon_key())).await;
    assert_eq!(response.status.as_u16(), 400);
}
