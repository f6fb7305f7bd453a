//! Several nodes with one Redis and one database.

use crate::client::{Realtime, Socket, in_time};
use crate::redis::Redis;
use serde_json::{Value, json};
use service_test::{Client, service_role_key};
use test_db::Database;

pub const TOPIC: &str = "realtime:room";

/// The key of messages between nodes: 32 bytes in base64url.
pub const KEY: &str = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI";

/// The nodes of a test.
pub struct Nodes {
    pub nodes: Vec<Realtime>,
    pub redis: Redis,
    // Dropped last.
    pub database: Database,
}

impl Nodes {
    /// Two nodes that know each other. `None` without Redis.
    pub async fn start() -> Option<Nodes> {
        Nodes::start_with(&[]).await
    }

    pub async fn start_with(variables: &[(&str, &str)]) -> Option<Nodes> {
        let redis = Redis::start().await?;
        Some(Nodes::on(Database::create().await, redis, variables).await)
    }

    pub async fn on(database: Database, redis: Redis, variables: &[(&str, &str)]) -> Nodes {
        let mut nodes = Nodes { nodes: Vec::new(), redis, database };
        for _ in 0..2 {
            nodes.add_node(variables).await;
        }
        nodes.wait_until_complete().await;
        nodes
    }

    pub async fn add_node(&mut self, variables: &[(&str, &str)]) {
        let url = self.redis.url();
        let shared = [
            ("REALTIME_REDIS_URL", url.as_str()),
            ("REALTIME_CLUSTER_NAME", self.database.name()),
            ("REALTIME_CLUSTER_KEYS", KEY),
        ];
        let variables = [&shared, variables].concat();
        self.nodes.push(Realtime::node(&self.database, &variables).await);
    }

    /// Waits until every node knows the others, and one of them reads changes.
    pub async fn wait_until_complete(&self) {
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
        in_time(complete).await;
    }

    /// The place of the node that reads changes.
    pub async fn reader(&self) -> usize {
        for (place, node) in self.nodes.iter().enumerate() {
            if metric(node, "realtime_replication_reader").await == 1 {
                return place;
            }
        }
        panic!("no node reads changes")
    }

    pub async fn sql(&self, statements: &str) {
        self.database.client().await.batch_execute(statements).await.unwrap();
    }

    /// A member of the room on each node, with presence.
    pub async fn members(&self) -> [Socket; 2] {
        let mut members = [self.nodes[0].connect().await, self.nodes[1].connect_version("1.0.0").await];
        for (key, member) in ["first", "second"].iter().zip(&mut members) {
            member.join(TOPIC, json!({ "presence": { "enabled": true, "key": key } })).await;
            member.event("presence_state").await;
        }
        members
    }
}

pub async fn metric(node: &Realtime, name: &str) -> u64 {
    let client = Client::new(node.service.address()).bearer(&service_role_key());
    let (_, text) = client.raw("/metrics").await;
    let text = String::from_utf8(text.to_vec()).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim().parse().unwrap()
}

pub async fn broadcast(socket: &mut Socket, number: u32) {
    let payload = json!({ "type": "broadcast", "event": "e", "payload": { "n": number } });
    socket.send(TOPIC, "broadcast", payload).await;
}

pub async fn received(socket: &mut Socket) -> Value {
    socket.event("broadcast").await.payload["payload"]["n"].clone()
}
