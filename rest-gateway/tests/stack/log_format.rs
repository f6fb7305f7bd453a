//! The log of `up`: JSON or text, coloured on a terminal, and without warnings at a graceful shutdown.

use crate::project::run;
use crate::running::{PROGRAM, Place};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[tokio::test(flavor = "multi_thread")]
async fn a_graceful_shutdown_logs_no_warning() {
    let place = Place::new();
    for signal_name in ["TERM", "INT"] {
        let mut stack = place.start();
        // Connections of every kind are open at the shutdown, and the schema cache is being loaded.
        let reloads = tokio::spawn(reload_until_postgres_ends(stack.value("DB_URL").to_owned()));
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
        reloads.await.unwrap();
    }
}

async fn reload_until_postgres_ends(url: String) {
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    while client.batch_execute("notify pgrst").await.is_ok() {}
}

#[test]
fn the_log_is_json_in_a_file_and_text_on_request() {
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
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("LOG_LEVEL"), "{help}");
}

/// With a pseudo-terminal from util-linux's `script`.
#[test]
fn on_a_terminal_the_log_is_coloured_text() {
    let place = Place::new();
    let mut script = Command::new("script");
    let up = format!("exec '{PROGRAM}' up --port 0 --data '{}'", place.data().display());
    script.args(["--quiet", "--flush", "--command", &up, "/dev/null"]).current_dir(place.path());
    script.env_remove("NO_COLOR").env("TERM", "xterm");
    let mut terminal = script.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(terminal.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut output = Vec::new();
    for line in lines {
        let ready = line.contains("Ctrl-C");
        output.push(line);
        if ready {
            assert!(run(&place, &["stop"]).is_ok);
        }
    }
    terminal.wait().unwrap();
    let output = output.join("\n");
    assert!(output.contains("storage") && output.contains("\x1b[32m200\x1b[0m"), "{output}");
    assert!(!output.contains("{\""), "{output}");
}
