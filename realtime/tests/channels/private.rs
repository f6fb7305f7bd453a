//! Private rooms, whose policies are on `realtime.messages`.

use crate::client::Realtime;
use serde_json::{Value, json};
use service_test::{service_role_key, sign};

const TOPIC: &str = "realtime:room";

fn private() -> Value {
    json!({ "private": true, "broadcast": { "ack": true, "self": true }, "presence": { "enabled": true, "key": "k" } })
}

fn person(name: &str) -> String {
    sign(&json!({
        "role": "authenticated", "sub": "00000000-0000-4000-8000-000000000001", "name": name,
        "exp": chrono::Utc::now().timestamp() + 3600,
    }))
}

async fn started(policies: &str) -> Realtime {
    let realtime = Realtime::start().await;
    realtime.database().client().await.batch_execute(policies).await.unwrap();
    realtime
}

#[tokio::test]
async fn without_a_policy_nobody_but_the_service_key_joins() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    let reply = socket.try_join(TOPIC, json!({ "config": private(), "access_token": person("Marie") })).await;
    let reason = "Unauthorized: You do not have permissions to read from this Channel topic: room";
    assert_eq!(reply, json!({ "status": "error", "response": { "reason": reason } }));
    socket.join_with(TOPIC, json!({ "config": private(), "access_token": service_role_key() })).await;
}

#[tokio::test]
async fn policies_read_topic_extension_and_claims() {
    let realtime = started(
        "create policy read on realtime.messages for select to authenticated using (
           (select realtime.topic()) = 'room' and extension in ('broadcast', 'presence')
           and current_setting('request.jwt.claims')::json ->> 'name' = 'Marie'
           and current_setting('request.jwt.claim.sub') = '00000000-0000-4000-8000-000000000001');
         create policy write on realtime.messages for insert to authenticated with check (
           realtime.messages.extension = 'broadcast' and realtime.topic() = topic);",
    )
    .await;
    let mut socket = realtime.connect().await;
    let refused = socket
        .try_join("realtime:other", json!({ "config": private(), "access_token": person("Marie") }))
        .await;
    assert_eq!(refused["status"], "error");
    let refused =
        socket.try_join(TOPIC, json!({ "config": private(), "access_token": person("Paul") })).await;
    assert_eq!(refused["status"], "error");

    socket.join_with(TOPIC, json!({ "config": private(), "access_token": person("Marie") })).await;
    assert_eq!(socket.event("presence_state").await.payload, json!({}));
    assert_eq!(socket.call(TOPIC, "broadcast", json!({ "event": "e" })).await["status"], "ok");
    assert_eq!(socket.event("broadcast").await.payload, json!({ "event": "e" }));
    let track = socket.call(TOPIC, "presence", json!({ "event": "track" })).await;
    assert_eq!(track, json!({ "status": "error", "response": {} }));
    let rows = realtime.database().client().await.query("select from realtime.messages", &[]).await.unwrap();
    assert_eq!(rows.len(), 0, "the probes are rolled back");
}

#[tokio::test]
async fn without_a_write_right_a_broadcast_vanishes() {
    let realtime =
        started("create policy read on realtime.messages for select to authenticated using (true)").await;
    let mut socket = realtime.connect().await;
    socket.join_with(TOPIC, json!({ "config": private(), "access_token": person("Marie") })).await;
    socket.event("presence_state").await;
    socket.send(TOPIC, "broadcast", json!({ "event": "e" })).await;
    assert_eq!(socket.until_heartbeat().await, []);
}

#[tokio::test]
async fn each_extension_has_its_own_read_right() {
    let realtime = started(
        "create policy read on realtime.messages for select to authenticated using (extension = 'presence');
         create policy write on realtime.messages for insert to authenticated with check (true);",
    )
    .await;
    let mut socket = realtime.connect().await;
    socket.join_with(TOPIC, json!({ "config": private(), "access_token": person("Marie") })).await;
    socket.event("presence_state").await;
    assert_eq!(socket.call(TOPIC, "broadcast", json!({ "event": "e" })).await["status"], "ok");
    assert_eq!(socket.until_heartbeat().await, [], "no broadcast without its read right");
}

