//! Processes of this machine, read from `/proc`, and signals to them.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

/// Longer than any graceful shutdown.
const TIMEOUT: Duration = Duration::from_secs(20);

pub fn signal(pid: u32, name: &str) {
    let status = Command::new("kill").args(["-s", name, &pid.to_string()]).status().unwrap();
    assert!(status.success(), "kill -s {name} {pid}");
}

/// All descendants of `pid`, parents before their children.
pub fn descendants(pid: u32) -> Vec<u32> {
    let parents: Vec<(u32, u32)> = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|pid| Some((pid, parent(pid)?)))
        .collect();
    let mut family = vec![pid];
    let mut next = 0;
    while let Some(member) = family.get(next).copied() {
        family.extend(parents.iter().filter(|(_, parent)| *parent == member).map(|(child, _)| *child));
        next += 1;
    }
    family.split_off(1)
}

/// The descendants that run the program `name`.
pub fn descendants_named(pid: u32, name: &str) -> Vec<u32> {
    let named =
        |pid: &u32| fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|comm| comm.trim() == name);
    descendants(pid).into_iter().filter(named).collect()
}

pub fn wait_until_exited(pids: &[u32]) {
    wait_until("every process has ended", || !pids.iter().any(|pid| is_alive(*pid)));
}

#[track_caller]
pub fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < TIMEOUT, "{what} within {} s", TIMEOUT.as_secs());
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn is_alive(pid: u32) -> bool {
    stat(pid).is_some_and(|(state, _)| state != "Z" && state != "X")
}

fn parent(pid: u32) -> Option<u32> {
    stat(pid)?.1.parse().ok()
}

/// The state and the parent's id. They follow the last parenthesis: the name before it may contain parentheses too.
fn stat(pid: u32) -> Option<(String, String)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().map(str::to_owned);
    Some((fields.next()?, fields.next()?))
}
