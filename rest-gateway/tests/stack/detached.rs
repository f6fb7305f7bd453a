//! `up --detach`, `stop` and `logs`: a stack that outlives who started it, and what it tells of itself.

use crate::processes::{descendants, signal, wait_until, wait_until_gone};
use crate::running::{PROGRAM, Place, get};
use hyper::StatusCode;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};

/// Stops what a test has started, also when the test fails.
struct Detached<'a> {
    place: &'a Place,
    addresses: Value,
    said: String,
}

impl<'a> Detached<'a> {
    /// From a shell that ends at once, as a step of continuous integration does.
    fn start(place: &'a Place) -> Detached<'a> {
        let mut shell = Command::new("sh");
        shell.args(["-c", "\"$0\" up --detach --port 0 --data \"$1\" && echo returned", PROGRAM]);
        let output = shell.arg(place.data()).current_dir(place.path()).output().unwrap();
        // From here on it is stopped.
        let mut stack = Detached { place, addresses: Value::Null, said: text(&output.stdout) };
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
async fn a_detached_stack_answers_when_up_returns_and_lives_until_it_is_stopped() {
    let place = Place::new();
    let stack = Detached::start(&place);
    assert!(stack.said.ends_with("returned\n") && stack.said.contains("Ready"), "{}", stack.said);
    assert!(stack.said.contains("rest-gateway stop --data"), "it says how it ends: {}", stack.said);
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
    wait_until_gone(&family);
    assert!(!place.status("env").status.success());
    let again = run(&place, &["stop"]);
    assert!(again.status.success() && text(&again.stdout).starts_with("No stack is running"));
}

#[test]
fn a_detached_start_that_fails_says_why_and_leaves_nothing() {
    let place =
        Place::with_config("[storage]\nenabled = false\n[db]\nurl = \"postgres://nobody@127.0.0.1:1/x\"\n");
    let output = run(&place, &["up", "--detach", "--port", "0"]);
    assert!(!output.status.success());
    let told = text(&output.stderr);
    assert!(told.contains("127.0.0.1:1"), "{told}");
    assert!(!place.status("env").status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_ends_a_stack_in_the_foreground_as_well() {
    let place = Place::new();
    let mut stack = place.start();
    assert!(run(&place, &["stop"]).status.success());
    assert!(stack.wait().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_tell_of_every_service_in_the_order_of_time_and_of_a_request_once() {
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
async fn logs_are_followed_until_the_stack_ends() {
    let place = Place::new();
    let stack = Detached::start(&place);
    let mut follow = Command::new(PROGRAM);
    follow.args(["logs", "--follow", "--data"]).arg(place.data());
    let mut follow = follow.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(follow.stdout.take().unwrap()).lines().map_while(Result::ok);
    stack.get("/rest/v1/hotels?select=id&limit=1").await;
    assert!(lines.any(|line| line.contains("/rest/v1/hotels")), "what comes later is told");
    assert!(run(&place, &["stop"]).status.success());
    assert!(lines.any(|line| line.contains("database system is shut down")), "to the very end");
    assert!(follow.wait().unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_orderly_end_is_no_reason_for_a_warning() {
    let place = Place::new();
    for signal_name in ["TERM", "INT"] {
        let mut stack = place.start();
        // Connections of every kind are open when the end comes.
        stack.get("/rest/v1/hotels?select=id&limit=1").await;
        stack.get("/functions/v1/user-auth").await;
        stack.get("/storage/v1/object/public/pictures/one.txt").await;
        assert!(stack.end(signal_name).success());
        let loud: Vec<String> = stack
            .log()
            .lines()
            .filter(|line| line.contains("\"WARN\"") || line.contains("\"ERROR\""))
            .map(str::to_owned)
            .collect();
        assert!(loud.is_empty(), "SIG{signal_name}: {loud:#?}");
    }
}

#[test]
fn the_log_is_json_in_a_file_and_text_where_that_is_asked_for() {
    let place = Place::new();
    let mut stack = place.start();
    assert!(stack.log().lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{}", stack.log());
    stack.end("TERM");
    let by_flag = |command: &mut Command| {
        command.args(["--log-format", "text"]);
    };
    let by_variable = |command: &mut Command| {
        command.env("LOG_FORMAT", "text");
    };
    for choose in [&by_flag as &dyn Fn(&mut Command), &by_variable] {
        let mut command = place.up_command();
        choose(&mut command);
        let mut stack = place.start_by(command);
        let log = stack.log();
        assert!(log.contains("storage") && !log.contains('{') && !log.contains('\x1b'), "{log}");
        stack.end("TERM");
    }
    let help = Command::new(PROGRAM).arg("--help").output().unwrap();
    assert!(text(&help.stdout).contains("LOG_LEVEL"), "{}", text(&help.stdout));
}

/// A terminal of its own, by util-linux's `script`.
#[test]
fn on_a_terminal_the_log_is_for_a_person() {
    let place = Place::new();
    let mut script = Command::new("script");
    let up = format!("exec '{PROGRAM}' up --port 0 --data '{}'", place.data().display());
    script.args(["--quiet", "--flush", "--command", &up, "/dev/null"]).current_dir(place.path());
    script.env_remove("NO_COLOR").env("TERM", "xterm");
    let mut terminal = script.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(terminal.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut said = Vec::new();
    for line in lines {
        let ready = line.contains("Ctrl-C");
        said.push(line);
        if ready {
            run(&place, &["stop"]);
        }
    }
    terminal.wait().unwrap();
    let said = said.join("\n");
    assert!(said.contains("storage") && said.contains("\x1b[32m200\x1b[0m"), "{said}");
    assert!(!said.contains("{\""), "{said}");
}

#[test]
fn the_data_of_a_stack_goes_with_one_command_wherever_it_lies() {
    let place = Place::new();
    // As a home is: the user that Postgres runs as, when root starts it, cannot pass.
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
    // Nothing but a stack's data is removed.
    assert!(!command(&["stop", "--delete-data"]).status.success());
    let other = run(&place, &["stop", "--delete-data"]);
    assert!(!other.status.success() && place.path().join("supabase-compat.toml").exists());
}

#[test]
fn what_is_missing_is_said_with_what_to_do() {
    let place = Place::new();
    let empty = place.path().join("elsewhere");
    std::fs::create_dir(&empty).unwrap();
    let output = Command::new(PROGRAM).arg("up").current_dir(&empty).output().unwrap();
    let told = text(&output.stderr);
    assert!(
        !output.status.success() && told.contains("supabase-compat.toml") && told.contains("--config"),
        "{told}"
    );
    let status = place.status("env");
    let told = text(&status.stderr);
    assert!(told.contains(&format!("rest-gateway up --data {}", place.data().display())), "{told}");
}

#[test]
fn a_killed_starter_does_not_end_the_stack() {
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
