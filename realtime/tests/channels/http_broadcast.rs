//! Broadcasts over HTTP.

use crate::client::Realtime;
use hyper::Method;
use serde_json::{Value, json};
use service_test::{Client, anon_key, service_role_key};

const TOPIC: &str = "realtime:room";

fn anonymous(realtime: &Realtime) -> Client {
    realtime.service.client().header("apikey", &anon_key())
}

fn message(topic: &str) -> Value {
    json!({ "topic": topic, "event": "moved", "payload": { "x": 1 } })
}

#[tokio::test]
async fn a_batch_reaches_its_rooms_in_order() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    socket.join(TOPIC, json!({})).await;
    let mut first = message("room");
    first["id"] = json!("00000000-0000-4000-8000-000000000001");
    let batch = json!({ "messages": [first, message("elsewhere"), message("room")] });
    let response = anonymous(&realtime).post("/api/broadcast?apikey=x&vsn=2.0.0", batch).await;
    assert_eq!((response.status.as_u16(), &response.body), (202, &Value::Null));
    assert_eq!(response.headers["x-rate-limit"], "100");
    assert_eq!(response.headers["x-rate-limit-remaining"], "100");
    assert_eq!(response.headers["x-rate-rolling"], "0");
    let mut expected = json!({ "type": "broadcast", "event": "moved", "payload": { "x": 1 } });
    let second = expected.clone();
    expected["meta"] = json!({ "id": "00000000-0000-4000-8000-000000000001" });
    assert_eq!(socket.event("broadcast").await.payload, expected);
    assert_eq!(socket.event("broadcast").await.payload, second);
}

#[tokio::test]
async fn an_invalid_batch_says_what_is_wrong_and_sends_nothing() {
    let realtime = Realtime::start_with(&[("REALTIME_MAX_PAYLOAD_SIZE_IN_KB", "1")]).await;
    let mut socket = realtime.connect().await;
    socket.join(TOPIC, json!({})).await;
    let blank = ["can't be blank"];
    for (body, errors) in [
        (json!({}), json!({ "messages": blank })),
        (json!({ "messages": [] }), json!({ "messages": blank })),
        (
            json!({ "messages": [{ "topic": "room" }, message("room")] }),
            json!({ "messages": [{ "payload": blank, "event": blank }, {}] }),
        ),
        (
            json!({ "messages": [{ "topic": " ", "event": "e", "payload": { "x": "y".repeat(2000) } }] }),
            json!({ "messages": [{ "topic": blank, "payload": ["Payload size exceeds tenant limit"] }] }),
        ),
        (
            json!({ "messages": [{ "topic": "room", "event": 1, "payload": "text" }] }),
            json!({ "messages": [{ "event": ["is invalid"], "payload": ["is invalid"] }] }),
        ),
    ] {
        let response = anonymous(&realtime).post("/api/broadcast", body).await;
        assert_eq!((response.status.as_u16(), &response.body["errors"]), (422, &errors));
    }
    assert_eq!(socket.until_heartbeat().await, []);
}

#[tokio::test]
async fn a_caller_needs_a_token_that_counts() {
    let realtime = Realtime::start().await;
    let batch = json!({ "messages": [message("room")] });
    let client = realtime.service.client();
    for client in
        [client.clone(), client.bearer("nonsense"), client.header("apikey", "sb_publishable_unknown")]
    {
        let response = client.post("/api/broadcast", batch.clone()).await;
        assert_eq!((response.status.as_u16(), response.body), (401, json!({ "message": "Unauthorized" })));
        let response = client.post("/api/broadcast/room/events/moved", json!({})).await;
        assert_eq!((response.status.as_u16(), response.body), (401, json!({ "message": "Unauthorized" })));
    }
}

#[tokio::test]
async fn a_single_broadcast_carries_json_or_bytes() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    socket.join("realtime:a room", json!({})).await;
    let client = anonymous(&realtime);
    let path = "/api/broadcast/a%20room/events/it%2Fmoved";
    assert_eq!(client.post(path, json!([1, 2])).await.status.as_u16(), 202);
    assert_eq!(client.send(Method::POST, path, "\"text\"").await.status.as_u16(), 202);
    let bytes = client.header("content-type", "application/octet-stream");
    assert_eq!(bytes.send(Method::POST, path, vec![0, 255]).await.status.as_u16(), 202);
    for payload in [json!([1, 2]), json!("text"), json!({ "bytes": [0, 255] })] {
        let expected = json!({ "type": "broadcast", "event": "it/moved", "payload": payload });
        assert_eq!(socket.event("broadcast").await.payload, expected);
    }
    let text = client.header("content-type", "text/plain").send(Method::POST, path, "text").await;
    assert_eq!(text.status.as_u16(), 415);
    let expected = "Unsupported Media Type. Use application/json or application/octet-stream";
    assert_eq!(text.body["error"], expected);
    assert_eq!(client.send(Method::POST, path, "{").await.status.as_u16(), 400);
}

#[tokio::test]
async fn private_rooms_ask_the_policies() {
    let realtime = Realtime::start().await;
    let database = realtime.database().client().await;
    database
        .batch_execute("create policy read on realtime.messages for select to anon using (true)")
        .await
        .unwrap();
    let mut socket = realtime.connect().await;
    socket.join(TOPIC, json!({ "private": true })).await;
    let mut private = message("room");
    private["private"] = json!(true);
    let batch = json!({ "messages": [private] });
    let single = "/api/broadcast/room/events/moved?private=true";

    let client = anonymous(&realtime);
    assert_eq!(client.post("/api/broadcast", batch.clone()).await.status.as_u16(), 202);
    let refused = client.post(single, json!({})).await;
    assert_eq!((refused.status.as_u16(), refused.body), (403, json!({ "message": "Unauthorized" })));
    assert_eq!(socket.until_heartbeat().await, []);

    let service = realtime.service.client().bearer(&service_role_key());
    assert_eq!(service.post("/api/broadcast", batch).await.status.as_u16(), 202);
    assert_eq!(service.post(single, json!({ "x": 2 })).await.status.as_u16(), 202);
    assert_eq!(socket.event("broadcast").await.payload["payload"], json!({ "x": 1 }));
    assert_eq!(socket.event("broadcast").await.payload["payload"], json!({ "x": 2 }));
}

#[tokio::test]
async fn over_the_rate_a_batch_is_refused() {
    let realtime = Realtime::start_with(&[("REALTIME_MAX_EVENTS_PER_SECOND", "2")]).await;
    let batch = json!({ "messages": [message("room"), message("room"), message("room")] });
    let response = anonymous(&realtime).post("/api/broadcast", batch).await;
    assert_eq!(response.status.as_u16(), 429);
    assert_eq!(response.body["message"], "Too many messages to broadcast, please reduce the batch size");
}

#[tokio::test]
async fn the_checks_of_a_platform_are_answered() {
    let realtime = Realtime::start().await;
    let client = realtime.service.client();
    assert_eq!(client.get("/api/ping").await.body, json!({ "message": "Success" }));
    let (_, health) = client.raw("/healthcheck").await;
    assert_eq!(&health[..], b"ok");
}
