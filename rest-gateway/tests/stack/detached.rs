//! `up --detach`, `stop` and `logs`.

use crate::postgrest_server::eventually;
use crate::processes::{descendants, descendants_named, signal, wait_until, wait_until_exited};
use crate::running::{PROGRAM, Place, get};
use hyper::StatusCode;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};

/// A detached stack. Dropping it stops the stack, also when the test fails.
struct Detached<'a> {
    place: &'a Place,
    addresses: Value,
    output: String,
}

impl<'a> Detached<'a> {
    /// Starts a stack from a shell that ends at once, like a step in CI.
    fn start(place: &'a Place) -> Detached<'a> {
        let mut shell = Command::new("sh");
        shell.args(["-c", "\"$0\" up --detach --port 0 --data \"$1\" && echo returned", PROGRAM]);
        let output = shell.arg(place.data()).current_dir(place.path()).output().unwrap();
        // Created before the assertion, so that the stack is stopped if it fails.
        let mut stack = Detached { place, addresses: Value::Null, output: text(&output.stdout) };
        assert!(output.status.success(), "{}", text(&output.stderr));
        stack.addresses = serde_json::from_slice(&place.status("json").stdout).unwrap();
        stack
    }

    fn value(&self, name: &str) -> &str {
        self.addresses[name].as_str().unwrap()
    }

    fn pid(&self) -> u32 {
        std::fs::read_to_string(self.place.data().join("lock")).unwrap().trim().parse().unwrap()
    }

    async fn get(&self, path: &str) -> StatusCode {
        get(&format!("{}{path}", self.value("API_URL")), self.value("ANON_KEY")).await.0
    }
}

impl Drop for Detached<'_> {
    fn drop(&mut self) {
        run(self.place, &["stop"]);
    }
}

