//! A proxy to Postgres that stops at a statement: the server executes it, and the proxy withholds the answer.

use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// The protocol number of a startup message, version 3.0. Requests for encryption have other numbers.
const STARTUP: u32 = 196_608;

/// A proxy on a port of its own.
pub struct Proxy {
    address: String,
    breakpoint: Arc<Breakpoint>,
}

/// The statement, counted over all connections, at which answers end.
#[derive(Default)]
struct Breakpoint {
    state: Mutex<State>,
    reached: Notify,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    Open,
    /// The number of statements that are still answered.
    After(usize),
    /// No further statement is answered.
    Closed,
}

impl Breakpoint {
    /// Counts a statement that is about to be sent.
    fn count(&self) {
        let mut state = self.state.lock().unwrap();
        *state = match *state {
            State::After(0) => State::Closed,
            State::After(left) => State::After(left - 1),
            other => other,
        };
    }

    fn is_closed(&self) -> bool {
        *self.state.lock().unwrap() == State::Closed
    }
}

impl Proxy {
    /// A proxy to the server of `url`.
    pub async fn start(url: &str) -> Proxy {
        let server = url.split('@').nth(1).unwrap().split('/').next().unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let breakpoint = Arc::new(Breakpoint::default());
        let shared = Arc::clone(&breakpoint);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                let ((from_client, to_client), (from_server, to_server)) =
                    (client.into_split(), server.into_split());
                tokio::spawn(send_requests(from_client, to_server, Arc::clone(&shared)));
                tokio::spawn(send_answers(from_server, to_client, Arc::clone(&shared)));
            }
        });
        Proxy { address, breakpoint }
    }

    /// The URL of a database, through the proxy.
    pub fn url(&self, url: &str) -> String {
        let (role, rest) = url.split_once('@').unwrap();
        let (_, database) = rest.split_once('/').unwrap();
        format!("{role}@{}/{database}", self.address)
    }

    /// Answers this number of statements, and then none.
    pub fn stop_after(&self, statements: usize) {
        *self.breakpoint.state.lock().unwrap() = State::After(statements);
    }

    /// Answers every statement. Returns whether one was held back before.
    pub fn open(&self) -> bool {
        std::mem::take(&mut *self.breakpoint.state.lock().unwrap()) == State::Closed
    }

    /// Waits until the server has executed a statement whose answer is held back.
    pub async fn stopped(&self) {
        self.breakpoint.reached.notified().await;
    }
}

/// Copies whole messages, and counts those that execute a statement.
async fn send_requests(mut client: OwnedReadHalf, mut server: OwnedWriteHalf, breakpoint: Arc<Breakpoint>) {
    let mut is_started = false;
    loop {
        let kind = if is_started { client.read_u8().await.ok() } else { Some(0) };
        let (Some(kind), Ok(length)) = (kind, client.read_u32().await) else { return };
        let mut body = vec![0; length as usize - 4];
        if client.read_exact(&mut body).await.is_err() {
            return;
        }
        if matches!(kind, b'E' | b'Q') {
            breakpoint.count();
        }
        let mut message = if is_started { vec![kind] } else { Vec::new() };
        message.extend_from_slice(&length.to_be_bytes());
        message.extend_from_slice(&body);
        if server.write_all(&message).await.is_err() {
            return;
        }
        is_started |= body.starts_with(&STARTUP.to_be_bytes());
    }
}

async fn send_answers(mut server: OwnedReadHalf, mut client: OwnedWriteHalf, breakpoint: Arc<Breakpoint>) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = server.read(&mut buffer).await {
        if breakpoint.is_closed() {
            breakpoint.reached.notify_one();
        } else if client.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}
