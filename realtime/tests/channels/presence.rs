//! Presence: who is in a room.

use crate::client::{Realtime, Socket};
use serde_json::{Value, json};

const TOPIC: &str = "realtime:room";

fn with_key(key: &str) -> Value {
    json!({ "presence": { "enabled": true, "key": key } })
}

async fn track(socket: &mut Socket, payload: Value) -> Value {
    socket.call(TOPIC, "presence", json!({ "type": "presence", "event": "track", "payload": payload })).await
}

#[tokio::test]
async fn everyone_sees_who_enters_changes_and_leaves() {
    let realtime = Realtime::start().await;
    let (mut marie, mut other) = (realtime.connect().await, realtime.connect_version("1.0.0").await);
    marie.join(TOPIC, with_key("marie")).await;
    assert_eq!(marie.event("presence_state").await.payload, json!({}));
    other.join(TOPIC, with_key("other")).await;
    other.event("presence_state").await;

    assert_eq!(track(&mut marie, json!({ "at": 1 })).await, json!({ "status": "ok", "response": {} }));
    let entered = other.event("presence_diff").await.payload;
    assert_eq!(marie.event("presence_diff").await.payload, entered);
    let meta = &entered["joins"]["marie"]["metas"][0];
    assert_eq!((&meta["at"], &entered["leaves"]), (&json!(1), &json!({})));

    track(&mut marie, json!({ "at": 2 })).await;
    let changed = other.event("presence_diff").await.payload;
    assert_eq!(changed["leaves"]["marie"]["metas"], json!([meta]));
    assert_eq!(changed["joins"]["marie"]["metas"][0]["phx_ref_prev"], meta["phx_ref"]);
    assert_eq!(changed["joins"]["marie"]["metas"][0]["at"], 2);

    let mut late = realtime.connect().await;
    let join = late.join(TOPIC, with_key("late")).await;
    let state = late.event("presence_state").await;
    assert_eq!((state.join_ref, state.reference), (json!(join), Value::Null));
    assert_eq!(state.payload["marie"]["metas"][0]["at"], 2);

    marie.abandon();
    let left = other.event("presence_diff").await.payload;
    assert_eq!((&left["joins"], &left["leaves"]["marie"]["metas"][0]["at"]), (&json!({}), &json!(2)));
}

#[tokio::test]
async fn untracking_and_leaving_end_a_presence_once() {
    let realtime = Realtime::start().await;
    let (mut marie, mut other) = (realtime.connect().await, realtime.connect().await);
    marie.join(TOPIC, with_key("marie")).await;
    other.join(TOPIC, with_key("other")).await;
    let untrack = json!({ "event": "UNTRACK" });
    assert_eq!(marie.call(TOPIC, "presence", untrack.clone()).await["status"], "ok");
    track(&mut marie, json!({})).await;
    assert_eq!(other.event("presence_diff").await.payload["leaves"], json!({}));
    assert_eq!(marie.call(TOPIC, "presence", untrack).await["status"], "ok");
    assert_eq!(other.event("presence_diff").await.payload["joins"], json!({}));
    marie.call(TOPIC, "phx_leave", json!({})).await;
    let rest: Vec<_> =
        other.until_heartbeat().await.into_iter().filter(|it| it.event == "presence_diff").collect();
    assert_eq!(rest, []);
}

#[tokio::test]
async fn the_same_payload_again_changes_nothing() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    socket.join(TOPIC, with_key("marie")).await;
    track(&mut socket, json!({ "a": 1 })).await;
    socket.event("presence_diff").await;
    assert_eq!(track(&mut socket, json!({ "a": 1 })).await["status"], "ok");
    let rest: Vec<_> =
        socket.until_heartbeat().await.into_iter().filter(|it| it.event == "presence_diff").collect();
    assert_eq!(rest, []);
}

#[tokio::test]
async fn several_channels_of_one_key_are_several_metas() {
    let realtime = Realtime::start().await;
    let (mut phone, mut laptop) = (realtime.connect().await, realtime.connect().await);
    for (socket, device) in [(&mut phone, "phone"), (&mut laptop, "laptop")] {
        socket.join(TOPIC, with_key("marie")).await;
        track(socket, json!({ "device": device })).await;
    }
    let mut late = realtime.connect().await;
    late.join(TOPIC, with_key("")).await;
    let state = late.event("presence_state").await.payload;
    let devices: Vec<_> =
        state["marie"]["metas"].as_array().unwrap().iter().map(|meta| &meta["device"]).collect();
    assert_eq!(devices, ["phone", "laptop"]);
}

#[tokio::test]
async fn a_member_without_presence_gets_changes_but_no_state() {
    let realtime = Realtime::start().await;
    let (mut marie, mut plain) = (realtime.connect().await, realtime.connect().await);
    plain.join(TOPIC, json!({})).await;
    marie.join(TOPIC, with_key("marie")).await;
    track(&mut marie, json!({})).await;
    assert!(plain.event("presence_diff").await.payload["joins"]["marie"].is_object());
    assert!(plain.until_heartbeat().await.iter().all(|message| message.event != "presence_state"));
}

#[tokio::test]
async fn what_is_no_presence_call_is_answered_and_the_channel_goes_on() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    socket.join(TOPIC, json!({})).await;
    let reply = track(&mut socket, json!(["no map"])).await;
    let reason = json!({ "reason": "Presence track payload must be a map" });
    assert_eq!(reply, json!({ "status": "error", "response": reason }));
    let unknown = socket.call(TOPIC, "presence", json!({ "event": "dance" })).await;
    assert_eq!(unknown, json!({ "status": "error", "response": {} }));
    for nothing in [json!({}), json!([]), json!({ "event": 5 })] {
        assert_eq!(socket.call(TOPIC, "presence", nothing).await["status"], "ok");
    }
}

#[tokio::test]
async fn too_many_presence_calls_end_the_channel() {
    let realtime = Realtime::start_with(&[("CLIENT_PRESENCE_MAX_CALLS", "2")]).await;
    let mut socket = realtime.connect().await;
    socket.join(TOPIC, with_key("marie")).await;
    for n in 0..3 {
        socket.send(TOPIC, "presence", json!({ "event": "track", "payload": { "n": n } })).await;
    }
    assert_eq!(socket.event("system").await.payload["message"], "Client presence rate limit exceeded");
    socket.event("phx_close").await;
    let mut late = realtime.connect().await;
    late.join(TOPIC, with_key("")).await;
    assert_eq!(late.event("presence_state").await.payload, json!({}));
}

#[tokio::test]
async fn a_payload_over_the_limit_ends_the_channel() {
    let realtime = Realtime::start_with(&[("REALTIME_MAX_PAYLOAD_SIZE_IN_KB", "1")]).await;
    let mut socket = realtime.connect().await;
    socket.join(TOPIC, with_key("marie")).await;
    socket.send(TOPIC, "presence", json!({ "event": "track", "payload": { "x": "y".repeat(2000) } })).await;
    assert_eq!(socket.event("system").await.payload["message"], "Track message size exceeded");
    socket.event("phx_close").await;
}
