//! Broadcasts and presence on several nodes.

use crate::client::{Socket, in_time};
use crate::nodes::{Nodes, TOPIC, broadcast, received};
use serde_json::{Value, json};
use service_test::{Client, anon_key, service_role_key};

async fn track(socket: &mut Socket, payload: Value) {
    let reply = socket.call(TOPIC, "presence", json!({ "event": "track", "payload": payload })).await;
    assert_eq!(reply["status"], "ok");
}

/// The next diff that concerns a key, as what it says about it.
async fn diff_of(socket: &mut Socket, key: &str) -> (Value, Value) {
    loop {
        let diff = socket.event("presence_diff").await.payload;
        let part = |name: &str| diff[name][key]["metas"].clone();
        if part("joins") != Value::Null || part("leaves") != Value::Null {
            return (part("joins"), part("leaves"));
        }
    }
}

#[tokio::test]
async fn a_broadcast_reaches_the_members_on_every_node_once() {
    let Some(cluster) = Nodes::start().await else { return };
    let [mut first, mut second] = cluster.members().await;
    broadcast(&mut first, 1).await;
    assert_eq!(received(&mut second).await, 1);
    let message = json!({ "messages": [{ "topic": "room", "event": "e", "payload": { "n": 2 } }] });
    let client = Client::new(cluster.nodes[1].service.address()).header("apikey", &anon_key());
    client.post("/api/broadcast", message).await.expect(202);
    // Rights are those of the caller; the superuser has all.
    cluster.sql("select realtime.send('{\"n\": 3}', 'e', 'room', false)").await;
    for number in 2..=3 {
        assert_eq!(received(&mut first).await, number);
        assert_eq!(received(&mut second).await, number);
    }
    broadcast(&mut second, 4).await;
    assert_eq!(received(&mut first).await, 4);
    for member in [&mut first, &mut second] {
        assert!(member.until_heartbeat().await.iter().all(|message| message.event != "broadcast"));
    }
}

#[tokio::test]
async fn bytes_and_private_rooms_cross_nodes() {
    let Some(cluster) = Nodes::start().await else { return };
    let token = service_role_key();
    let private = json!({ "config": { "private": true }, "access_token": token });
    let mut members = [cluster.nodes[0].connect().await, cluster.nodes[1].connect().await];
    let mut outsider = cluster.nodes[1].connect().await;
    outsider.join(TOPIC, json!({})).await;
    for member in &mut members {
        member.join_with(TOPIC, private.clone()).await;
    }
    members[0].send_raw(crate::client::binary_push(TOPIC, "bytes", 0, &[0, 10, 255])).await;
    let payload = members[1].event("broadcast").await.payload;
    assert_eq!(
        (&payload["event"], &payload["payload"]),
        (&json!("bytes"), &json!({ "bytes": [0, 10, 255] }))
    );
    // Messages of one node keep their order: whatever was sent to the public room has arrived by now.
    members[0].join("realtime:other", json!({})).await;
    outsider.join("realtime:other", json!({})).await;
    members[0].send("realtime:other", "broadcast", json!({ "event": "e" })).await;
    assert_eq!(outsider.event("broadcast").await.topic, "realtime:other");
    assert_eq!(outsider.until_heartbeat().await, []);
}

#[tokio::test]
async fn presence_is_the_same_on_every_node() {
    let Some(mut cluster) = Nodes::start().await else { return };
    let [mut first, mut second] = cluster.members().await;
    track(&mut first, json!({ "at": 1 })).await;
    let (joined, _) = diff_of(&mut second, "first").await;
    assert_eq!(diff_of(&mut first, "first").await.0, joined);
    track(&mut first, json!({ "at": 2 })).await;
    let (updated, left) = diff_of(&mut second, "first").await;
    assert_eq!((&updated[0]["at"], &updated[0]["phx_ref_prev"]), (&json!(2), &joined[0]["phx_ref"]));
    assert_eq!(left, joined);

    // A node that starts later learns who is present.
    cluster.add_node(&[]).await;
    let mut third = cluster.nodes[2].connect().await;
    third.join(TOPIC, json!({ "presence": { "enabled": true, "key": "third" } })).await;
    let state = third.event("presence_state").await.payload;
    let seen = match state.get("first") {
        Some(present) => present["metas"].clone(),
        None => diff_of(&mut third, "first").await.0,
    };
    assert_eq!(seen, updated);

    let untracked = first.call(TOPIC, "presence", json!({ "event": "untrack" })).await;
    assert_eq!(untracked["status"], "ok");
    for member in [&mut second, &mut third] {
        assert_eq!(diff_of(member, "first").await, (Value::Null, updated.clone()));
    }
}

#[tokio::test]
async fn the_presence_of_a_killed_node_is_removed() {
    let Some(mut cluster) = Nodes::start().await else { return };
    let [mut first, mut second] = cluster.members().await;
    track(&mut second, json!({})).await;
    let (joined, _) = diff_of(&mut first, "second").await;
    cluster.nodes.remove(1).service.kill().await;
    assert_eq!(diff_of(&mut first, "second").await, (Value::Null, joined));
}

#[tokio::test]
async fn without_redis_every_node_serves_its_own_clients_until_it_is_back() {
    let Some(mut cluster) = Nodes::start().await else { return };
    let [mut first, mut second] = cluster.members().await;
    track(&mut second, json!({ "at": 1 })).await;
    let (joined, _) = diff_of(&mut first, "second").await;

    cluster.redis.kill().await;
    for member in [&mut first, &mut second] {
        let system = member.event("system").await.payload;
        let text = "Connection to other nodes lost: messages reach only clients of this node";
        assert_eq!((&system["status"], &system["message"]), (&json!("error"), &json!(text)));
    }
    let mut neighbour = cluster.nodes[0].connect().await;
    neighbour.join(TOPIC, json!({})).await;
    broadcast(&mut neighbour, 1).await;
    assert_eq!(received(&mut first).await, 1);
    assert_eq!(diff_of(&mut first, "second").await, (Value::Null, joined.clone()));

    cluster.redis.restart().await;
    for member in [&mut first, &mut second] {
        assert_eq!(member.event("system").await.payload["status"], "ok");
    }
    assert_eq!(diff_of(&mut first, "second").await, (joined, Value::Null));
    broadcast(&mut second, 2).await;
    assert_eq!(received(&mut first).await, 2);
}

#[tokio::test]
async fn users_of_all_nodes_count() {
    let Some(cluster) = Nodes::start_with(&[("REALTIME_MAX_CONCURRENT_USERS", "1")]).await else { return };
    let mut first = cluster.nodes[0].connect().await;
    first.join(TOPIC, json!({})).await;
    let query = format!("apikey={}&vsn=2.0.0", anon_key());
    let refused = async {
        loop {
            if let Some(refused) = cluster.nodes[1].try_refused(&query).await {
                return refused;
            }
        }
    };
    let (status, body) = in_time(refused).await;
    assert_eq!((status, body.as_str()), (429, r#"{"error":"Too many connected users"}"#));
}
