//! Authentication of the messages between nodes.

use crate::client::in_time;
use crate::nodes::{KEY, Nodes, broadcast, metric, received};
use futures_util::StreamExt;

/// Another key than [`KEY`].
const NEXT_KEY: &str = "YWJjZGVmZ2hpamFiY2RlZmdoaWphYmNkZWZnaGlqYWI";

#[tokio::test]
async fn a_forged_message_reaches_nobody_and_is_counted() {
    let Some(cluster) = Nodes::start().await else { return };
    let [mut first, mut second] = cluster.members().await;
    let channel = format!("realtime:2:{}", cluster.database.name());
    let client = redis_client(&cluster);
    let mut messages = client.get_async_pubsub().await.unwrap();
    messages.subscribe(&channel).await.unwrap();
    let mut messages = messages.into_on_message();
    broadcast(&mut first, 1).await;
    assert_eq!(received(&mut second).await, 1);
    let number = br#"{"n":1}"#;
    let (genuine, at) = loop {
        let message = in_time(messages.next()).await.unwrap().get_payload_bytes().to_vec();
        if let Some(at) = message.windows(number.len()).position(|part| part == number) {
            break (message, at);
        }
    };

    let mut changed = genuine.clone();
    changed[at..at + number.len()].copy_from_slice(br#"{"n":7}"#);
    let without_mac = changed[32..].to_vec();
    let mut publisher = client.get_multiplexed_async_connection().await.unwrap();
    for forged in [changed, without_mac, Vec::new()] {
        let mut publish = ::redis::cmd("PUBLISH");
        let receivers: usize =
            publish.arg(&channel).arg(&forged[..]).query_async(&mut publisher).await.unwrap();
        assert_eq!(receivers, 3, "both nodes and this test");
    }
    for node in &cluster.nodes {
        in_time(async { while metric(node, "realtime_cluster_rejected").await < 3 {} }).await;
    }
    broadcast(&mut first, 2).await;
    assert_eq!(received(&mut second).await, 2);
    for member in [&mut first, &mut second] {
        assert!(member.until_heartbeat().await.iter().all(|message| message.event != "broadcast"));
    }
}

#[tokio::test]
async fn nodes_understand_each_other_while_the_key_is_replaced() {
    let keys = format!("{KEY},{NEXT_KEY}");
    let Some(mut cluster) = Nodes::start_with(&[("REALTIME_CLUSTER_KEYS", keys.as_str())]).await else {
        return;
    };
    let [mut first, mut second] = cluster.members().await;
    let keys = format!("{NEXT_KEY},{KEY}");
    cluster.add_node(&[("REALTIME_CLUSTER_KEYS", keys.as_str())]).await;
    cluster.wait_until_complete().await;
    let mut third = cluster.nodes[2].connect().await;
    third.join(crate::nodes::TOPIC, serde_json::json!({})).await;
    broadcast(&mut third, 1).await;
    for member in [&mut first, &mut second] {
        assert_eq!(received(member).await, 1);
    }
    broadcast(&mut first, 2).await;
    assert_eq!(received(&mut third).await, 2);
}

fn redis_client(cluster: &Nodes) -> ::redis::Client {
    ::redis::Client::open(cluster.redis.url()).unwrap()
}
