//! Long polling: sessions of clients without WebSocket.

use crate::client::{Realtime, binary_push, in_time};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use service_test::{Client, Method, anon_key};

const TOPIC: &str = "realtime:room";

/// A client that polls, with the version 2.0.0.
struct Poller {
    client: Client,
    address: String,
    unread: Vec<Value>,
}

impl Poller {
    async fn connect(realtime: &Realtime) -> Poller {
        let client = Client::new(realtime.service.address());
        let address = format!("/longpoll?apikey={}&vsn=2.0.0", anon_key());
        let opened = client.get(&address).await.expect(200).body;
        assert_eq!((&opened["status"], &opened["messages"]), (&json!(410), &json!([])));
        let address = format!("{address}&token={}", opened["token"].as_str().unwrap());
        Poller { client, address, unread: Vec::new() }
    }

    /// Sends lines, and returns the status.
    async fn send(&self, lines: &[String]) -> Value {
        let client = self.client.header("content-type", "application/x-ndjson");
        client.send(Method::POST, &self.address, lines.join("\n")).await.expect(200).body["status"].clone()
    }

    /// The next message with this event.
    async fn event(&mut self, event: &str) -> Value {
        in_time(async {
            loop {
                if let Some(at) = self.unread.iter().position(|message| message[3] == event) {
                    return self.unread.remove(at);
                }
                let answer = self.client.get(&self.address).await.expect(200).body;
                let texts = answer["messages"].as_array().unwrap();
                assert_eq!(answer["status"], if texts.is_empty() { 204 } else { 200 });
                let messages = texts.iter().map(|text| text.as_str().unwrap());
                self.unread.extend(messages.map(|text| serde_json::from_str::<Value>(text).unwrap()));
            }
        })
        .await
    }

    async fn join(&mut self, config: Value) {
        let join = json!(["1", "1", TOPIC, "phx_join", { "config": config }]).to_string();
        assert_eq!(self.send(&[join]).await, 200);
        assert_eq!(self.event("phx_reply").await[4]["status"], "ok");
    }
}

#[tokio::test]
async fn a_client_that_polls_shares_rooms_with_web_sockets() {
    let realtime = Realtime::start().await;
    let mut poller = Poller::connect(&realtime).await;
    let mut socket = realtime.connect().await;
    poller.join(json!({ "presence": { "enabled": true, "key": "poller" } })).await;
    assert_eq!(poller.event("presence_state").await[4], json!({}));
    socket.join(TOPIC, json!({})).await;

    let text = |n: u32| json!([null, "2", TOPIC, "broadcast", { "event": "e", "n": n }]).to_string();
    let binary = binary_push(TOPIC, "bytes", 0, &[0, 255]).into_data();
    assert_eq!(poller.send(&[text(1), STANDARD.encode(binary), text(2)]).await, 200);
    assert_eq!(socket.event("broadcast").await.payload["n"], 1);
    assert_eq!(socket.event("broadcast").await.payload["payload"]["bytes"], json!([0, 255]));
    assert_eq!(socket.event("broadcast").await.payload["n"], 2);

    socket.send_raw(binary_push(TOPIC, "bytes", 0, &[0])).await;
    socket.send_raw(binary_push(TOPIC, "json", 1, br#"{"x":1}"#)).await;
    let expected = json!({ "event": "json", "payload": { "x": 1 }, "type": "broadcast" });
    assert_eq!(poller.event("broadcast").await[4], expected, "bytes are for web sockets alone");
}

#[tokio::test]
async fn a_client_that_stops_polling_is_gone() {
    let realtime = Realtime::start_with(&[("LONGPOLL_WINDOW_MS", "2000")]).await;
    let mut socket = realtime.connect().await;
    socket.join(TOPIC, json!({})).await;
    let mut poller = Poller::connect(&realtime).await;
    poller.join(json!({ "presence": { "key": "poller" } })).await;
    let nothing = poller.client.get(&poller.address).await.expect(200).body;
    assert_eq!((&nothing["status"], &nothing["messages"]), (&json!(204), &json!([])));
    let track = json!([null, "2", TOPIC, "presence", { "event": "track" }]).to_string();
    assert_eq!(poller.send(&[track]).await, 200);
    assert!(socket.event("presence_diff").await.payload["joins"]["poller"].is_object());
    assert!(socket.event("presence_diff").await.payload["leaves"]["poller"].is_object());
    in_time(async { while poller.send(&[]).await != 410 {} }).await;
    let again = poller.client.get(&poller.address).await.expect(200).body;
    assert_eq!(again["status"], 410);
    assert!(!poller.address.ends_with(again["token"].as_str().unwrap()), "a new session");
}

#[tokio::test]
async fn invalid_requests_are_refused() {
    let realtime = Realtime::start().await;
    let client = Client::new(realtime.service.address());
    for query in ["", "apikey=nonsense", &format!("apikey={}&vsn=3.0.0", anon_key())] {
        let refused = client.get(&format!("/longpoll?{query}")).await.expect(200).body;
        assert_eq!(refused, json!({ "status": 403 }), "{query}");
    }
    let unknown = client.post("/longpoll?token=unknown", json!({})).await.expect(200).body;
    assert_eq!(unknown, json!({ "status": 410 }));
    let poller = Poller::connect(&realtime).await;
    let batch = client.header("content-type", "application/x-ndjson");
    batch.send(Method::POST, &poller.address, "no base64!").await.expect(400);
    client.send(Method::DELETE, &poller.address, "").await.expect(400);
}
