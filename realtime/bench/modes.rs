//! The scenarios.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::connection::{Connection, Target};
use super::measure::{Measure, now, number_after};
use super::{LoadError, Options};

/// One in this many members records latencies.
const SAMPLE: usize = 16;
const MARK: &[u8] = b"\"t\":";
const HEARTBEAT: &str = r#"[null,"h","phoenix","heartbeat",{}]"#;
/// As clients do: the server closes a connection that is silent for a minute.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(25);
/// Only changes have it.
const RECORD: &[u8] = b"\"record\":";

/// Keeps connections open, each with a channel, until standard input ends.
pub async fn hold(target: &Target, options: &Options) -> Result<Value, LoadError> {
    let count = options.number("connections", 10_000);
    let mut open = Vec::with_capacity(count);
    for number in 0..count {
        let topic = format!("hold-{}", number / 10);
        let mut connection = target.connect(number, &topic).await?;
        join(target, &mut connection, &topic, &json!({})).await?;
        open.push(connection);
    }
    println!("{}", json!({ "held": count }));
    until_input_ends().await;
    Ok(json!({ "held": open.len() }))
}

async fn until_input_ends() {
    let mut line = String::new();
    tokio::task::spawn_blocking(move || std::io::stdin().read_line(&mut line)).await.ok();
}

/// Topics whose first member sends messages, and receives them itself. `window` of them are in flight.
pub async fn broadcast(target: &Target, options: &Options) -> Result<Value, LoadError> {
    let (topics, members) = (options.number("topics", 1), options.number("members", 10_000));
    let (seconds, window) = (options.number("seconds", 5), options.number("window", 4));
    let pause = options.pause();
    let measure = Arc::new(Measure::new());
    let mut senders = Vec::new();
    for number in 0..topics * members {
        let topic = format!("topic-{}", number / members);
        let mut connection = target.connect(number, &topic).await?;
        let is_sender = number % members == 0;
        join(target, &mut connection, &topic, &json!({ "broadcast": { "self": is_sender } })).await?;
        match is_sender {
            true => senders.push((connection, topic)),
            false => receive(connection, Arc::clone(&measure), (number % SAMPLE == 1).then_some(MARK)),
        }
    }
    for (connection, topic) in senders {
        tokio::spawn(send(connection, topic, window, pause, Arc::clone(&measure)));
    }
    Ok(measure.run(seconds).await)
}

/// Keeps `window` messages in flight: sends another one for each that has come back.
async fn send(
    mut connection: Connection,
    topic: String,
    window: usize,
    pause: Duration,
    measure: Arc<Measure>,
) -> Result<Infallible, LoadError> {
    let mut free = window;
    loop {
        for _ in 0..std::mem::take(&mut free) {
            let message = format!(
                r#"["1","2","realtime:{topic}","broadcast",{{"type":"broadcast","event":"load","payload":{{"t":{},"text":"sixty-four bytes of text that stand for what people say in a chat"}}}}]"#,
                now()
            );
            connection.send(&message).await?;
        }
        connection.receive(|_| free += 1).await?;
        measure.count(free as u64);
        wait(pause).await;
    }
}

/// Members of one room that track and untrack their presence in turns.
pub async fn presence(target: &Target, options: &Options) -> Result<Value, LoadError> {
    let (members, seconds) = (options.number("members", 100), options.number("seconds", 5));
    let pause = options.pause();
    let measure = Arc::new(Measure::new());
    for number in 0..members {
        let mut connection = target.connect(number, "presence").await?;
        let config = json!({ "presence": { "enabled": true, "key": number.to_string() } });
        join(target, &mut connection, "presence", &config).await?;
        tokio::spawn(come_and_go(connection, number == 0, pause, Arc::clone(&measure)));
    }
    Ok(measure.run(seconds).await)
}