#[tokio::test]
async fn a_policy_that_fails_and_an_unknown_role_refuse() {
    let realtime =
        started("create policy read on realtime.messages for select to authenticated using (1 / 0 = 1)")
            .await;
    let mut socket = realtime.connect().await;
    let stranger = sign(&json!({ "role": "nobody_knows", "exp": chrono::Utc::now().timestamp() + 60 }));
    for token in [person("Marie"), stranger] {
        let reply = socket.try_join(TOPIC, json!({ "config": private(), "access_token": token })).await;
        let reason = reply["response"]["reason"].as_str().unwrap();
        assert!(reason.starts_with("Unauthorized: "), "{reason}");
    }
}

#[tokio::test]
async fn a_token_that_may_no_longer_read_ends_the_channel() {
    let realtime = started(
        "create policy read on realtime.messages for select to authenticated using (
           extension = 'broadcast' and current_setting('request.jwt.claims')::json ->> 'name' <> 'Paul'
           or extension = 'presence' and current_setting('request.jwt.claims')::json ->> 'name' = 'Paul')",
    )
    .await;
    let mut socket = realtime.connect().await;
    socket.join_with(TOPIC, json!({ "config": private(), "access_token": person("Marie") })).await;
    socket.send(TOPIC, "access_token", json!({ "access_token": person("Ghjulia") })).await;
    assert_eq!(socket.until_heartbeat().await, []);
    socket.send(TOPIC, "access_token", json!({ "access_token": person("Paul") })).await;
    let message = "You no longer have permission to read from this Channel topic: room";
    assert_eq!(socket.event("system").await.payload["message"], message);
    socket.event("phx_close").await;
}

#[tokio::test]
async fn a_project_may_refuse_public_channels() {
    let realtime = Realtime::start_with(&[("REALTIME_PRIVATE_ONLY", "true")]).await;
    let mut socket = realtime.connect().await;
    let reply = socket.try_join(TOPIC, json!({})).await;
    assert_eq!(reply["response"]["reason"], "PrivateOnly: This project only allows private channels");
}

#[tokio::test]
async fn stored_messages_are_replayed_in_order_and_only_to_readers_of_private_rooms() {
    let realtime =
        started("create policy read on realtime.messages for select to authenticated using (true)").await;
    let mut socket = realtime.connect().await;
    // The first private join makes the partitions.
    socket.join_with("realtime:first", json!({ "config": private(), "access_token": person("Marie") })).await;
    realtime.database().client().await.batch_execute(
        "select realtime.send(jsonb_build_object('n', n), 'stored', 'room') from generate_series(1, 3) as n;
         update realtime.messages set inserted_at = inserted_at - interval '1 second' * (10 - (payload ->> 'n')::int);
         select realtime.send('{}', 'stored', 'other'), realtime.send('{}', 'stored', 'room', false);",
    ).await.unwrap();
    let with_replay = |replay: Value, private: bool| {
        let config = json!({ "private": private, "broadcast": { "replay": replay } });
        json!({ "config": config, "access_token": person("Marie") })
    };
    socket.join_with(TOPIC, with_replay(json!({ "since": 0, "limit": 2 }), true)).await;
    for n in [2, 3] {
        let stored = socket.event("broadcast").await.payload;
        assert_eq!((&stored["event"], &stored["payload"]["n"]), (&json!("stored"), &json!(n)));
        assert_eq!(
            (&stored["meta"]["replayed"], &stored["meta"]["id"]),
            (&json!(true), &stored["payload"]["id"])
        );
    }
    let rest = socket.until_heartbeat().await;
    assert!(rest.iter().all(|message| message.event != "broadcast"), "{rest:?}");

    for (replay, private, text) in [
        (json!({ "since": "yesterday" }), true, "Replay params are not valid"),
        (json!({ "since": 0 }), false, "Replay is not allowed for public channels"),
    ] {
        let reply = socket.try_join(TOPIC, with_replay(replay, private)).await;
        assert_eq!(reply["response"]["reason"], format!("UnableToReplayMessages: {text}"));
    }
}
