//! A WebSocket client that speaks both versions of the protocol.

use std::collections::VecDeque;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use service_test::{Service, anon_key};
use test_db::Database;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Generous, for a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The result of something that needs a while. Fails the test if it needs too long.
pub async fn in_time<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(TIMEOUT, work).await.expect("in time")
}

/// A running service, with short pauses.
pub struct Realtime {
    pub service: Service,
    /// `None` if the test owns it.
    pub database: Option<Database>,
}

/// A message of the server in the form of version 2.0.0.
#[derive(Debug, Clone, PartialEq)]
pub struct Received {
    pub join_ref: Value,
    pub reference: Value,
    pub topic: String,
    pub event: String,
    pub payload: Value,
}

/// A connection.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    version: &'static str,
    references: u32,
    /// Messages that a test has not looked at yet.
    unread: VecDeque<Received>,
}

impl Realtime {
    pub async fn start() -> Realtime {
        Realtime::start_with(&[]).await
    }

    pub async fn start_with(variables: &[(&str, &str)]) -> Realtime {
        let database = Database::create().await;
        let node = Realtime::node(&database, variables).await;
        Realtime { database: Some(database), ..node }
    }

    /// A service on a database that others may use, too.
    pub async fn node(database: &Database, variables: &[(&str, &str)]) -> Realtime {
        let url = database.url("supabase_realtime_admin");
        let short = [
            ("REALTIME_DB_URL", url.as_str()),
            ("CONNECT_ERROR_BACKOFF_MS", "1"),
            ("CHANNEL_ERROR_BACKOFF_MS", "1"),
        ];
        let variables = [&short, variables].concat();
        let service = Service::start_with(env!("CARGO_BIN_EXE_realtime"), database, &variables).await;
        Realtime { service, database: None }
    }

    pub fn database(&self) -> &Database {
        self.database.as_ref().expect("a database of its own")
    }

    pub fn url(&self, query: &str) -> String {
        let address = self.service.address().replacen("http", "ws", 1);
        format!("{address}/websocket?{query}")
    }

    /// A connection of version 2.0.0 with the anonymous key.
    pub async fn connect(&self) -> Socket {
        self.connect_version("2.0.0").await
    }

    pub async fn connect_version(&self, version: &'static str) -> Socket {
        let url = self.url(&format!("apikey={}&vsn={version}", anon_key()));
        Socket::open(&url, version).await
    }

    /// The status and the body of a refused handshake.
    pub async fn refused(&self, query: &str) -> (u16, String) {
        self.try_refused(query).await.expect("the handshake is refused")
    }

    /// The same, or `None` if the handshake succeeds.
    pub async fn try_refused(&self, query: &str) -> Option<(u16, String)> {
        match connect_async(self.url(query)).await {
            Err(Error::Http(response)) => {
                let body = response.body().clone().unwrap_or_default();
                Some((response.status().as_u16(), String::from_utf8(body).expect("text")))
            }
            Err(error) => panic!("no answer: {error}"),
            Ok(_) => None,
        }
    }
}

impl Socket {
    pub async fn open(url: &str, version: &'static str) -> Socket {
        let (stream, _) = connect_async(url).await.expect("a connection");
        Socket { stream, version, references: 0, unread: VecDeque::new() }
    }

    /// Sends a message and returns its reference.
    pub async fn send(&mut self, topic: &str, event: &str, payload: Value) -> String {
        self.references += 1;
        let reference = self.references.to_string();
        let text = match self.version {
            "1.0.0" => json!({ "topic": topic, "event": event, "payload": payload, "ref": reference,
                "join_ref": reference }),
            _ => json!([reference, reference, topic, event, payload]),
        };
        self.send_raw(Message::text(text.to_string())).await;
        reference
    }

    pub async fn send_raw(&mut self, message: Message) {
        self.stream.send(message).await.expect("sent");
    }

    /// Joins a topic and returns the reply's payload.
    pub async fn try_join(&mut self, topic: &str, payload: Value) -> Value {
        let reference = self.send(topic, "phx_join", payload).await;
        self.reply_to(&reference).await
    }

    /// Joins a topic with this configuration. Returns the reference of the join.
    pub async fn join(&mut self, topic: &str, config: Value) -> String {
        self.join_with(topic, json!({ "config": config })).await
    }

    pub async fn join_with(&mut self, topic: &str, payload: Value) -> String {
        let reference = self.send(topic, "phx_join", payload).await;
        let reply = self.reply_to(&reference).await;
        assert_eq!(reply["status"], "ok", "{reply}");
        reference
    }

