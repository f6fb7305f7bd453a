//! Heartbeats, joins and leaves, and the references of answers.

use crate::client::{Realtime, Received};
use serde_json::{Value, json};
use service_test::anon_key;

const TOPIC: &str = "realtime:room";

#[tokio::test]
async fn a_heartbeat_is_answered() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    let reference = socket.send("phoenix", "heartbeat", json!({})).await;
    let reply = socket.event("phx_reply").await;
    let expected = Received {
        join_ref: Value::Null,
        reference: reference.into(),
        topic: "phoenix".into(),
        event: "phx_reply".into(),
        payload: json!({ "status": "ok", "response": {} }),
    };
    assert_eq!(reply, expected);
}

#[tokio::test]
async fn a_join_is_answered_with_its_references_and_the_requested_changes() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    let reference = socket.send(TOPIC, "phx_join", json!({ "config": {} })).await;
    let reply = socket.event("phx_reply").await;
    assert_eq!((reply.join_ref, reply.reference), (json!(reference), json!(reference)));
    assert_eq!(reply.payload, json!({ "status": "ok", "response": { "postgres_changes": [] } }));
}

#[tokio::test]
async fn leaving_is_answered_and_closes_the_channel() {
    for version in ["1.0.0", "2.0.0"] {
        let realtime = Realtime::start().await;
        let mut socket = realtime.connect_version(version).await;
        let join = socket.join(TOPIC, json!({})).await;
        let reply = socket.call(TOPIC, "phx_leave", json!({})).await;
        assert_eq!(reply, json!({ "status": "ok", "response": {} }));
        let close = socket.event("phx_close").await;
        assert_eq!((close.reference, close.payload), (json!(join), json!({})));
        let again = socket.call(TOPIC, "phx_leave", json!({})).await;
        assert_eq!(again["status"], "ok");
    }
}

#[tokio::test]
async fn a_second_join_replaces_the_channel_and_closes_the_first() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    let first = socket.join(TOPIC, json!({})).await;
    let second = socket.join(TOPIC, json!({ "broadcast": { "ack": true } })).await;
    let close = socket.event("phx_close").await;
    assert_eq!((&close.join_ref, &close.reference), (&json!(first), &json!(first)));
    let reference = socket.send(TOPIC, "broadcast", json!({})).await;
    let reply = socket.event("phx_reply").await;
    assert_eq!((reply.join_ref, reply.reference), (json!(second), json!(reference)));
}

#[tokio::test]
async fn events_of_topics_that_are_not_joined_are_unmatched() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    let unmatched = json!({ "status": "error", "response": { "reason": "unmatched topic" } });
    assert_eq!(socket.call(TOPIC, "broadcast", json!({})).await, unmatched);
    assert_eq!(socket.call("room", "phx_join", json!({})).await, unmatched);
    assert_eq!(socket.call("phoenix", "other", json!({})).await, unmatched);
}

#[tokio::test]
async fn a_topic_needs_a_name() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    let reply = socket.try_join("realtime:", json!({})).await;
    assert_eq!(reply["response"]["reason"], "TopicNameRequired: You must provide a topic name");
}

#[tokio::test]
async fn a_topic_may_contain_every_letter() {
    let realtime = Realtime::start().await;
    let topic = "realtime:a \"quoted\" \\ tòpic\u{0}\u{7f}\n🏖:*";
    let (mut first, mut second) = (realtime.connect().await, realtime.connect_version("1.0.0").await);
    first.join(topic, json!({})).await;
    second.join(topic, json!({})).await;
    first.send(topic, "broadcast", json!({ "event": "é", "n": 1.0 })).await;
    let received = second.event("broadcast").await;
    assert_eq!((received.topic.as_str(), received.payload), (topic, json!({ "event": "é", "n": 1.0 })));
}

#[tokio::test]
async fn a_silent_socket_and_one_without_channels_are_closed() {
    let silent = Realtime::start_with(&[("WEBSOCKET_TIMEOUT_MS", "50")]).await;
    assert_eq!(silent.connect().await.close_code().await, 1000);
    let unused = Realtime::start_with(&[("NO_CHANNEL_TIMEOUT_IN_MS", "50")]).await;
    assert_eq!(unused.connect().await.close_code().await, 1000);
}

#[tokio::test]
async fn a_process_that_stops_tells_its_clients_to_come_back() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    socket.join(TOPIC, json!({})).await;
    let Realtime { service, database } = realtime;
    let stopped = tokio::spawn(service.stop());
    let system = socket.event("system").await;
    let expected = json!({ "extension": "system", "status": "ok", "message": "Server requested disconnect" });
    assert_eq!(system.payload, expected);
    assert_eq!(socket.close_code().await, 1012);
    assert_eq!(stopped.await.unwrap(), Some(0));
    drop(database);
}

#[tokio::test]
async fn unknown_parameters_of_the_address_do_not_disturb() {
    let realtime = Realtime::start().await;
    let url = realtime.url(&format!("apikey={}&log_level=loud&vsn=2.0.0&_=1&flag", anon_key()));
    tokio_tungstenite::connect_async(url).await.expect("a connection");
}
