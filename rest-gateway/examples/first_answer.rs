//! Measures the time from a server's spawn to its first successful response, for `just bench-speed`. Prints the median
//! of several runs in milliseconds. Retries while connections are refused.
//!
//! `first_answer HOST:PORT PATH RUNS COMMAND [ARGUMENT]...`

// A failed step ends the measurement.
#![allow(clippy::expect_used)]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(30);
/// Not shorter, because polling takes CPU time from the server.
const POLL_INTERVAL: Duration = Duration::from_micros(250);
/// Time for the database to clean up after the previous run.
const PAUSE_BETWEEN_RUNS: Duration = Duration::from_millis(100);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, path, runs, command, rest @ ..] = arguments.as_slice() else {
        eprintln!("usage: first_answer HOST:PORT PATH RUNS COMMAND [ARGUMENT]...");
        std::process::exit(2);
    };
    let runs: usize = runs.parse().expect("a number of runs");
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let began = Instant::now();
            let mut server = Command::new(command)
                .args(rest)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("a command that can be run");
            let answered = first_answer(address, path, began);
            let took = began.elapsed();
            stop(&mut server);
            sleep(PAUSE_BETWEEN_RUNS);
            assert!(answered, "the server did not answer successfully within {} s", TIMEOUT.as_secs());
            took
        })
        .collect();
    times.sort_unstable();
    let median = times.get(times.len() / 2).expect("at least one run");
    println!("{:.1}", median.as_secs_f64() * 1000.0);
}

fn first_answer(address: &str, path: &str, began: Instant) -> bool {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    while began.elapsed() < TIMEOUT {
        let request_once = || {
            let mut stream = TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            stream.write_all(request.as_bytes())?;
            let mut status = [0; "HTTP/1.1 200".len()];
            stream.read_exact(&mut status)?;
            Ok::<bool, std::io::Error>(status.starts_with(b"HTTP/1.1 2"))
        };
        if request_once().unwrap_or(false) {
            return true;
        }
        sleep(POLL_INTERVAL);
    }
    false
}

fn stop(server: &mut Child) {
    let terminated = Command::new("kill").arg(server.id().to_string()).status();
    if !terminated.is_ok_and(|status| status.success()) {
        let _ = server.kill();
    }
    let _ = server.wait();
}