    /// Sends a message and returns its reply's payload.
    pub async fn call(&mut self, topic: &str, event: &str, payload: Value) -> Value {
        let reference = self.send(topic, event, payload).await;
        self.reply_to(&reference).await
    }

    pub async fn reply_to(&mut self, reference: &str) -> Value {
        self.find(|message| message.event == "phx_reply" && message.reference == reference).await.payload
    }

    /// The next message with this event, whatever else comes before it.
    pub async fn event(&mut self, event: &str) -> Received {
        self.find(|message| message.event == event).await
    }

    /// All messages until the answer to a heartbeat, which the server sends after what it has sent before.
    pub async fn until_heartbeat(&mut self) -> Vec<Received> {
        let reference = self.send("phoenix", "heartbeat", json!({})).await;
        self.reply_to(&reference).await;
        self.unread.drain(..).collect()
    }

    async fn find(&mut self, matches: impl Fn(&Received) -> bool) -> Received {
        if let Some(at) = self.unread.iter().position(&matches) {
            return self.unread.remove(at).expect("a message");
        }
        loop {
            let message = self.next().await;
            if matches(&message) {
                return message;
            }
            self.unread.push_back(message);
        }
    }

    async fn next(&mut self) -> Received {
        match self.frame().await {
            Some(Message::Text(text)) => received(&text),
            Some(Message::Binary(bytes)) => received_broadcast(&bytes),
            other => panic!("no message: {other:?}"),
        }
    }

    /// The next frame other than a ping. `None` at the end.
    pub async fn frame(&mut self) -> Option<Message> {
        in_time(self.stream.next()).await.and_then(Result::ok)
    }

    /// The code with which the server closes the connection.
    pub async fn close_code(&mut self) -> u16 {
        loop {
            match self.frame().await {
                Some(Message::Close(Some(CloseFrame { code, .. }))) => return code.into(),
                Some(Message::Close(None)) | None => panic!("closed without a code"),
                Some(_) => {}
            }
        }
    }

    /// Drops the connection without a close frame, as after a crash or a lost network.
    pub fn abandon(self) {
        drop(self);
    }
}

fn received(text: &str) -> Received {
    let json: Value = serde_json::from_str(text).expect("JSON");
    match &json {
        Value::Array(elements) => {
            let [join_ref, reference, topic, event, payload] =
                elements.clone().try_into().expect("five elements");
            let [topic, event] = [topic, event].map(|it| it.as_str().expect("text").to_owned());
            Received { join_ref, reference, topic, event, payload }
        }
        object => {
            let mut keys: Vec<&str> =
                object.as_object().expect("an object").keys().map(String::as_str).collect();
            keys.sort_unstable();
            assert_eq!(keys, ["event", "payload", "ref", "topic"]);
            Received {
                join_ref: Value::Null,
                reference: object["ref"].clone(),
                topic: object["topic"].as_str().expect("text").to_owned(),
                event: object["event"].as_str().expect("text").to_owned(),
                payload: object["payload"].clone(),
            }
        }
    }
}

/// A binary broadcast in the form of a text one. Bytes become `{"bytes": […]}`.
fn received_broadcast(bytes: &[u8]) -> Received {
    assert_eq!(bytes[0], 4, "a broadcast");
    let mut at = 5;
    let mut part = |size: u8| {
        let text = std::str::from_utf8(&bytes[at..at + usize::from(size)]).expect("text").to_owned();
        at += usize::from(size);
        text
    };
    let (topic, event, metadata) = (part(bytes[1]), part(bytes[2]), part(bytes[3]));
    let payload = match bytes[4] {
        0 => json!({ "bytes": &bytes[at..] }),
        _ => serde_json::from_slice(&bytes[at..]).expect("JSON"),
    };
    let mut payload = json!({ "type": "broadcast", "event": event, "payload": payload });
    if !metadata.is_empty() {
        payload["meta"] = serde_json::from_str(&metadata).expect("JSON");
    }
    Received { join_ref: Value::Null, reference: Value::Null, topic, event: "broadcast".into(), payload }
}

/// A broadcast of a client in the binary form.
pub fn binary_push(topic: &str, event: &str, encoding: u8, payload: &[u8]) -> Message {
    let size = |text: &str| u8::try_from(text.len()).expect("a short text");
    let mut bytes = vec![3, 1, 1, size(topic), size(event), 0, encoding];
    bytes.extend_from_slice(b"77");
    bytes.extend_from_slice(topic.as_bytes());
    bytes.extend_from_slice(event.as_bytes());
    bytes.extend_from_slice(payload);
    Message::binary(bytes)
}
