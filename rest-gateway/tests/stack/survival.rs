//! What a killed process takes with it, and what it does not.

use crate::processes::{descendants, descendants_named, signal, wait_until, wait_until_gone};
use crate::running::{PROGRAM, Place, Stack};
use hyper::StatusCode;
use std::process::Command;
use std::time::{Duration, Instant};
use test_db::Database;

/// More than a restart may take, back-off included.
const LIMIT: Duration = Duration::from_secs(30);
const TICK: Duration = Duration::from_millis(20);

#[test]
fn killing_rest_gateway_leaves_no_child() {
    let place = Place::new();
    let mut stack = place.start();
    let family = descendants(stack.pid());
    assert!(!family.is_empty());
    stack.end("KILL");
    wait_until_gone(&family);
}

#[test]
fn killing_the_parent_ends_the_stack() {
    let place = Place::new();
    let mut shell = Command::new("sh");
    // The shell stays the parent, since it has something to do afterwards.
    shell.args(["-c", "\"$0\" up --port 0 --data \"$1\"; exit 7", PROGRAM]).arg(place.data());
    shell.current_dir(place.path());
    let mut stack = place.start_by(shell);
    let family = descendants(stack.pid());
    assert!(!descendants_named(stack.pid(), "rest-gateway").is_empty());
    stack.end("KILL");
    wait_until_gone(&family);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_outlives_who_started_it() {
    let (database, place) = (Database::create().await, Place::new());
    let mut shell = Command::new("sh");
    shell.args(["-c", "\"$0\" serve --port 0 & echo \"pid $!\"; wait", PROGRAM]).current_dir(place.path());
    shell.env("PGRST_DB_URI", database.url("authenticator")).env("PGRST_DB_ANON_ROLE", "anon");
    let mut stack = Stack::started(&place, shell, "Listening on");
    let said = stack.said.lines().find_map(|line| line.strip_prefix("pid "));
    let server: u32 = said.unwrap().parse().unwrap();
    stack.end("KILL");
    // What it does on a later signal shows that it has heard no other.
    signal(server, "USR2");
    wait_until("it has read", || stack.log().contains("Config reloaded"));
    signal(server, "TERM");
    wait_until_gone(&[server]);
}

#[tokio::test(flavor = "multi_thread")]
async fn data_and_keys_survive_a_restart_and_a_kill() {
    let place = Place::new();
    let mut stack = place.start();
    let keys =
        ["ANON_KEY", "SERVICE_ROLE_KEY", "PUBLISHABLE_KEY", "SECRET_KEY", "JWT_SECRET", "ADMIN_PASSWORD"];
    let first: Vec<String> = keys.iter().map(|key| stack.value(key).to_owned()).collect();
    assert!(stack.said.contains(stack.value("ADMIN_PASSWORD")), "told at the first start: {}", stack.said);
    stack.query("update public.hotels set name = 'Kept' where id = 1").await.unwrap();

    for how in ["TERM", "KILL"] {
        stack.end(how);
        stack = place.start();
        let again: Vec<&str> = keys.iter().map(|key| stack.value(key)).collect();
        assert_eq!(again, first, "after SIG{how}");
        assert!(!stack.said.contains(stack.value("ADMIN_PASSWORD")), "told once: {}", stack.said);
        let (_, hotel) = stack.get("/rest/v1/hotels?select=name&id=eq.1").await;
        assert_eq!(hotel, r#"[{"name":"Kept"}]"#, "after SIG{how}");
        let (status, _) = stack.get("/storage/v1/object/public/pictures/one.txt").await;
        assert_eq!(status, StatusCode::OK, "after SIG{how}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_changed_in_the_file_and_the_pictures_holds_after_a_restart() {
    let place = Place::new();
    let picture = "/storage/v1/object/public/pictures/one.txt";
    let hash = "select encrypted_password from auth.users where raw_app_meta_data ->> 'username' = 'admin'";
    let mut stack = place.start();
    let generated = stack.query(hash).await.unwrap();
    stack.end("TERM");

    let configuration = std::fs::read_to_string(place.path().join("supabase-compat.toml")).unwrap();
    let chosen = "[admin]\npassword = \"chosen-by-a-person\"\n[db.passwords]\npostgres = \"p@ss: word\"\n";
    place.configure(&format!("{configuration}{chosen}"));
    std::fs::write(place.path().join("pictures/one.txt"), "another picture").unwrap();
    stack = place.start();
    let chosen = stack.query(hash).await.unwrap();
    assert_ne!(chosen, generated);
    assert_eq!(stack.value("ADMIN_PASSWORD"), "chosen-by-a-person");
    assert!(stack.value("DB_URL").contains("//postgres:p%40ss%3A%20word@"), "{}", stack.value("DB_URL"));
    assert_eq!(stack.get(picture).await.1, "another picture");
    stack.end("TERM");

    stack = place.start();
    assert_eq!(stack.query(hash).await.unwrap(), chosen, "it is not hashed anew at each start");
    stack.end("TERM");

    place.configure(&configuration);
    stack = place.start();
    assert_eq!(stack.query(hash).await.unwrap(), chosen, "a chosen password stays");
    assert_eq!(stack.value("ADMIN_PASSWORD"), "", "and the generated one, which it is not, is not told");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_postgres_comes_back() {
    let place = Place::new();
    let stack = place.start();
    let postmaster = descendants_named(stack.pid(), "postgres")[0];
    signal(postmaster, "KILL");

    // Until it is back a request is refused as one to repeat, never otherwise, and never left without an answer.
    let begin = Instant::now();
    loop {
        let (status, body) = stack.get("/rest/v1/hotels?select=id&limit=1").await;
        assert!(matches!(status, StatusCode::OK | StatusCode::SERVICE_UNAVAILABLE), "{status} {body}");
        if status == StatusCode::OK && stack.log().contains("Postgres is back") {
            break;
        }
        assert!(begin.elapsed() < LIMIT, "Postgres did not come back: {status} {body}");
        tokio::time::sleep(TICK).await;
    }
    assert!(stack.log().contains("Postgres ended by itself"), "it was reported");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_storage_and_a_killed_s3_come_back() {
    let place = Place::new();
    let stack = place.start();
    let before = descendants_named(stack.pid(), "storage");
    assert_eq!(before.len(), 2, "storage and S3");
    before.iter().for_each(|pid| signal(*pid, "KILL"));
    wait_until_gone(&before);
    wait_until("both are started again", || descendants_named(stack.pid(), "storage").len() == 2);
    let begin = Instant::now();
    while stack.get("/storage/v1/object/public/pictures/one.txt").await.0 != StatusCode::OK {
        assert!(begin.elapsed() < LIMIT, "the picture is not served again");
        tokio::time::sleep(TICK).await;
    }
}
