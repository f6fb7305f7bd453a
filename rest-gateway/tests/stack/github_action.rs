//! The script of the GitHub action, with the files and variables of a runner.

use crate::project::{TODOS, project};
use crate::running::{DEMO_ANON_KEY, PROGRAM, get};
use hyper::StatusCode;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../.github/actions/stack/start.sh");
/// With auth, and therefore with the mail catcher.
const CONFIG: &str = "project_id = \"todos\"\n[storage]\nenabled = false\n";
const ACTION: &str = include_str!("../../../.github/actions/stack/action.yml");

/// The `NAME=value` lines that a step has written.
fn written(file: &Path) -> HashMap<String, String> {
    let lines = fs::read_to_string(file).unwrap();
    lines
        .lines()
        .map(|line| line.split_once('=').unwrap())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_gets_a_running_stack_and_its_keys() {
    let place = project(&[("config.toml", CONFIG), ("migrations/20240101000000_todos.sql", TODOS)]);
    let (outputs, variables) = (place.path().join("outputs"), place.path().join("variables"));
    fs::write(&outputs, "").unwrap();
    fs::write(&variables, "").unwrap();
    let mut start = Command::new(SCRIPT);
    start.env("GITHUB_OUTPUT", &outputs).env("GITHUB_ENV", &variables);
    start.env("INPUT_PROGRAM", PROGRAM).env("INPUT_PORT", "0").env("INPUT_DATA", place.data());
    start.env("INPUT_WORKING_DIRECTORY", place.path());
    let started = start.output().unwrap();
    let log = String::from_utf8(started.stdout).unwrap();
    assert!(started.status.success(), "{log}{}", String::from_utf8_lossy(&started.stderr));

    let (outputs, variables) = (written(&outputs), written(&variables));
    let todos = get(&format!("{}/rest/v1/todos", outputs["api-url"]), &outputs["anon-key"]).await;
    assert_eq!(todos, (StatusCode::OK, "[]".to_owned()));
    assert_eq!((outputs["anon-key"].as_str(), &variables["ANON_KEY"]), (DEMO_ANON_KEY, &outputs["anon-key"]));
    assert!(log.contains(&format!("::add-mask::{}", outputs["service-role-key"])), "{log}");
    for declared in ACTION.lines().filter_map(|line| line.split("steps.start.outputs.").nth(1)) {
        let name = declared.trim_end_matches(" }}");
        assert!(outputs.contains_key(name), "{name} in {outputs:?}");
    }
    let mut stop = Command::new(&outputs["program"]);
    assert!(stop.args(["stop", "--data", &outputs["data"]]).status().unwrap().success());
}
