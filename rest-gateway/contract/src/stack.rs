//! Starts a stack for the tests: `rest-gateway up` on a temporary folder and a free port.

use crate::backend::Backend;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const PREFIX: &str = "isula-contract-";
/// Longer than a first start on a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(120);
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Starts a stack and waits until it is ready. It ends with this process.
pub(crate) fn start() -> Backend {
    remove_orphans();
    let data = std::env::temp_dir().join(format!("{PREFIX}{}", std::process::id()));
    let gateway = gateway();
    let (ready, is_ready) = mpsc::channel();
    let (program, folder) = (gateway.clone(), data.clone());
    // A stack ends with the thread that started it, so this thread waits for it.
    thread::spawn(move || {
        let mut stack = up(&program, &folder);
        for line in stack.stdout.take().into_iter().flat_map(|output| BufReader::new(output).lines()) {
            if line.is_ok_and(|line| line.starts_with("Ready")) {
                let _ = ready.send(());
            }
        }
        stack.wait()
    });
    is_ready.recv_timeout(TIMEOUT).expect("rest-gateway up says 'Ready'");
    status(&gateway, &data).expect("rest-gateway status prints the addresses of the stack")
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

/// Address and key from `rest-gateway status`; `None` if no stack runs.
fn status(gateway: &Path, data: &Path) -> Option<Backend> {
    let mut command = Command::new(gateway);
    command.args(["status", "-o", "json", "--data"]).arg(data).stderr(Stdio::null());
    let output = command.output().expect("ask for the status");
    let status: Value = serde_json::from_slice(&output.stdout).ok().filter(|_| output.status.success())?;
    let text = |name: &str| status[name].as_str().map(str::to_owned);
    Some(Backend { url: text("API_URL")?, anon_key: text("ANON_KEY")? })
}

/// The binary in the target folder of this test.
fn gateway() -> PathBuf {
    let test = std::env::current_exe().expect("this test's own path");
    let gateway = test.ancestors().nth(2).expect("a target folder").join("rest-gateway");
    assert!(gateway.exists(), "build it first: cargo build --workspace --bins");
    gateway
}

/// Removes the orphaned folders of test processes that have ended.
fn remove_orphans() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else { continue };
        if pid.parse::<u32>().is_ok() && !Path::new("/proc").join(pid).exists() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
