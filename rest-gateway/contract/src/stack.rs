//! A stack of the tests' own: `rest-gateway up` on a temporary folder and a free port.

use crate::backend::Backend;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const PREFIX: &str = "isula-contract-";
/// What a first start may take on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(120);
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Starts it and waits until it answers. It ends when this process does.
pub(crate) fn start() -> Backend {
    remove_abandoned();
    let data = std::env::temp_dir().join(format!("{PREFIX}{}", std::process::id()));
    let gateway = gateway();
    let (ready, is_ready) = mpsc::channel();
    let (program, folder) = (gateway.clone(), data.clone());
    // A stack ends with the thread that started it: hence one that stays until the stack has ended.
    thread::spawn(move || {
        let mut stack = up(&program, &folder);
        for line in stack.stdout.take().into_iter().flat_map(|output| BufReader::new(output).lines()) {
            if line.is_ok_and(|line| line.starts_with("Ready")) {
                let _ = ready.send(());
            }
        }
        stack.wait()
    });
    is_ready.recv_timeout(PATIENCE).expect("rest-gateway up says 'Ready'");
    status(&gateway, &data).expect("rest-gateway status tells where the stack is")
}

fn up(gateway: &Path, data: &Path) -> Child {
    Command::new(gateway)
        .args(["up", "--port", "0", "--data"])
        .arg(data)
        .current_dir(ROOT)
        .env("LOG_LEVEL", "error")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("start rest-gateway")
}

/// What `rest-gateway status` tells of a running stack.
fn status(gateway: &Path, data: &Path) -> Option<Backend> {
    let mut command = Command::new(gateway);
    command.args(["status", "-o", "json", "--data"]).arg(data).stderr(Stdio::null());
    let output = command.output().expect("ask for the status");
    let told: Value = serde_json::from_slice(&output.stdout).ok().filter(|_| output.status.success())?;
    let text = |name: &str| told[name].as_str().map(str::to_owned);
    Some(Backend { url: text("API_URL")?, anon_key: text("ANON_KEY")? })
}

/// The binary in the folder that this test was built into.
fn gateway() -> PathBuf {
    let test = std::env::current_exe().expect("this test's own path");
    let gateway = test.ancestors().nth(2).expect("a target folder").join("rest-gateway");
    assert!(gateway.exists(), "build it first: cargo build --workspace --bins");
    gateway
}

/// Removes the folders of test processes that are no more.
fn remove_abandoned() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else { continue };
        if pid.parse::<u32>().is_ok() && !Path::new("/proc").join(pid).exists() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
