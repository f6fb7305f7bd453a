//! Restarts of processes that die, and the shutdown.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rest_gateway::function_host::FunctionHost;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::client::{Answer, get, try_send};
use crate::stack::{Setup, Stack, always_on, command, function};

fn kill(pid: u32) {
    let killed = Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap();
    assert!(killed.success());
}

fn runs(pid: u32) -> bool {
    // A zombie has ended, unless another of its threads still runs and holds the socket.
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let threads = fs::read_dir(format!("/proc/{pid}/task")).map_or(0, Iterator::count);
    !state.is_empty() && (!state.contains(") Z ") || threads > 1)
}

/// A stack whose function has requests in flight, which it answers at SIGTERM.
async fn stack_with_requests_in_flight(requests: usize) -> (Stack, JoinSet<Answer>) {
    let folder = tempfile::tempdir().unwrap();
    // The function creates it when a request waits for SIGTERM.
    let listening = folder.path().join("listening");
    let mut slow = function("slow");
    slow.command = command(&[("LISTENING", listening.to_str().unwrap())]);
    let stack = Setup { services: vec![slow], ..Setup::default() }.start().await;
    let url = stack.url("/functions/v1/slow/until-sigterm");
    let mut waiting = JoinSet::new();
    for _ in 0..requests {
        let url = url.clone();
        waiting.spawn(async move { get(&url, &[]).await });
    }
    stack.until("a request is in flight", |_| listening.exists()).await;
    (stack, waiting)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_fails_the_request_in_flight_and_not_the_next_one() {
    let stack = Setup::functions(&["hello"]).start().await;
    let before = get(&stack.url("/functions/v1/hello"), &[]).await.json()["pid"].clone();
    let answer = get(&stack.url("/functions/v1/hello/die"), &[]).await;
    assert_eq!(answer.status, 503);
    assert_eq!(
        answer.json(),
        json!({ "code": "WORKER_ERROR", "message": "Function exited due to an error (please check logs)" })
    );
    assert_eq!(answer.header("sb-error-code"), Some("WORKER_ERROR"));
    assert_eq!(answer.header("retry-after"), Some("1"));
    let after = get(&stack.url("/functions/v1/hello"), &[]).await;
    assert_eq!(after.status, 200);
    assert_ne!(after.json()["pid"], before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_function_is_restarted_for_the_next_request() {
    let stack = Setup::functions(&["hello"]).start().await;
    let url = stack.url("/functions/v1/hello");
    assert_eq!(get(&url, &[]).await.status, 200);
    for _ in 0..3 {
        let pid = stack.pid("hello").unwrap();
        kill(pid);
        stack.until("the killed process is gone", |_| !runs(pid)).await;
        let answer = get(&url, &[]).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    let status = stack.host.status().into_iter().find(|status| status.name == "hello").unwrap();
    assert_eq!(status.restarts, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_requests_in_flight_are_answered_when_a_function_is_killed() {
    let (stack, waiting) = stack_with_requests_in_flight(8).await;
    kill(stack.pid("slow").unwrap());
    // A late request reaches the restarted process, which answers once the host stops it.
    let stop = async {
        stack.until("the restart", |stack| stack.pid("slow").is_some()).await;
        stack.host.stop().await;
    };
    let (answers, ()) = tokio::join!(waiting.join_all(), stop);
    let statuses: Vec<u16> = answers.into_iter().map(|answer| answer.status).collect();
    assert!(statuses.contains(&503), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_function_is_stopped_and_the_next_request_starts_it() {
    let mut hello = function("hello");
    hello.max_idle = Some(Duration::from_millis(1));
    let stack = Setup { services: vec![hello], ..Setup::default() }.start().await;
    let url = stack.url("/functions/v1/hello");
    let pid = u32::try_from(get(&url, &[]).await.json()["pid"].as_u64().unwrap()).unwrap();
    stack.until("the idle process has ended", |stack| stack.pid("hello").is_none() && !runs(pid)).await;
    let again = get(&url, &[]).await;
    assert_eq!(again.status, 200, "{}", again.text());
    assert_ne!(again.json()["pid"], json!(pid));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_function_finishes_its_requests() {
    let (stack, waiting) = stack_with_requests_in_flight(1).await;
    let replaced = stack.pid("slow").unwrap();

    replace_functions(&stack.host);
    stack.until("the process gets no more requests", |stack| stack.pid("slow").is_none()).await;
    let next = get(&stack.url("/functions/v1/slow"), &[]).await;
    assert_eq!(next.status, 200, "{}", next.text());
    assert_ne!(next.json()["pid"], json!(replaced));
    assert!(runs(replaced), "it still has a request");
    let ended = Command::new("kill").args(["-TERM", &replaced.to_string()]).status().unwrap();
    assert!(ended.success());
    assert_eq!(waiting.join_all().await[0].text(), "finished");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_function_that_kept_failing_starts_without_a_delay() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("function");
    let script = |text: &str| {
        fs::write(&program, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    };
    script("exit 1");
    let mut broken = function("broken");
    let works = broken.command.program.clone();
    broken.command.program = program.clone();
    let stack = Setup { services: vec![broken], ..Setup::default() }.start().await;
    let url = stack.url("/functions/v1/broken");
    while get(&url, &[]).await.header("retry-after") == Some("1") {}

    script(&format!("exec {}", works.display()));
    replace_functions(&stack.host);
    let answer = get(&url, &[]).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_truncated_response_is_not_completed() {
    let stack = Setup::functions(&["hello"]).start().await;
    let answer = try_send("GET", &stack.url("/functions/v1/hello/half"), &[], "").await;
    assert!(answer.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_eager_service_is_restarted() {
    let setup = Setup { services: vec![always_on("storage")], storage: Some("storage"), ..Setup::default() };
    let stack = setup.start().await;
    let first = stack.pid("storage").unwrap();
    kill(first);
    stack.until("another process", |stack| stack.pid("storage").is_some_and(|pid| pid != first)).await;
    assert_eq!(get(&stack.url("/storage/v1/status"), &[]).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_eager_service_that_cannot_start_fails_the_start() {
    let mut broken = always_on("storage");
    broken.command.program = "/bin/false".into();
    let host = FunctionHost::new(vec![broken]).unwrap();
    let error = host.eager_services_ready().await.unwrap_err();
    assert!(error.to_string().contains("storage"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_drains_functions_and_removes_their_sockets() {
    let (stack, waiting) = stack_with_requests_in_flight(1).await;
    let pid = stack.pid("slow").unwrap();
    let socket = socket_of(pid);
    assert!(Path::new(&socket).exists());

    stack.host.stop().await;
    let answer = &waiting.join_all().await[0];
    assert_eq!((answer.status, answer.text()), (200, "finished".to_owned()));
    assert!(!runs(pid));
    let stopped = get(&stack.url("/functions/v1/slow"), &[]).await;
    assert_eq!(stopped.status, 503);

    stack.front_door.stop().await;
    drop(stack.host);
    let folder = Path::new(&socket).parent().unwrap().to_owned();
    for _ in 0..1000 {
        if !folder.exists() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{} is left behind", folder.display());
}

fn socket_of(pid: u32) -> String {
    let environment = fs::read_to_string(format!("/proc/{pid}/environ")).unwrap();
    let socket = environment.split('\0').find_map(|variable| variable.strip_prefix("SOCKET="));
    socket.unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_socket_folder_is_private() {
    let stack = Setup::functions(&["hello"]).start().await;
    get(&stack.url("/functions/v1/hello"), &[]).await;
    let socket = socket_of(stack.pid("hello").unwrap());
    let folder = fs::metadata(Path::new(&socket).parent().unwrap()).unwrap();
    assert_eq!(folder.permissions().mode() & 0o777, 0o700);
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_do_not_delay_the_shutdown() {
    let stack = Setup::functions(&["hello"]).start().await;
    let silent = TcpStream::connect(stack.front_door.address()).await.unwrap();
    let mut kept = TcpStream::connect(stack.front_door.address()).await.unwrap();
    kept.write_all(b"GET /functions/v1/hello HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
    let mut answer = [0; 12];
    kept.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    let began = std::time::Instant::now();
    stack.front_door.stop().await;
    stack.host.stop().await;
    let took = began.elapsed();
    assert!(took < Duration::from_secs(4), "{took:?}");
    drop((silent, kept));
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_in_flight_and_those_before_the_listener_closes_are_answered() {
    let (stack, waiting) = stack_with_requests_in_flight(2).await;
    let pid = stack.pid("slow").unwrap();
    stack.front_door.drain();
    let ready = get(&stack.admin_url("/readyz"), &[]).await;
    assert_eq!((ready.status, ready.json()["status"].clone()), (503, json!("stopping")));
    let late = get(&stack.url("/functions/v1/slow"), &[]).await;
    assert_eq!((late.status, late.header("connection")), (200, Some("close")));

    let address = stack.front_door.address();
    let finish = async {
        for _ in 0..1000 {
            if TcpStream::connect(address).await.is_err() {
                let ended = Command::new("kill").arg(pid.to_string()).status().unwrap();
                assert!(ended.success());
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the listener stays open");
    };
    let (answers, (), ()) = tokio::join!(waiting.join_all(), stack.front_door.stop(), finish);
    for answer in answers {
        assert_eq!((answer.status, answer.text()), (200, "finished".to_owned()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_websocket_gets_a_close_frame_when_the_front_door_closes() {
    let stack = Setup::functions(&["hello"]).start().await;
    let mut client = TcpStream::connect(stack.front_door.address()).await.unwrap();
    let handshake = "GET /functions/v1/hello/websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n\
                     Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                     Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    client.write_all(handshake.as_bytes()).await.unwrap();
    let mut seen = Vec::new();
    read_to(&mut client, &mut seen, b"\x81\x05hello").await;
    assert!(seen.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&seen));
    let closed = async {
        read_to(&mut client, &mut seen, b"\x88\x02\x03\xe9").await;
        drop(client);
    };
    tokio::join!(stack.front_door.stop(), closed);
}

/// Reads until the last bytes are these.
async fn read_to(client: &mut TcpStream, seen: &mut Vec<u8>, end: &[u8]) {
    while !seen.ends_with(end) {
        assert!(client.read_buf(seen).await.unwrap() > 0, "{}", String::from_utf8_lossy(seen));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn surplus_requests_to_one_function_are_rejected_and_others_are_answered() {
    let mut slow = function("slow");
    slow.max_concurrency = 1;
    let stack = Setup { services: vec![slow, function("hello")], ..Setup::default() }.start().await;
    let url = stack.url("/functions/v1/slow/never");
    let held = tokio::spawn(async move { get(&url, &[]).await });
    let in_flight =
        |stack: &Stack| stack.host.status().iter().find(|status| status.name == "slow").unwrap().in_flight;
    stack.until("a request is in flight", |stack| in_flight(stack) == 1).await;
    let url = stack.url("/functions/v1/slow");
    // One waits for a moment, the others do not.
    let surplus = futures_util::future::join_all((0..3).map(|_| get(&url, &[]))).await;
    for answer in surplus {
        assert_eq!((answer.status, answer.json()["code"].clone()), (503, json!("OVERLOADED")));
        assert_eq!(answer.header("retry-after"), Some("1"));
    }
    assert_eq!(get(&stack.url("/functions/v1/hello"), &[]).await.status, 200);
    held.abort();
    stack.until("the request is cancelled", |stack| in_flight(stack) == 0).await;
    assert_eq!(get(&url, &[]).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_the_host_kills_its_children() {
    let mut host = Command::new(env!("CARGO_BIN_EXE_test-function"))
        .arg("host-another")
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(host.stdout.take().unwrap()), &mut line)
        .unwrap();
    let child: u32 = line.trim().parse().unwrap();
    assert!(runs(child));
    host.kill().unwrap();
    host.wait().unwrap();
    for _ in 0..1000 {
        if !runs(child) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("process {child} outlives its host");
}

/// What a change of the sources does: the functions are the same, and get other processes.
fn replace_functions(host: &FunctionHost) {
    let services = host.status().into_iter().filter_map(|status| Some(host.get(&status.name)?.service()));
    let functions = services.filter(|service| service.function.is_some());
    host.update_functions(functions.map(|service| (*service).clone()).collect());
}
