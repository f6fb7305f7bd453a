//! The contract of every service process, as `service_kit::serve` implements it and `docs/processes.md` describes it.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};
use service_test::{Database, Service, anon_key, command, service_role_key, unix_request};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader};

const PROBE: &str = env!("CARGO_BIN_EXE_probe");
/// Limit for the end of a process that cannot start.
const TIMEOUT: Duration = Duration::from_secs(30);

async fn start() -> (Database, Service) {
    let database = Database::create().await;
    let service = Service::start(PROBE, &database).await;
    (database, service)
}

#[tokio::test]
async fn a_panic_fails_one_request_and_the_process_continues() {
    let (_database, service) = start().await;
    let answer = service.client().get("/probe/panic").await;
    assert_eq!(answer.expect_error(500, "internal_error"), "Une erreur est survenue. Veuillez réessayer.");
    assert_eq!(answer.headers["access-control-allow-origin"], "*");
    service.client().get("/_internal/health").await.expect(200);
    let message = "panicked: a handler that panics";
    service.wait_for_log(|line| line["message"] == message && line["request_id"].is_string()).await;
}

#[tokio::test]
async fn an_internal_error_is_a_plain_500_and_its_cause_is_logged_once() {
    let (_database, service) = start().await;
    let answer = service.client().get("/probe/internal").await;
    answer.expect_error(500, "internal_error");
    assert!(!answer.body.to_string().contains("secret_column"));
    service.client().get("/_internal/health").await.expect(200);
    service.wait_for_log(|line| line["message"] == "answered" && line["path"] == "/_internal/health").await;
    let log = service.log();
    let causes = log.iter().filter(|line| line.to_string().contains("secret_column"));
    assert_eq!(causes.map(|line| &line["level"]).collect::<Vec<_>>(), ["ERROR"]);
}

#[tokio::test]
async fn the_callers_role_is_that_of_the_token_or_key() {
    let (_database, service) = start().await;
    let role = async |token: &str| service.client().bearer(token).get("/probe/role").await.expect(200).body;
    assert_eq!(service.client().get("/probe/role").await.expect(200).body, "anon");
    assert_eq!(role(&anon_key()).await, "anon");
    assert_eq!(role(&service_role_key()).await, "service_role");
    assert_eq!(role("sb_secret_test").await, "service_role");
    service.client().bearer("sb_secret_tesu").get("/probe/role").await.expect_error(401, "unauthorized");
}

#[tokio::test]
async fn sigterm_waits_for_requests_in_progress() {
    let (_database, service) = start().await;
    let client = service.client();
    let slow = tokio::spawn(async move { client.get("/probe/slow").await });
    service.wait_for_log(|line| line["message"] == "received" && line["path"] == "/probe/slow").await;
    assert_eq!(service.stop().await, Some(0));
    assert_eq!(slow.await.unwrap().expect(200).body, "done");
}

#[tokio::test]
async fn an_idle_connection_does_not_delay_the_shutdown() {
    let (_database, service) = start().await;
    let client = service.client();
    client.get("/_internal/health").await.expect(200);
    let asked = Instant::now();
    assert_eq!(service.stop().await, Some(0));
    assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    drop(client);
}

#[tokio::test]
async fn on_a_unix_socket_x_forwarded_for_is_the_clients_address() {
    let database = Database::create().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("probe.sock");
    let socket = path.to_str().unwrap();
    let variables = [("SOCKET", socket), ("RATE_LIMIT_REQUESTS", "1"), ("RATE_LIMIT_INTERVAL", "600")];
    let service = Service::start_with(PROBE, &database, &variables).await;
    let status =
        async |address: &str| unix_request(&path, "/probe/role", &[("x-forwarded-for", address)]).await;
    assert_eq!(status("198.51.100.1").await, 200);
    assert_eq!(status("198.51.100.1").await, 429);
    assert_eq!(status("198.51.100.2").await, 200);
    assert_eq!(service.stop().await, Some(0));
    assert!(!path.exists(), "the socket is left behind");
}

#[tokio::test]
async fn replaces_the_socket_of_a_killed_process() {
    let database = Database::create().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("probe.sock");
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    let _service = Service::start_with(PROBE, &database, &[("SOCKET", path.to_str().unwrap())]).await;
    assert_eq!(unix_request(&path, "/_internal/health", &[]).await, 200);
}

#[tokio::test]
async fn fails_to_start_and_names_a_missing_or_invalid_variable() {
    let database = Database::create().await;
    for (name, value, message) in [
        ("SUPABASE_JWKS", "", "the environment variable SUPABASE_JWKS is missing"),
        ("SUPABASE_JWKS", "{}", "the environment variable SUPABASE_JWKS must be a JSON Web Key Set"),
        ("PORT", "http", "the environment variable PORT must be a port number"),
        (
            "RATE_LIMIT_REQUESTS",
            "-3",
            "the environment variable RATE_LIMIT_REQUESTS must be a number of requests",
        ),
        ("LOG_LEVEL", "loud", "the environment variable LOG_LEVEL must be one of error, warn, info, debug"),
    ] {
        // Functions have no key that signs, which would verify as well.
        let mut process = command(PROBE, &database, &[(name, value), ("GOTRUE_JWT_SECRET", "")]);
        let ended = tokio::time::timeout(TIMEOUT, process.kill_on_drop(true).output()).await;
        let output = ended.unwrap_or_else(|_| panic!("it started with {name}={value}")).unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}={value}");
        let log = String::from_utf8(output.stderr).unwrap();
        let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.iter().map(|line| &line["message"]).collect::<Vec<_>>(), [message]);
    }
}

#[tokio::test]
async fn a_process_on_a_socket_ends_with_its_parent() {
    let database = Database::create().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("probe.sock");
    // A shell in the gateway's place: it starts the service and waits for it.
    let mut service = command("/bin/sh", &database, &[("SOCKET", path.to_str().unwrap())]);
    service.args(["-c", "\"$0\" & wait", PROBE]).stderr(Stdio::piped());
    let mut parent = service.spawn().unwrap();
    let mut log = BufReader::new(parent.stderr.take().unwrap()).lines();
    let listening: Value = serde_json::from_str(&log.next_line().await.unwrap().unwrap()).unwrap();
    assert_eq!((&listening["message"], &listening["address"]), (&json!("listening"), &json!(path)));
    parent.kill().await.unwrap();
    // The log ends with the process.
    let mut last = listening;
    while let Some(line) = log.next_line().await.unwrap() {
        last = serde_json::from_str(&line).unwrap();
    }
    assert_eq!(last["message"], "stopped");
    assert!(!Path::new(&path).exists());
}
