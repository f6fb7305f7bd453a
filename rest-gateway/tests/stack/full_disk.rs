//! A disk that takes no more: who meets it says so, and the stack does not call itself ready. The limit on the size of a
//! file stands for the disk, since it needs no privileges and fails the same writes.

use crate::running::{PROGRAM, Place};
use hyper::StatusCode;
use serde_json::Value;
use std::process::Command;
use test_db::Database;

/// Blocks of 512 or 1024 bytes, as the shell counts them.
const LIMIT: &str = "trap '' XFSZ; ulimit -f 128; exec \"$0\" up --port 0 --data \"$1\" --db-url \"$2\"";

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_write_says_so_and_the_stack_is_not_ready() {
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

    assert!(stack.said.contains("Incomplete") && !stack.said.contains("Ready"), "{}", stack.said);
    let lines: Vec<Value> = stack.log().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = |line: &&Value| line["level"] == "ERROR" && line.to_string().contains("File too large");
    let by: Vec<&str> = lines.iter().filter(told).filter_map(|line| line["service"].as_str()).collect();
    assert!(by.contains(&"s3"), "{}", stack.log());
    // What does not need the disk is served.
    assert_eq!(stack.get("/rest/v1/hotels?select=id&limit=1").await.0, StatusCode::OK);
}
