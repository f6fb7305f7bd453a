//! Children end with the thread that started them, and signals reach a whole group.

#![cfg(target_os = "linux")]
// A test whose setup fails stops.
#![allow(clippy::unwrap_used)]

use child_process::{Signal, SpawnThread, isolate, signal, signal_group};
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

fn sleeper() -> Command {
    let mut command = Command::new("sleep");
    command.arg("600");
    isolate(&mut command, Signal::KILL);
    command
}

fn ends_within(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let begin = Instant::now();
    loop {
        let status = child.try_wait().unwrap();
        if status.is_some() || begin.elapsed() > limit {
            return status;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_child_ends_with_the_thread_that_started_it() {
    let thread = SpawnThread::start().unwrap();
    let mut child = thread.spawn(sleeper()).unwrap();
    assert_eq!(ends_within(&mut child, Duration::from_millis(200)), None);
    drop(thread);
    let status = ends_within(&mut child, Duration::from_secs(20)).unwrap();
    assert_eq!(status.signal(), Some(Signal::KILL.as_raw()));
}

#[test]
fn a_clone_keeps_the_thread_alive() {
    let thread = SpawnThread::start().unwrap();
    let other = thread.clone();
    let mut child = thread.spawn(sleeper()).unwrap();
    drop(thread);
    assert_eq!(ends_within(&mut child, Duration::from_millis(200)), None);
    drop(other);
    assert!(ends_within(&mut child, Duration::from_secs(20)).is_some());
}

#[test]
fn a_program_that_does_not_exist_is_an_error_and_the_thread_goes_on() {
    let thread = SpawnThread::start().unwrap();
    let error = thread.spawn(Command::new("/no/such/program")).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    let mut child = thread.spawn(Command::new("true")).unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_signal_reaches_one_process_or_its_group() {
    let thread = SpawnThread::start().unwrap();
    let mut child = thread.spawn(sleeper()).unwrap();
    signal(child.id(), Signal::TERM);
    let status = ends_within(&mut child, Duration::from_secs(20)).unwrap();
    assert_eq!(status.signal(), Some(Signal::TERM.as_raw()));

    let mut command = Command::new("sh");
    command.args(["-c", "sleep 600 & echo $!; wait"]).stdout(Stdio::piped());
    isolate(&mut command, Signal::KILL);
    let mut shell = thread.spawn(command).unwrap();
    let mut line = String::new();
    BufReader::new(shell.stdout.take().unwrap()).read_line(&mut line).unwrap();
    signal_group(shell.id(), Signal::TERM);
    assert!(ends_within(&mut shell, Duration::from_secs(20)).is_some());
    let grandchild = format!("/proc/{}/stat", line.trim());
    let is_gone = || std::fs::read_to_string(&grandchild).map_or(true, |stat| stat.contains(") Z "));
    let begin = Instant::now();
    while !is_gone() {
        assert!(begin.elapsed() < Duration::from_secs(20), "the grandchild outlived its group");
        std::thread::sleep(Duration::from_millis(5));
    }
}
