//! The programs that run the tests leave no process behind when a signal ends them.

// A test whose setup fails stops.
#![allow(clippy::unwrap_used)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Starts a child and waits for it, as a test runner does. The file `pids` holds the ids of both processes.
const RUNNER: &str =
    "#!/bin/sh\nsleep 600 & echo $$ $! > pids.unfinished && mv pids.unfinished pids && wait\n";

fn within_a_minute<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    (0..1200).find_map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        look()
    })
}

fn is_running(pid: &str) -> bool {
    // A zombie has ended.
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

/// Starts the command, which runs `runner` of the folder, ends it with `signal`, and returns those of the runner's
/// processes that are still running.
fn left_behind(folder: &Path, mut command: Command, signal: &str) -> Vec<String> {
    let mut process =
        command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let pids = within_a_minute(|| std::fs::read_to_string(folder.join("pids")).ok()).unwrap();
    let sent = Command::new("kill").args([signal, &process.id().to_string()]).status().unwrap();
    assert!(sent.success());
    process.wait().unwrap();
    let left =
        || pids.split_whitespace().filter(|pid| is_running(pid)).map(str::to_owned).collect::<Vec<_>>();
    within_a_minute(|| left().is_empty().then(Vec::new)).unwrap_or_else(left)
}

fn folder_with_runner() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let runner = folder.path().join("runner");
    std::fs::write(&runner, RUNNER).unwrap();
    std::fs::set_permissions(&runner, PermissionsExt::from_mode(0o755)).unwrap();
    folder
}

#[test]
fn with_postgres_ends_its_command_when_it_is_interrupted() {
    for signal in ["-TERM", "-INT", "-HUP"] {
        let folder = folder_with_runner();
        let mut command = Command::new(env!("CARGO_BIN_EXE_with-postgres"));
        command.arg(folder.path().join("runner"));
        assert!(left_behind(folder.path(), command, signal).is_empty(), "{signal}");
    }
}

#[test]
fn the_test_script_ends_its_suite_when_it_is_interrupted() {
    for signal in ["-TERM", "-INT", "-HUP"] {
        let folder = folder_with_runner();
        let mut command = Command::new("bash");
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/test"));
        command.env("JUST", folder.path().join("runner"));
        assert!(left_behind(folder.path(), command, signal).is_empty(), "{signal}");
    }
}
