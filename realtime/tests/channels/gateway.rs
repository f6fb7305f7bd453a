//! The service behind the gateway.

use crate::client::Socket;
use serde_json::json;
use service_test::{Client, Database, Gateway, Method, anon_key};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;

const BINARY: &str = env!("CARGO_BIN_EXE_realtime");

fn websocket(gateway: &Gateway, query: &str) -> String {
    format!("{}/realtime/v1/websocket?{query}", gateway.address().replacen("http", "ws", 1))
}

#[tokio::test]
async fn sockets_and_broadcasts_pass_through() {
    let database = Database::create().await;
    let gateway = Gateway::with_realtime(BINARY, &database, "").await;
    let mut sockets = Vec::new();
    for key in [anon_key().as_str(), "sb_publishable_for_tests_of_the_gateway"] {
        let mut socket =
            Socket::open(&websocket(&gateway, &format!("apikey={key}&vsn=2.0.0")), "2.0.0").await;
        socket.join("realtime:room", json!({ "broadcast": { "self": true } })).await;
        sockets.push(socket);
    }
    let large = "x".repeat(1_000_000);
    sockets[0].send("realtime:room", "broadcast", json!({ "event": "large", "payload": large })).await;
    for socket in &mut sockets {
        let received = socket.event("broadcast").await.payload;
        assert_eq!(received["payload"].as_str().map(str::len), Some(1_000_000));
    }

    let message = json!({ "messages": [{ "topic": "room", "event": "e", "payload": { "x": 1 } }] });
    for key in [anon_key().as_str(), "sb_publishable_for_tests_of_the_gateway"] {
        let client = Client::new(gateway.address()).header("apikey", key);
        let path = format!("/realtime/v1/api/broadcast?apikey={key}&vsn=2.0.0");
        assert_eq!(client.post(&path, message.clone()).await.status.as_u16(), 202);
        assert_eq!(sockets[1].event("broadcast").await.payload["payload"], json!({ "x": 1 }));
    }
}

#[tokio::test]
async fn polls_pass_through() {
    let database = Database::create().await;
    let gateway = Gateway::with_realtime(BINARY, &database, "").await;
    let client = Client::new(gateway.address());
    let address = "/realtime/v1/longpoll?apikey=sb_publishable_for_tests_of_the_gateway&vsn=2.0.0";
    let opened = client.get(address).await.expect(200).body;
    let address = format!("{address}&token={}", opened["token"].as_str().unwrap());
    let heartbeat = json!([null, "7", "phoenix", "heartbeat", {}]).to_string();
    assert_eq!(
        client.send(Method::POST, &address, heartbeat).await.expect(200).body,
        json!({ "status": 200 })
    );
    let answer = client.get(&address).await.expect(200).body;
    let reply = r#"[null,"7","phoenix","phx_reply",{"status":"ok","response":{}}]"#;
    assert_eq!((&answer["status"], &answer["messages"]), (&json!(200), &json!([reply])));
}

#[tokio::test]
async fn refusals_and_closed_paths_pass_through() {
    let database = Database::create().await;
    let gateway = Gateway::with_realtime(BINARY, &database, "").await;
    let Err(Error::Http(refused)) = connect_async(websocket(&gateway, "apikey=nonsense")).await else {
        panic!("the handshake is refused")
    };
    assert_eq!(refused.status().as_u16(), 401);
    let body = refused.body().clone().unwrap_or_default();
    assert_eq!(body, br#"{"error":"The token provided is not a valid JWT"}"#);
    let client = Client::new(gateway.address()).header("apikey", &anon_key());
    assert_eq!(client.get("/realtime/v1/api/ping").await.body["message"], "Success");
    for closed in ["/realtime/v1/api/tenants", "/realtime/v1/%61pi/tenants", "/realtime/v1/%6detrics"] {
        let response = client.bearer(&anon_key()).send(hyper::Method::GET, closed, "").await;
        assert_eq!(response.status.as_u16(), 403, "{closed}");
    }
    assert_eq!(client.get("/realtime/v1/other").await.status.as_u16(), 404);
}

#[tokio::test]
async fn the_configuration_limits_the_service() {
    let database = Database::create().await;
    let gateway =
        Gateway::with_realtime(BINARY, &database, "max_channels_per_client = 1\nprivate_only = false").await;
    let url = websocket(&gateway, &format!("apikey={}&vsn=1.0.0", anon_key()));
    let mut socket = Socket::open(&url, "1.0.0").await;
    socket.join("realtime:1", json!({})).await;
    let reply = socket.try_join("realtime:2", json!({})).await;
    assert_eq!(reply["response"]["reason"], "ChannelRateLimitReached: Too many channels");
}

#[tokio::test]
async fn a_client_that_disconnects_ends_its_tunnel() {
    let database = Database::create().await;
    let gateway = Gateway::with_realtime(BINARY, &database, "").await;
    let url = websocket(&gateway, &format!("apikey={}&vsn=2.0.0", anon_key()));
    let presence = json!({ "presence": { "enabled": true, "key": "marie" } });
    let (mut marie, mut other) = (Socket::open(&url, "2.0.0").await, Socket::open(&url, "2.0.0").await);
    other.join("realtime:room", json!({})).await;
    marie.join("realtime:room", presence).await;
    marie.call("realtime:room", "presence", json!({ "event": "track" })).await;
    other.event("presence_diff").await;
    marie.abandon();
    assert!(other.event("presence_diff").await.payload["leaves"]["marie"].is_object());
}