fn run(place: &Place, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).arg("--data").arg(place.data()).current_dir(place.path());
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The lines of `logs`, as JSON.
fn logged(place: &Place, service: Option<&str>) -> Vec<Value> {
    let arguments: Vec<&str> = ["logs"].into_iter().chain(service).collect();
    let output = run(place, &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_detached_stack_is_ready_when_up_returns_and_runs_until_stop() {
    let place = Place::new();
    let stack = Detached::start(&place);
    assert!(stack.output.ends_with("returned\n") && stack.output.contains("Ready"), "{}", stack.output);
    assert!(stack.output.contains("rest-gateway stop --data"), "it says how it ends: {}", stack.output);
    assert_eq!(stack.get("/rest/v1/hotels?select=id&limit=1").await, StatusCode::OK);
    assert_eq!(stack.get("/storage/v1/object/public/pictures/one.txt").await, StatusCode::OK);
    let session =
        rustix::process::getsid(rustix::process::Pid::from_raw(i32::try_from(stack.pid()).unwrap()));
    assert_eq!(
        session.unwrap().as_raw_nonzero().get(),
        i32::try_from(stack.pid()).unwrap(),
        "a session of its own"
    );

    let second = run(&place, &["up", "--detach", "--port", "0"]);
    assert!(!second.status.success());
    assert!(text(&second.stderr).contains("already running"), "{}", text(&second.stderr));

    let family = descendants(stack.pid());
    assert!(family.len() >= 3, "Postgres, S3, storage: {family:?}");
    let stopped = run(&place, &["stop"]);
    assert!(
        stopped.status.success() && text(&stopped.stdout).starts_with("Stopped"),
        "{}",
        text(&stopped.stdout)
    );
    wait_until_exited(&family);
    assert!(!place.status("env").status.success());
    let again = run(&place, &["stop"]);
    assert!(again.status.success() && text(&again.stdout).starts_with("No stack is running"));
}

#[test]
fn with_wait_every_service_has_answered_when_up_returns() {
    let place = Place::new();
    let output = run(&place, &["up", "--detach", "--wait", "--port", "0"]);
    let stack = Detached { place: &place, addresses: Value::Null, output: text(&output.stdout) };
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(stack.output.contains("they answer"), "{}", stack.output);
    // Otherwise it starts at its first request.
    assert_eq!(descendants_named(stack.pid(), "auth").len(), 1);
}

#[test]
fn a_failed_detached_start_reports_the_error_and_leaves_no_process() {
    let place =
        Place::with_config("[storage]\nenabled = false\n[db]\nurl = \"postgres://nobody@127.0.0.1:1/x\"\n");
    let output = run(&place, &["up", "--detach", "--port", "0"]);
    assert!(!output.status.success());
    let error = text(&output.stderr);
    assert!(error.contains("127.0.0.1:1"), "{error}");
    assert!(!place.status("env").status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_ends_a_stack_in_the_foreground() {
    let place = Place::new();
    let mut stack = place.start();
    assert!(run(&place, &["stop"]).status.success());
    assert!(stack.wait().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_merges_all_services_by_time_and_has_each_request_once() {
    let place = Place::new();
    let stack = Detached::start(&place);
    stack.get("/functions/v1/user-auth?logged=once").await;
    let requests = || {
        let lines = logged(&place, Some("user-auth"));
        lines.into_iter().filter(|line| line["message"] == "answered").collect::<Vec<_>>()
    };
    wait_until("the request is logged", || !requests().is_empty());
    let [request] = requests().try_into().expect("one line for one request");
    assert_eq!((&request["method"], &request["status"]), (&"GET".into(), &405.into()));

    let all = logged(&place, None);
    let times: Vec<&str> = all.iter().map(|line| line["timestamp"].as_str().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    for service in ["rest-gateway", "postgres", "storage", "s3", "user-auth"] {
        assert!(all.iter().any(|line| line["service"] == service), "{service}");
    }
    let unknown = run(&place, &["logs", "nobody"]);
    assert!(
        !unknown.status.success() && text(&unknown.stderr).contains("storage"),
        "{}",
        text(&unknown.stderr)
    );
    for entry in std::fs::read_dir(place.data().join("logs")).unwrap() {
        assert_eq!(entry.unwrap().metadata().unwrap().permissions().mode() & 0o077, 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_follow_ends_with_the_stack() {
    let place = Place::new();
    let stack = Detached::start(&place);
    let mut follow = Command::new(PROGRAM);
    follow.args(["logs", "--follow", "--data"]).arg(place.data());
    let mut follow = follow.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(follow.stdout.take().unwrap()).lines().map_while(Result::ok);
    stack.get("/rest/v1/hotels?select=id&limit=1").await;
    assert!(lines.any(|line| line.contains("/rest/v1/hotels")), "new lines are printed");
    assert!(run(&place, &["stop"]).status.success());
    assert!(lines.any(|line| line.contains("database system is shut down")), "the last lines too");
    assert!(follow.wait().unwrap().success());
}

#[test]
fn stop_removes_the_data_folder_and_relocated_data() {
    let place = Place::new();
    // Like a home directory: if root runs the stack, Postgres's own user cannot enter.
    let closed = place.path().join("home");
    std::fs::create_dir(&closed).unwrap();
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o700)).unwrap();
    let data = closed.join("data");
    let command = |arguments: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).arg("--data").arg(&data).current_dir(place.path());
        command.output().unwrap()
    };
    let up = command(&["up", "--detach", "--port", "0"]);
    assert!(up.status.success(), "{}", text(&up.stderr));
    let elsewhere = std::fs::read_to_string(data.join("postgres/location")).ok();
    let removed = command(&["stop", "--delete-data"]);
    assert!(removed.status.success(), "{}", text(&removed.stderr));
    assert!(!data.exists());
    if let Some(elsewhere) = elsewhere {
        assert!(!std::path::Path::new(elsewhere.trim()).exists(), "{elsewhere}");
        assert!(text(&removed.stdout).contains(elsewhere.trim()), "{}", text(&removed.stdout));
    }
    // Only a stack's data is removed.
    assert!(!command(&["stop", "--delete-data"]).status.success());
    let other = run(&place, &["stop", "--delete-data"]);
    assert!(!other.status.success() && place.path().join("supabase-compat.toml").exists());
}

#[test]
fn errors_about_missing_things_say_what_to_do() {
    let place = Place::new();
    let empty = place.path().join("elsewhere");
    std::fs::create_dir(&empty).unwrap();
    let output = Command::new(PROGRAM)
        .args(["up", "--config", "supabase-compat.toml"])
        .current_dir(&empty)
        .output()
        .unwrap();
    let error = text(&output.stderr);
    assert!(
        !output.status.success() && error.contains("supabase-compat.toml") && error.contains("--config"),
        "{error}"
    );
    let status = place.status("env");
    let error = text(&status.stderr);
    assert!(error.contains(&format!("rest-gateway up --data {}", place.data().display())), "{error}");
}

#[test]
fn killing_the_starting_process_does_not_end_the_stack() {
    let place = Place::new();
    let mut starter = place.up_command();
    starter.arg("--detach");
    let mut starter = starter.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until("the stack has begun", || place.data().join("lock").exists());
    signal(starter.id(), "KILL");
    starter.wait().unwrap();
    wait_until("it becomes ready", || place.status("env").status.success());
    assert!(run(&place, &["stop"]).status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn sighup_reloads_the_settings_of_a_detached_stack() {
    let place = Place::with_config("[storage]\nenabled = false\n");
    let stack = Detached::start(&place);
    let settings = async || {
        let url = format!("{}/auth/v1/settings", stack.value("API_URL"));
        serde_json::from_str::<Value>(&get(&url, stack.value("ANON_KEY")).await.1).unwrap()
    };
    assert_eq!(settings().await["disable_signup"], false);
    place.configure("[storage]\nenabled = false\n[auth]\nenable_signup = false\n");
    signal(stack.pid(), "HUP");
    eventually(async || settings().await["disable_signup"] == true).await;
}
