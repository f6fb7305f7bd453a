//! Processes that die, and a stack that ends.

use std::path::Path;
use std::process::Command;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{get, try_send};
use crate::stack::{Setup, always_on, command, function};

fn kill(pid: u32) {
    let killed = Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap();
    assert!(killed.success());
}

fn runs(pid: u32) -> bool {
    // A zombie has ended, whoever has yet to be told; while another of its threads has not, it still holds its socket.
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).map_or(0, Iterator::count);
    !state.is_empty() && (!state.contains(") Z ") || threads > 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_that_dies_costs_the_request_under_way_a_503_and_the_next_one_nothing() {
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
async fn a_killed_function_answers_the_very_next_request_again_and_again() {
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
async fn requests_that_wait_while_a_function_is_killed_are_all_answered() {
    let folder = tempfile::tempdir().unwrap();
    let listening = folder.path().join("listening");
    let mut patient = function("patient");
    patient.command = command(&[("LISTENING", listening.to_str().unwrap())]);
    let stack = Setup { services: vec![patient], ..Setup::default() }.start().await;
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let url = stack.url("/functions/v1/patient/last-words");
            tokio::spawn(async move { get(&url, &[]).await })
        })
        .collect();
    stack.until("a request is under way", |_| listening.exists()).await;
    kill(stack.pid("patient").unwrap());
    // One that came late waits at the successor, which says its last words here.
    let stop = async {
        stack.until("the successor", |stack| stack.pid("patient").is_some()).await;
        stack.host.stop().await;
    };
    let (answers, ()) = tokio::join!(futures_util::future::join_all(waiting), stop);
    let statuses: Vec<u16> = answers.into_iter().map(|answer| answer.unwrap().status).collect();
    assert!(statuses.contains(&503), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_breaks_off_is_not_passed_off_as_whole() {
    let stack = Setup::functions(&["hello"]).start().await;
    let answer = try_send("GET", &stack.url("/functions/v1/hello/half"), &[], "").await;
    assert!(answer.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_service_of_the_stack_comes_back_without_being_asked() {
    let setup = Setup { services: vec![always_on("storage")], storage: Some("storage"), ..Setup::default() };
    let stack = setup.start().await;
    let first = stack.pid("storage").unwrap();
    kill(first);
    stack.until("another process", |stack| stack.pid("storage").is_some_and(|pid| pid != first)).await;
    assert_eq!(get(&stack.url("/storage/v1/status"), &[]).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_of_the_stack_that_cannot_start_stops_the_start() {
    let mut broken = always_on("storage");
    broken.command.program = "/bin/false".into();
    let host = rest_gateway::function_host::FunctionHost::new(vec![broken]).unwrap();
    let error = host.eager_services_ready().await.unwrap_err();
    assert!(error.to_string().contains("storage"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_lets_a_function_finish_what_is_under_way_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let listening = folder.path().join("listening");
    let mut patient = function("patient");
    patient.command = command(&[("LISTENING", listening.to_str().unwrap())]);
    let stack = Setup { services: vec![patient], ..Setup::default() }.start().await;
    let url = stack.url("/functions/v1/patient/last-words");
    let under_way = tokio::spawn(async move { get(&url, &[]).await });
    stack.until("the function waits for its end", |_| listening.exists()).await;
    let pid = stack.pid("patient").unwrap();
    let socket = socket_of(pid);
    assert!(Path::new(&socket).exists());

    stack.host.stop().await;
    let answer = under_way.await.unwrap();
    assert_eq!((answer.status, answer.text()), (200, "finished".to_owned()));
    assert!(!runs(pid));
    let refused = get(&stack.url("/functions/v1/patient"), &[]).await;
    assert_eq!(refused.status, 503);

    stack.door.stop().await;
    drop(stack.host);
    let folder = Path::new(&socket).parent().unwrap().to_owned();
    for _ in 0..1000 {
        if !folder.exists() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("{} is left behind", folder.display());
}

fn socket_of(pid: u32) -> String {
    let environment = std::fs::read_to_string(format!("/proc/{pid}/environ")).unwrap();
    let socket = environment.split('\0').find_map(|variable| variable.strip_prefix("SOCKET="));
    socket.unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_folder_of_sockets_is_open_to_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let stack = Setup::functions(&["hello"]).start().await;
    get(&stack.url("/functions/v1/hello"), &[]).await;
    let socket = socket_of(stack.pid("hello").unwrap());
    let folder = std::fs::metadata(Path::new(&socket).parent().unwrap()).unwrap();
    assert_eq!(folder.permissions().mode() & 0o777, 0o700);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_kept_open_do_not_hold_up_the_end() {
    let stack = Setup::functions(&["hello"]).start().await;
    let silent = TcpStream::connect(stack.door.address()).await.unwrap();
    let mut kept = TcpStream::connect(stack.door.address()).await.unwrap();
    kept.write_all(b"GET /functions/v1/hello HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
    let mut answer = [0; 12];
    kept.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    let began = std::time::Instant::now();
    stack.door.stop().await;
    stack.host.stop().await;
    let took = began.elapsed();
    assert!(took < std::time::Duration::from_secs(4), "{took:?}");
    drop((silent, kept));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_is_killed_takes_its_children_along() {
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
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("process {child} outlives its host");
}
