//! Killed processes: none is orphaned, services are restarted, and data survives.

use crate::processes::{descendants, descendants_named, signal, wait_until, wait_until_exited};
use crate::running::{PROGRAM, Place, Stack};
use hyper::StatusCode;
use std::process::Command;
use std::time::{Duration, Instant};
use test_db::Database;

/// Longer than a restart with its backoff.
const TIMEOUT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

#[test]
fn killing_the_gateway_leaves_no_child() {
    let place = Place::new();
    let mut stack = place.start();
    let family = descendants(stack.pid());
    assert!(!family.is_empty());
    stack.end("KILL");
    wait_until_exited(&family);
}

#[test]
fn killing_the_parent_ends_the_stack() {
    let place = Place::new();
    let mut shell = Command::new("sh");
    // Because of `exit`, the shell does not replace itself by the command.
    shell.args(["-c", "\"$0\" up --port 0 --data \"$1\"; exit 7", PROGRAM]).arg(place.data());
    shell.current_dir(place.path());
    let mut stack = place.start_by(shell);
    let family = descendants(stack.pid());
    assert!(!descendants_named(stack.pid(), "rest-gateway").is_empty());
    stack.end("KILL");
    wait_until_exited(&family);
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_outlives_its_parent() {
    let (database, place) = (Database::create().await, Place::new());
    let mut shell = Command::new("sh");
    shell.args(["-c", "\"$0\" serve --port 0 & echo \"pid $!\"; wait", PROGRAM]).current_dir(place.path());
    shell.env("PGRST_DB_URI", database.url("authenticator")).env("PGRST_DB_ANON_ROLE", "anon");
    let mut stack = Stack::started(&place, shell, "Listening on");
    let pid = stack.output.lines().find_map(|line| line.strip_prefix("pid "));
    let server: u32 = pid.unwrap().parse().unwrap();
    stack.end("KILL");
    // It still handles a later signal.
    signal(server, "USR2");
    wait_until("the configuration is reloaded", || stack.log().contains("Config reloaded"));
    signal(server, "TERM");
    wait_until_exited(&[server]);
}

#[tokio::test(flavor = "multi_thread")]
async fn data_and_keys_survive_a_restart_and_a_kill() {
    let place = Place::new();
    let mut stack = place.start();
    let keys =
        ["ANON_KEY", "SERVICE_ROLE_KEY", "PUBLISHABLE_KEY", "SECRET_KEY", "JWT_SECRET", "ADMIN_PASSWORD"];
    let first: Vec<String> = keys.iter().map(|key| stack.value(key).to_owned()).collect();
    assert!(
        stack.output.contains(stack.value("ADMIN_PASSWORD")),
        "printed at the first start: {}",
        stack.output
    );
    stack.query("update public.hotels set name = 'Kept' where id = 1").await.unwrap();

    for how in ["TERM", "KILL"] {
        stack.end(how);
        stack = place.start();
        let again: Vec<&str> = keys.iter().map(|key| stack.value(key)).collect();
        assert_eq!(again, first, "after SIG{how}");
        assert!(!stack.output.contains(stack.value("ADMIN_PASSWORD")), "printed once: {}", stack.output);
        let (_, hotel) = stack.get("/rest/v1/hotels?select=name&id=eq.1").await;
        assert_eq!(hotel, r#"[{"name":"Kept"}]"#, "after SIG{how}");
        let (status, _) = stack.get("/storage/v1/object/public/pictures/one.txt").await;
        assert_eq!(status, StatusCode::OK, "after SIG{how}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_configuration_and_changed_objects_apply_after_a_restart() {
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
    assert_eq!(stack.query(hash).await.unwrap(), chosen, "it is not hashed again at each start");
    stack.end("TERM");

    place.configure(&configuration);
    stack = place.start();
    assert_eq!(stack.query(hash).await.unwrap(), chosen, "a configured password stays");
    assert_eq!(stack.value("ADMIN_PASSWORD"), "", "the generated one, which is not in use, is not printed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_postgres_is_restarted() {
    let place = Place::new();
    let stack = place.start();
    let postmaster = descendants_named(stack.pid(), "postgres")[0];
    signal(postmaster, "KILL");

    // Until it is back, every request gets a 503, which clients may retry.
    let begin = Instant::now();
    loop {
        let (status, body) = stack.get("/rest/v1/hotels?select=id&limit=1").await;
        assert!(matches!(status, StatusCode::OK | StatusCode::SERVICE_UNAVAILABLE), "{status} {body}");
        if status == StatusCode::OK && stack.log().contains("Postgres is back") {
            break;
        }
        assert!(begin.elapsed() < TIMEOUT, "Postgres did not come back: {status} {body}");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    assert!(stack.log().contains("Postgres ended by itself"), "the restart is logged");
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_storage_and_s3_are_restarted() {
    let place = Place::new();
    let stack = place.start();
    let before = descendants_named(stack.pid(), "storage");
    assert_eq!(before.len(), 2, "storage and S3");
    before.iter().for_each(|pid| signal(*pid, "KILL"));
    wait_until_exited(&before);
    wait_until("both are started again", || descendants_named(stack.pid(), "storage").len() == 2);
    let begin = Instant::now();
    while stack.get("/storage/v1/object/public/pictures/one.txt").await.0 != StatusCode::OK {
        assert!(begin.elapsed() < TIMEOUT, "the picture is not served again");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
