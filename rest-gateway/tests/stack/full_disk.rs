//! A full disk is logged, and the stack reports that it is incomplete. The test simulates it by a limit on file sizes,
//! which needs no privileges and makes the same writes fail.

use crate::running::{PROGRAM, Place};
use hyper::StatusCode;
use serde_json::Value;
use std::process::Command;
use test_db::Database;

/// A limit of 128 blocks; a block is 512 or 1024 bytes, depending on the shell.
const LIMIT: &str = "trap '' XFSZ; ulimit -f 128; exec \"$0\" up --port 0 --data \"$1\" --db-url \"$2\"";

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_logged_and_the_stack_is_incomplete() {
    let database = Database::create().await;
    let place = Place::new();
    std::fs::write(place.path().join("pictures/large.txt"), vec![b'x'; 1 << 20]).unwrap();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", LIMIT, PROGRAM])
        .arg(place.data())
        .arg(database.superuser_url())
        .current_dir(place.path());
    let stack = place.start_by(shell);

    assert!(stack.output.contains("Incomplete") && !stack.output.contains("Ready"), "{}", stack.output);
    let lines: Vec<Value> = stack.log().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let is_disk_error =
        |line: &&Value| line["level"] == "ERROR" && line.to_string().contains("File too large");
    let services: Vec<&str> =
        lines.iter().filter(is_disk_error).filter_map(|line| line["service"].as_str()).collect();
    assert!(services.contains(&"s3"), "{}", stack.log());
    // Requests that need no disk space are served.
    assert_eq!(stack.get("/rest/v1/hotels?select=id&limit=1").await.0, StatusCode::OK);
}
