//! The load generator of the benchmarks: repeats a request on each of several connections, without pipelining. On Linux
//! each connection to 127.0.0.1 has its own loopback address, so that the server sees different clients. Prints one
//! line of JSON: requests, seconds, p50 and p99 in milliseconds, and the first unsuccessful response.
//!
//! `load HOST:PORT CONNECTIONS SECONDS [RATE]`, with the raw HTTP request on standard input. If there are several,
//! separated by NUL, the connections take them in turn. A request with a refresh token gets the one of the last response.
//!
//! Each connection sends its next request as soon as it has the response, or, with a RATE, at fixed times: all together
//! so many in a second. A response time then counts from the time at which the request was due, so that a slow response
//! also counts for the requests that it delays.

// A failed step ends the measurement.
#![allow(clippy::expect_used)]

use std::io::Read;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Interval, MissedTickBehavior};

/// Responses before the measurement starts are not counted.
const WARM_UP: Duration = Duration::from_millis(500);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, address, connections, seconds, rate @ ..] = arguments.as_slice() else {
        eprintln!("usage: load HOST:PORT CONNECTIONS SECONDS [RATE] < request");
        std::process::exit(2);
    };
    let rate: Option<f64> = rate.first().map(|rate| rate.parse().expect("requests a second"));
    let connections: usize = connections.parse().expect("a number of connections");
    let seconds: f64 = seconds.parse().expect("a number of seconds");
    let mut request = Vec::new();
    std::io::stdin().read_to_end(&mut request).expect("a request on standard input");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let requests: Vec<Vec<u8>> = request.split(|byte| *byte == 0).map(<[u8]>::to_vec).collect();
    let interval = rate.map(|rate| Duration::from_secs_f64(connections as f64 / rate));
    runtime.block_on(measure(address, connections, seconds, interval, &requests));
}

/// `interval` is the time between two requests of a connection.
async fn measure(
    address: &str,
    connections: usize,
    seconds: f64,
    interval: Option<Duration>,
    requests: &[Vec<u8>],
) {
    let begin = Instant::now() + WARM_UP;
    let end = begin + Duration::from_secs_f64(seconds);
    let mut clients = JoinSet::new();
    for number in 0..connections {
        let stream = connect(address, number).await;
        stream.set_nodelay(true).expect("send at once");
        let request = requests[number % requests.len()].clone();
        // The connections send one after the other.
        let pace = interval.map(|interval| {
            let offset = interval.mul_f64(number as f64 / connections as f64);
            let mut pace = tokio::time::interval_at((Instant::now() + offset).into(), interval);
            pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
            pace
        });
        let client = Client { stream, request, pace, read: Vec::with_capacity(64 * 1024) };
        clients.spawn(client.run(begin, end));
    }
    let mut times = Vec::new();
    let mut refused = None;
    while let Some(client) = clients.join_next().await {
        let seen = client.expect("a client that ends");
        times.extend(seen.times);
        refused = refused.or(seen.refused);
    }
    times.sort_unstable();
    let at = |share: f64| {
        let index = ((times.len().max(1) - 1) as f64 * share) as usize;
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    let (requests, p50, p99) = (times.len(), at(0.5), at(0.99));
    println!(
        "{{\"requests\":{requests},\"seconds\":{seconds},\"p50\":{p50:.3},\"p99\":{p99:.3},\"refused\":{refused:?}}}",
        refused = refused.unwrap_or_default()
    );
}

/// Connects from `127.0.1.N`. On Linux every address of 127.0.0.0/8 is a loopback address.
async fn connect(address: &str, number: usize) -> TcpStream {
    let host = number % 250 + 1;
    let source = format!("127.0.1.{host}:0").parse().expect("an address");
    match address.parse() {
        Ok(server @ SocketAddr::V4(_)) if cfg!(target_os = "linux") && server.ip().is_loopback() => {
            let socket = TcpSocket::new_v4().expect("a socket");
            socket.bind(source).expect("an address of its own");
            socket.connect(server).await.expect("connect")
        }
        _ => TcpStream::connect(address).await.expect("connect"),
    }
}

struct Client {
    stream: TcpStream,
    request: Vec<u8>,
    /// The times of the requests; `None` to send each as soon as possible.
    pace: Option<Interval>,
    read: Vec<u8>,
}

#[derive(Default)]
struct Seen {
    times: Vec<Duration>,
    refused: Option<String>,
}

impl Client {
    async fn run(mut self, begin: Instant, end: Instant) -> Seen {
        let mut seen = Seen::default();
        loop {
            let sent = match &mut self.pace {
                Some(pace) => pace.tick().await.into_std(),
                None => Instant::now(),
            };
            if sent >= end {
                return seen;
            }
            self.stream.write_all(&self.request).await.expect("send");
            let head = self.read_response().await;
            if !head.starts_with("HTTP/1.1 2") {
                seen.refused = head.lines().next().map(str::to_owned);
                return seen;
            }
            if sent >= begin {
                seen.times.push(sent.elapsed());
            }
            self.take_refresh_token();
        }
    }

    /// Puts the response's refresh token into the next request. Both have the same length.
    fn take_refresh_token(&mut self) {
        if let (Some(old), Some(new)) = (refresh_token(&self.request), refresh_token(&self.read)) {
            self.request[old].copy_from_slice(&self.read[new]);
        }
    }

    /// Reads one response to its end. Returns its head.
    async fn read_response(&mut self) -> String {
        self.read.clear();
        let body = loop {
            if let Some(end) = find(&self.read, b"\r\n\r\n") {
                break end + 4;
            }
            self.read_more().await;
        };
        let head = String::from_utf8_lossy(&self.read[..body]).into_owned();
        match length(&head) {
            Some(length) => {
                while self.read.len() < body + length {
                    self.read_more().await;
                }
            }
            None if head.to_ascii_lowercase().contains("transfer-encoding: chunked") => {
                while !self.read.ends_with(b"0\r\n\r\n") {
                    self.read_more().await;
                }
            }
            None => {}
        }
        head
    }

    async fn read_more(&mut self) {
        let count = self.stream.read_buf(&mut self.read).await.expect("an answer");
        assert!(count > 0, "the server hung up");
    }
}

fn length(head: &str) -> Option<usize> {
    head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        if name.eq_ignore_ascii_case("content-length") { value.trim().parse().ok() } else { None }
    })
}

/// Where the value of `"refresh_token":"…"` is.
fn refresh_token(text: &[u8]) -> Option<std::ops::Range<usize>> {
    const NAME: &[u8] = b"\"refresh_token\":\"";
    let start = find(text, NAME)? + NAME.len();
    let length = text[start..].iter().position(|byte| *byte == b'"')?;
    Some(start..start + length)
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}
