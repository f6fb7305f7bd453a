//! Several nodes with one Redis and one database.

use std::time::Duration;

use crate::client::{Realtime, Socket};
use crate::redis::Redis;
use serde_json::{Value, json};
use service_test::{Client, anon_key, service_role_key};
use test_db::Database;

const TOPIC: &str = "realtime:room";
/// Generous, for a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The nodes of a test.
struct Cluster {
    nodes: Vec<Realtime>,
    redis: Redis,
    // Dropped last.
    database: Database,
}

impl Cluster {
    /// Two nodes that know each other. `None` without Redis.
    async fn start() -> Option<Cluster> {
        Cluster::start_with(&[]).await
    }

    async fn start_with(variables: &[(&str, &str)]) -> Option<Cluster> {
        let redis = Redis::start().await?;
        let mut cluster = Cluster { nodes: Vec::new(), redis, database: Database::create().await };
        for _ in 0..2 {
            cluster.add_node(variables).await;
        }
        cluster.wait_until_complete().await;
        Some(cluster)
    }

    async fn add_node(&mut self, variables: &[(&str, &str)]) {
        let url = self.redis.url();
        let shared = [("REALTIME_REDIS_URL", url.as_str()), ("REALTIME_CLUSTER_NAME", self.database.name())];
        let variables = [&shared, variables].concat();
        self.nodes.push(Realtime::node(&self.database, &variables).await);
    }

    /// Waits until every node knows the others, and one of them reads changes.
    async fn wait_until_complete(&self) {
        let count = self.nodes.len() as u64;
        let complete = async {
            loop {
                let mut readers = 0;
                let mut is_complete = true;
                for node in &self.nodes {
                    is_complete &= metric(node, "realtime_cluster_nodes").await == count;
                    readers += metric(node, "realtime_replication_reader").await;
                }
                if is_complete && readers == 1 {
                    return;
                }
            }
        };
        tokio::time::timeout(TIMEOUT, complete).await.expect("the nodes meet in time");
    }

    /// The place of the node that reads changes.
    async fn reader(&self) -> usize {
        for (place, node) in self.nodes.iter().enumerate() {
            if metric(node, "realtime_replication_reader").await == 1 {
                return place;
            }
        }
        panic!("no node reads changes")
    }

    async fn sql(&self, statements: &str) {
        self.database.client().await.batch_execute(statements).await.unwrap();
    }

    /// A member of the room on each node, with presence.
    async fn members(&self) -> [Socket; 2] {
        let mut members = [self.nodes[0].connect().await, self.nodes[1].connect_version("1.0.0").await];
        for (key, member) in ["first", "second"].iter().zip(&mut members) {
            member.join(TOPIC, json!({ "presence": { "enabled": true, "key": key } })).await;
            member.event("presence_state").await;
        }
        members
    }
}

async fn metric(node: &Realtime, name: &str) -> u64 {
    let client = Client::new(node.service.address()).bearer(&service_role_key());
    let (_, text) = client.raw("/metrics").await;
    let text = String::from_utf8(text.to_vec()).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim().parse().unwrap()
}

async fn broadcast(socket: &mut Socket, number: u32) {
    let payload = json!({ "type": "broadcast", "event": "e", "payload": { "n": number } });
    socket.send(TOPIC, "broadcast", payload).await;
}

async fn received(socket: &mut Socket) -> Value {
    socket.event("broadcast").await.payload["payload"]["n"].clone()
}

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

async fn subscribed(node: &Realtime, table: &str) -> Socket {
    let mut socket = node.connect().await;
    let config = json!({ "postgres_changes": [{ "event": "*", "schema": "public", "table": table }] });
    socket.join("realtime:changes", config).await;
    assert_eq!(socket.event("system").await.payload["message"], "Subscribed to PostgreSQL");
    socket
}

async fn change(socket: &mut Socket) -> Value {
    socket.event("postgres_changes").await.payload["data"]["record"]["id"].clone()
}

const NOTES: &str = "create table public.notes (id int primary key); grant select on public.notes to anon;
    alter publication supabase_realtime add table public.notes;";

#[tokio::test]
async fn a_broadcast_reaches_the_members_on_every_node_once() {
    let Some(cluster) = Cluster::start().await else { return };
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
    let Some(cluster) = Cluster::start().await else { return };
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
    let Some(mut cluster) = Cluster::start().await else { return };
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
    let Some(mut cluster) = Cluster::start().await else { return };
    let [mut first, mut second] = cluster.members().await;
    track(&mut second, json!({})).await;
    let (joined, _) = diff_of(&mut first, "second").await;
    cluster.nodes.remove(1).service.kill().await;
    assert_eq!(diff_of(&mut first, "second").await, (Value::Null, joined));
}

#[tokio::test]
async fn without_redis_every_node_serves_its_own_clients_until_it_is_back() {
    let Some(mut cluster) = Cluster::start().await else { return };
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
async fn changes_reach_the_subscribers_of_every_node_and_survive_the_reader() {
    let Some(mut cluster) = Cluster::start().await else { return };
    cluster.sql(NOTES).await;
    let reader = cluster.reader().await;
    let mut on_reader = subscribed(&cluster.nodes[reader], "notes").await;
    let mut other = subscribed(&cluster.nodes[1 - reader], "notes").await;
    cluster.sql("insert into notes values (1)").await;
    assert_eq!((change(&mut on_reader).await, change(&mut other).await), (json!(1), json!(1)));

    cluster.nodes.remove(reader).service.kill().await;
    // Committed while no node reads: the slot has it.
    cluster.sql("insert into notes values (2); insert into notes values (3);").await;
    loop {
        // The last change may come again.
        let id = change(&mut other).await;
        if id == json!(3) {
            break;
        }
        assert!(id == json!(1) || id == json!(2), "{id}");
    }
    // What the clients of the killed node had asked for is deleted.
    let client = cluster.database.client().await;
    let count = "select count(*) from realtime.subscription";
    while client.query_one(count, &[]).await.unwrap().get::<_, i64>(0) != 1 {}
}

#[tokio::test]
async fn a_second_process_leaves_the_subscriptions_of_the_first_alone() {
    let database = Database::create().await;
    let first = Realtime::node(&database, &[]).await;
    database.client().await.batch_execute(NOTES).await.unwrap();
    let mut socket = subscribed(&first, "notes").await;
    let second = Realtime::node(&database, &[]).await;
    let mut late = subscribed(&second, "notes").await;
    database.client().await.batch_execute("insert into notes values (1)").await.unwrap();
    assert_eq!((change(&mut socket).await, change(&mut late).await), (json!(1), json!(1)));
}

#[tokio::test]
async fn users_of_all_nodes_count() {
    let Some(cluster) = Cluster::start_with(&[("REALTIME_MAX_CONCURRENT_USERS", "1")]).await else { return };
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
    let (status, body) = tokio::time::timeout(TIMEOUT, refused).await.expect("refused in time");
    assert_eq!((status, body.as_str()), (429, r#"{"error":"Too many connected users"}"#));
}