async fn come_and_go(
    mut connection: Connection,
    notes: bool,
    pause: Duration,
    measure: Arc<Measure>,
) -> Result<Infallible, LoadError> {
    let mut is_present = false;
    loop {
        let event = if is_present { "untrack" } else { "track" };
        is_present = !is_present;
        let message = format!(
            r#"["1","call","realtime:presence","presence",{{"type":"presence","event":"{event}","payload":{{"t":{}}}}}]"#,
            now()
        );
        connection.send(&message).await?;
        let mut is_answered = false;
        while !is_answered {
            let receiving = connection.receive(|message| {
                is_answered |= message.starts_with(br#"["1","call""#);
                measure.count(1);
                if let Some(sent_at) = number_after(message, MARK).filter(|_| notes) {
                    measure.note(sent_at);
                }
            });
            receiving.await?;
        }
        wait(pause).await;
    }
}

/// Waits, if there is a pause.
async fn wait(pause: Duration) {
    if !pause.is_zero() {
        tokio::time::sleep(pause).await;
    }
}

/// Subscribers of the table `load`, one for each token of a file. A row's column `t` is when it was inserted.
pub async fn changes(target: &Target, options: &Options) -> Result<Value, LoadError> {
    let measure = Arc::new(Measure::new());
    for (number, connection) in subscribers(target, options).await?.into_iter().enumerate() {
        receive(connection, Arc::clone(&measure), (number % SAMPLE == 0).then_some(MARK));
    }
    println!("{}", json!({ "subscribed": true }));
    Ok(measure.run(options.number("seconds", 5)).await)
}

/// The same subscribers, which stay until standard input ends. Prints the row of each change that a client gets.
pub async fn watch(target: &Target, options: &Options) -> Result<Value, LoadError> {
    let clients = subscribers(target, options).await?;
    println!("{}", json!({ "subscribed": clients.len() }));
    for (client, connection) in clients.into_iter().enumerate() {
        tokio::spawn(async move {
            let Err(error) = print_changes(client, connection).await;
            eprintln!("client {client} ends: {error}");
        });
    }
    until_input_ends().await;
    Ok(Value::Null)
}

async fn print_changes(client: usize, mut connection: Connection) -> Result<Infallible, LoadError> {
    let mut heartbeats = tokio::time::interval(HEARTBEAT_INTERVAL);
    loop {
        let receiving = connection.receive(|message| {
            if let Some(id) = number_after(message, br#""id":"#).filter(|_| contains(message, RECORD)) {
                println!("{}", json!({ "client": client, "id": id }));
            }
        });
        tokio::select! {
            outcome = receiving => outcome?,
            _ = heartbeats.tick() => connection.send(HEARTBEAT).await?,
        }
    }
}

/// The connections of subscribers.
async fn subscribers(target: &Target, options: &Options) -> Result<Vec<Connection>, LoadError> {
    let tokens = std::fs::read_to_string(options.text("tokens")?)?;
    let mut connections = Vec::new();
    for (number, token) in tokens.lines().enumerate() {
        let mut connection = target.connect(number, "changes").await?;
        let wanted = json!([{ "event": "INSERT", "schema": "public", "table": "load" }]);
        let payload = json!({ "config": { "postgres_changes": wanted }, "access_token": token });
        connection.send(&json!(["1", "1", "realtime:changes", "phx_join", payload]).to_string()).await?;
        connections.push(connection);
    }
    for connection in &mut connections {
        let mut is_subscribed = false;
        while !is_subscribed {
            connection
                .receive(|message| is_subscribed |= contains(message, b"Subscribed to PostgreSQL"))
                .await?;
        }
    }
    Ok(connections)
}

async fn join(
    target: &Target,
    connection: &mut Connection,
    topic: &str,
    config: &Value,
) -> Result<(), LoadError> {
    if target.is_bare() {
        return Ok(());
    }
    let message = json!(["1", "1", format!("realtime:{topic}"), "phx_join", { "config": config }]);
    connection.send(&message.to_string()).await?;
    let mut refused = None;
    let mut is_joined = false;
    while !is_joined {
        connection
            .receive(|message| {
                is_joined |= contains(message, b"phx_reply");
                if contains(message, br#""status":"error""#) {
                    refused = Some(String::from_utf8_lossy(message).into_owned());
                }
            })
            .await?;
    }
    refused.map_or(Ok(()), |reason| Err(LoadError::Refused(reason)))
}

/// Counts the messages of a connection. With a mark it records their latencies.
fn receive(mut connection: Connection, measure: Arc<Measure>, mark: Option<&'static [u8]>) {
    tokio::spawn(async move {
        loop {
            let mut messages = 0;
            let outcome = connection.receive(|message| {
                messages += 1;
                if let Some(sent_at) = mark.and_then(|mark| number_after(message, mark)) {
                    measure.note(sent_at);
                }
            });
            if let Err(error) = outcome.await {
                eprintln!("a receiver ends: {error}");
                return;
            }
            measure.count(messages);
        }
    });
}

fn contains(message: &[u8], text: &[u8]) -> bool {
    message.windows(text.len()).any(|window| window == text)
}
