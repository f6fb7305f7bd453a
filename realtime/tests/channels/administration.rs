//! The calls for operators.

use crate::client::Realtime;
use serde_json::json;
use service_test::{Client, anon_key, service_role_key, sign, sign_with};

#[tokio::test]
async fn the_calls_for_operators_need_the_service_role() {
    let realtime = Realtime::start().await;
    let client = Client::new(realtime.service.address());
    let path = "/api/tenants/realtime-dev/health";
    let forged = sign_with(
        "another-secret-of-at-least-32-characters",
        &json!({ "role": "service_role", "exp": 4_000_000_000_u64 }),
    );
    let person = sign(&json!({ "role": "authenticated", "exp": 4_000_000_000_u64 }));
    for client in [client.clone(), client.bearer(&forged), client.bearer(&anon_key()), client.bearer(&person)]
    {
        for path in [path, "/api/tenants", "/api/tenants/realtime-dev", "/metrics"] {
            assert_eq!(client.get(path).await.expect(403).body, serde_json::Value::Null, "{path}");
        }
        client.post("/api/tenants/realtime-dev/reload", json!({})).await.expect(403);
    }
    let client = client.bearer(&service_role_key());
    let mut socket = realtime.connect().await;
    socket.join("realtime:room", json!({ "broadcast": { "replication_ready": true } })).await;
    socket.event("system").await;
    let health = client.get(path).await.expect(200).body["data"].clone();
    assert_eq!((&health["healthy"], &health["connected_cluster"]), (&json!(true), &json!(1)));
    assert_eq!(
        client.get("/api/tenants/other/health").await.expect(404).body,
        json!({ "message": "not found" })
    );
    let tenants = client.get("/api/tenants").await.expect(200).body;
    assert_eq!(tenants["data"][0]["external_id"], "realtime-dev");
    client.post("/api/tenants/realtime-dev/reload", json!({})).await.expect(204);
    assert_eq!(socket.close_code().await, 1012);
}

#[tokio::test]
async fn metrics_count_what_happens() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    socket.join("realtime:room", json!({ "broadcast": { "self": true } })).await;
    socket.send("realtime:room", "broadcast", json!({ "event": "e" })).await;
    socket.event("broadcast").await;
    let client = Client::new(realtime.service.address());
    client.get("/metrics").await.expect(403);
    let (headers, text) = client.bearer(&service_role_key()).raw("/metrics").await;
    assert_eq!(headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    let text = String::from_utf8(text.to_vec()).unwrap();
    for line in ["realtime_connections_connected 1", "realtime_channel_joins 1", "realtime_channel_events 2"]
    {
        assert!(text.lines().any(|found| found == line), "{line} is not in {text}");
    }
}
