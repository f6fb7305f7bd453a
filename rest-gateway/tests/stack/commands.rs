//! Commands on an external database: `migrate`, `serve`, `up --db-url`; and `storage-gc`.

use crate::processes::{descendants, descendants_named, wait_until, wait_until_exited};
use crate::running::{DEMO_ANON_KEY, PROGRAM, Place, get};
use hyper::StatusCode;
use std::path::Path;
use std::process::{Command, Stdio};
use test_db::Database;

#[tokio::test(flavor = "multi_thread")]
async fn migrate_applies_and_lists_migrations() {
    let database = Database::create().await;
    let superuser = database.client().await;
    superuser.batch_execute("create database unmigrated").await.unwrap();
    let url = database.superuser_url().replace(database.name(), "unmigrated");
    let migrate = || Command::new(PROGRAM).args(["migrate", "--db-url", &url]).output().unwrap();

    let first = migrate();
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    assert!(String::from_utf8(first.stdout).unwrap().lines().count() > 5);
    let second = migrate();
    assert!(second.status.success());
    assert_eq!(String::from_utf8(second.stdout).unwrap(), "Nothing to do: the database is up to date\n");
    superuser.batch_execute("drop database unmigrated").await.unwrap();
}

#[test]
fn migrate_reports_a_connection_error() {
    let output = Command::new(PROGRAM)
        .args(["migrate", "--db-url", "postgres://nobody@127.0.0.1:1/x"])
        .output()
        .unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("cannot connect to the database") && error.contains("127.0.0.1:1)"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_answers_rest_on_an_external_database() {
    let database = Database::seeded().await;
    let place = Place::of_rest(&format!("url = \"{}\"", database.superuser_url()));
    let mut front_door = place.serve();
    let url = front_door.line.rsplit_once(' ').unwrap().1;

    let (status, hotels) =
        get(&format!("{url}/rest/v1/hotels?select=id&order=id&limit=1"), DEMO_ANON_KEY).await;
    assert_eq!((status, hotels.as_str()), (StatusCode::OK, r#"[{"id":1}]"#));
    assert!(descendants(front_door.pid()).is_empty(), "nothing else was started");
    assert!(front_door.end("TERM").success());
}

#[test]
fn serve_generates_no_secret() {
    let place = Place::with_config("[db]\nurl = \"postgres://postgres@127.0.0.1:1/postgres\"\n");
    let output = Command::new(PROGRAM)
        .args(["serve", "--config", "supabase-compat.toml"])
        .current_dir(place.path())
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("[auth] jwt_secret must be set"));
}

#[tokio::test(flavor = "multi_thread")]
async fn up_uses_an_external_postgres() {
    let database = Database::create().await;
    let place = Place::new();
    let mut command = place.up_command();
    command.args(["--db-url", &database.superuser_url()]);
    let stack = place.start_by(command);

    assert_eq!(stack.value("DB_URL"), database.superuser_url());
    assert!(descendants_named(stack.pid(), "postgres").is_empty());
    let (status, hotels) = stack.get("/rest/v1/hotels?select=id&order=id&limit=1").await;
    assert_eq!((status, hotels.as_str()), (StatusCode::OK, r#"[{"id":1}]"#), "migrated and seeded");
}

#[tokio::test(flavor = "multi_thread")]
async fn up_uses_a_postgres_that_requires_tls() {
    let database = Database::encrypted().await;
    let place = Place::with_config(
        "[storage.buckets.pictures]\npublic = true\nobjects_path = \"pictures\"\n\
         [functions.translations]\nverify_jwt = false\n[db.seed]\nsample_hotels = true\n",
    );
    let mut command = place.up_command();
    // The host name is in the URL; libpq's variables are passed to every process.
    let (url, root) = database.superuser_url().split_once("&sslrootcert=").map(owned).unwrap();
    command.args(["--db-url", &url]).env("PGSSLROOTCERT", root);
    let stack = place.start_by(command);

    let (status, hotels) = stack.get("/rest/v1/hotels?select=id&order=id&limit=1").await;
    assert_eq!((status, hotels.as_str()), (StatusCode::OK, r#"[{"id":1}]"#), "REST");
    let (status, _) = stack.get("/functions/v1/translations?action=get&language=de").await;
    assert_eq!(status, StatusCode::OK, "a function");
    let (status, picture) = stack.get("/storage/v1/object/public/pictures/one.txt").await;
    assert_eq!((status, picture.as_str()), (StatusCode::OK, "a picture"), "storage");
}

fn owned((left, right): (&str, &str)) -> (String, String) {
    (left.to_owned(), right.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn migrate_reports_tls_errors() {
    let database = Database::encrypted().await;
    let (address, _) = database.superuser_url().split_once('?').map(owned).unwrap();
    for (mode, message) in
        [("yes", "sslmode must be disable,"), ("disable", "no encryption"), ("verify-full", "UnknownIssuer")]
    {
        let url = format!("{address}?sslmode={mode}");
        let output = Command::new(PROGRAM).args(["migrate", "--db-url", &url]).output().unwrap();
        assert!(!output.status.success());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(message), "{mode}: {error}");
    }
}

#[test]
fn an_interrupted_start_leaves_no_process() {
    // During initdb, and while the server starts or is being migrated.
    for program in ["initdb", "postgres"] {
        let place = Place::new();
        let mut child = place.up_command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("the program runs", || !descendants_named(child.id(), program).is_empty());
        let family = descendants(child.id());
        crate::processes::signal(child.id(), "TERM");
        child.wait().unwrap();
        wait_until_exited(&family);
        assert!(!place.status("env").status.success());
        // The next start succeeds.
        place.start();
    }
}

#[test]
fn up_does_not_touch_a_folder_with_other_content() {
    let place = Place::new();
    let data = place.data();
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join(".gitignore"), "target\n").unwrap();
    let mode = || std::fs::metadata(&data).unwrap().permissions();
    let before = mode();
    let output = place.up_command().output().unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("holds other things than a stack"), "{error}");
    assert_eq!(std::fs::read_to_string(data.join(".gitignore")).unwrap(), "target\n");
    assert_eq!((mode(), std::fs::read_dir(&data).unwrap().count()), (before, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn storage_gc_removes_orphaned_blobs() {
    let place = Place::new();
    let stack = place.start();
    let bytes = || files_under(&place.data().join("s3/storage"));
    assert_eq!(bytes(), 1, "the picture's");
    let release = "with gone as (delete from storage.objects returning version, bucket_id || '/' || name as path)
                   insert into storage.orphaned_blobs (version, path, expires_at) select version, path, now() from gone";
    stack.query(&format!("set storage.allow_delete_query = 'true'; {release}")).await.unwrap();

    let mut gc = Command::new(PROGRAM);
    let output =
        gc.args(["storage-gc", "--data"]).arg(place.data()).current_dir(place.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(bytes(), 0);
}

fn files_under(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| if entry.path().is_dir() { files_under(&entry.path()) } else { 1 }).sum()
}
