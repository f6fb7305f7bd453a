//! `import` and `export`: what a hosted project's dumps contain arrives, what cannot be taken is named, nothing is imported
//! by halves, and what was exported can be imported and exported again without a difference.

use crate::processes;
use crate::project::{Finished, project, run, run_in};
use crate::running::{PROGRAM, Place, Stack};
use hyper::StatusCode;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use test_db::Database;

/// The `auth` schema of a hosted project, as `pg_dump` writes it.
const HOSTED_SCHEMA: &str = include_str!("../../../../auth/tests/http/hosted_schema.sql");
const HOSTED_DATA: &str = include_str!("../../../../auth/tests/http/hosted_dump.sql");
const PASSWORD: &str = "brocciu e fiadone";

/// A new project without functions.
fn new_project() -> Place {
    project(&[("config.toml", include_str!("../../project_config/new_project.toml"))])
}

/// The dumps of a hosted project in a folder, with the bytes of its objects.
async fn hosted(place: &Place, stack: &Stack) -> Vec<String> {
    let crypt = format!("select extensions.crypt('{PASSWORD}', extensions.gen_salt('bf', 6))");
    let hash = stack.query(&crypt).await.unwrap();
    let files = [
        ("roles.sql", include_str!("roles.sql").to_owned()),
        ("schema.sql", include_str!("schema.sql").to_owned()),
        ("auth_schema.sql", HOSTED_SCHEMA.to_owned()),
        ("auth_data.sql", HOSTED_DATA.replace("@BCRYPT@", &hash)),
        ("data.sql", include_str!("data.sql").to_owned()),
    ];
    let folder = place.path().join("dump");
    let objects = folder.join("files/pictures");
    fs::create_dir_all(objects.join("harbour")).unwrap();
    fs::write(objects.join("harbour/one.txt"), "a picture").unwrap();
    // `harbour` is a folder, so this object is found by its version.
    fs::create_dir_all(folder.join("files/.versions")).unwrap();
    fs::write(folder.join("files/.versions/e2222222-0d5a-4c5e-9a3e-6a3c1f7b2d02"), "sea").unwrap();
    let write = |(name, content): (&str, String)| {
        fs::write(folder.join(name), content).unwrap();
        folder.join(name).display().to_string()
    };
    files.into_iter().map(write).collect()
}

fn import(place: &Place, dumps: &[String], more: &[&str]) -> Finished {
    let dumps: Vec<&str> = dumps.iter().map(String::as_str).collect();
    run(place, &[&["import", "--dump"], dumps.as_slice(), more].concat())
}

async fn sign_in(stack: &Stack, email: &str, password: &str) -> StatusCode {
    let body = json!({ "email": email, "password": password });
    stack.post_for_status("/auth/v1/token?grant_type=password", &body).await.0
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hosted_project_moves_in_and_its_people_sign_in_with_their_passwords() {
    let place = new_project();
    let stack = place.start();
    let dumps = hosted(&place, &stack).await;
    let files = place.path().join("dump/files").display().to_string();

    let dry = import(&place, &dumps, &["--storage", &files, "--dry-run"]);
    assert!(dry.is_ok && dry.output.contains("would import"), "{}", dry.text());
    assert_eq!(stack.query("select to_regclass('public.todos')").await.unwrap(), "", "nothing was kept");
    let roles = "select count(*) from pg_roles where rolname = 'import_chef'";
    assert_eq!(stack.query(roles).await.unwrap(), "0", "roles belong to the server, and are not kept either");

    let imported = import(&place, &dumps, &["--storage", &files]);
    assert!(imported.is_ok, "{}", imported.text());
    for expected in [
        "public.todos: 3 rows",
        "auth.users: 5 rows",
        "cron.job: 1 rows",
        "schema.sql:3: SET transaction_timeout = 0",
        "schema.sql:10: CREATE EXTENSION IF NOT EXISTS \"plv8\"",
        "the extension `plv8` is not installed on this server",
        "data.sql:14: COPY \"auth\".\"newer_than_the_platform\"",
        "2 rows: the platform has no such table",
        "the platform has no column `newer`: 1 values are left out",
        "1 rows: they are encrypted with a key of their server",
        "2 objects with 0.0 MB",
    ] {
        assert!(imported.output.contains(expected), "{expected} in\n{}", imported.output);
    }
    assert!(!imported.output.contains("empty_and_newer"), "an empty table is no loss: {}", imported.output);

    let (status, todos) = stack.get("/rest/v1/todos?select=task&order=id").await;
    let todos: serde_json::Value = serde_json::from_str(&todos).unwrap();
    let expected = json!([{ "task": "Brocciu; e pane" }, { "task": "Fiadone\nè vinu" }, { "task": "L'acqua; chì corre" }]);
    assert_eq!((status, todos), (StatusCode::OK, expected));
    assert_eq!(sign_in(&stack, "bcrypt@exemple.fr", PASSWORD).await, StatusCode::OK);
    assert_eq!(sign_in(&stack, "bcrypt@exemple.fr", "another").await, StatusCode::BAD_REQUEST);
    assert_eq!(sign_in(&stack, "argon2id@exemple.fr", "password").await, StatusCode::OK);
    let refresh = json!({ "refresh_token": "klmnopqrst34" });
    let session = stack.post("/auth/v1/token?grant_type=refresh_token", &refresh).await;
    assert_eq!(session["user"]["factors"].as_array().unwrap().len(), 2, "{session}");
    for (name, bytes) in [("harbour/one.txt", "a picture"), ("harbour", "sea")] {
        let path = format!("/storage/v1/object/public/pictures/{name}");
        assert_eq!(stack.get(&path).await, (StatusCode::OK, bytes.to_owned()));
    }
    let account = json!({ "email": "ange@exemple.fr", "password": PASSWORD, "data": { "city": "Bastia" } });
    stack.post("/auth/v1/signup", &account).await;
    let city = "select city from profiles join auth.users using (id) where email = 'ange@exemple.fr'";
    assert_eq!(stack.query(city).await.unwrap(), "Bastia", "the trigger on auth.users");
    assert_eq!(stack.query("insert into todos (task) values ('x') returning id").await.unwrap(), "4");
    let published = "select tablename from pg_publication_tables where pubname = 'supabase_realtime'";
    assert_eq!(stack.query(published).await.unwrap(), "todos");

    let again = import(&place, &dumps, &["--storage", &files]);
    assert!(!again.is_ok && again.error.contains("--replace"), "{}", again.text());
    let replaced = import(&place, &dumps, &["--storage", &files, "--replace"]);
    assert!(replaced.is_ok, "{}", replaced.text());
    assert_eq!(stack.query("select count(*) from auth.users").await.unwrap(), "5");
    let picture = "/storage/v1/object/public/pictures/harbour/one.txt";
    assert_eq!(stack.get(picture).await.1, "a picture", "the same bytes were not removed");

    fs::write(place.path().join("dump/files/pictures/harbour/one.txt"), "a pictur3").unwrap();
    let differing = import(&place, &dumps, &["--storage", &files, "--replace"]);
    assert!(!differing.is_ok && differing.error.contains("its MD5 is"), "{}", differing.text());
    assert_eq!(stack.get(picture).await.1, "a picture", "and are not overwritten by different ones");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_that_cannot_be_imported_changes_nothing_and_says_where() {
    let place = new_project();
    let stack = place.start();
    let dump = place.path().join("bad.sql");
    let sql = "create table one (id int primary key);\n\n-- A type that is not there.\n\
               create table two (\n  place geography\n);\n\
               COPY one (id) FROM stdin;\n1\nx\n\\.\n";
    fs::write(&dump, sql).unwrap();
    let path = dump.display().to_string();
    let failed = run(&place, &["import", "--dump", &path]);
    assert!(!failed.is_ok, "{}", failed.text());
    assert!(failed.error.contains("bad.sql:4: create table two"), "{}", failed.error);
    assert!(failed.error.contains("type \"geography\" does not exist"), "{}", failed.error);
    assert!(failed.error.contains("bad.sql:9: COPY one"), "the line of the row: {}", failed.error);
    assert_eq!(stack.query("select to_regclass('public.one')").await.unwrap(), "");
    let databases = "select string_agg(datname, ',') from pg_database where datname like '%next%'";
    assert_eq!(stack.query(databases).await.unwrap(), "");

    let partly = run(&place, &["import", "--dump", &path, "--ignore-errors"]);
    assert!(partly.is_ok && partly.output.contains("rejected and left out"), "{}", partly.text());
    assert_eq!(stack.query("select count(*) from one").await.unwrap(), "0");

    for (content, expected) in [
        ("COPY one (id) FROM stdin;\n1\n", "the rows of COPY do not end"),
        ("create table three (id int", "line 1: it does not end"),
        ("", "is empty"),
    ] {
        fs::write(&dump, content).unwrap();
        let failed = run(&place, &["import", "--dump", &path, "--replace"]);
        assert!(!failed.is_ok && failed.error.contains(expected), "{expected}: {}", failed.text());
        assert_eq!(stack.query("select count(*) from one").await.unwrap(), "0");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_differ_or_are_missing_stop_an_import() {
    let place = new_project();
    let stack = place.start();
    let dumps = hosted(&place, &stack).await;
    let files = place.path().join("dump/files");
    fs::write(files.join("pictures/harbour/one.txt"), "a pictur3").unwrap();
    fs::remove_dir_all(files.join(".versions")).unwrap();
    for more in [["--dry-run"].as_slice(), &[]] {
        let place_of_files = files.display().to_string();
        let failed = import(&place, &dumps, &[&["--storage", place_of_files.as_str()], more].concat());
        assert!(!failed.is_ok, "{}", failed.text());
        assert!(failed.error.contains("pictures/harbour/one.txt: its MD5 is"), "{}", failed.error);
        assert!(failed.error.contains("pictures/harbour: there is no such file"), "{}", failed.error);
        assert_eq!(stack.query("select to_regclass('public.todos')").await.unwrap(), "");
    }
    let waiting =
        "select count(*) from storage.orphaned_blobs where expires_at > now() + interval '20 hours'";
    assert_eq!(stack.query(waiting).await.unwrap(), "2", "copied bytes are removed later");
}

/// The dump is a pipe that stays open, so that the import is killed in the middle.
#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_is_killed_leaves_the_stack_as_it_was() {
    let place = new_project();
    let mut stack = place.start();
    stack.query("create table kept (id int); insert into kept values (1)").await.unwrap();
    let pipe = place.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut import = Command::new(PROGRAM);
    import.args(["import", "--replace", "--data", "data", "--dump"]).arg(&pipe).current_dir(place.path());
    let mut import = import.stdout(Stdio::null()).spawn().unwrap();
    // Opened for both, the pipe does not wait for an import that ends before it reads.
    let mut dump = fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
    dump.write_all(b"create table half (id int);\nCOPY half (id) FROM stdin;\n1\n").unwrap();
    let started =
        "select count(*) from pg_stat_activity where datname = 'postgres_next' and query like 'COPY%'";
    while stack.query(started).await.unwrap() == "0" {
        assert!(import.try_wait().unwrap().is_none(), "the import has ended");
    }
    processes::signal(import.id(), "KILL");
    import.wait().unwrap();
    drop(dump);
    assert_eq!(stack.query("select count(*) from kept").await.unwrap(), "1");
    stack.end("TERM");
    let stack = place.start();
    assert_eq!(stack.query("select count(*) from kept").await.unwrap(), "1");
    let databases = "select count(*) from pg_database where datname = 'postgres_next'";
    assert_eq!(stack.query(databases).await.unwrap(), "0", "the start has removed what was left");
}

/// The files of a folder, with their contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_equal_after_an_import_into_an_empty_stack() {
    let (first, second) = (new_project(), new_project());
    let stack = first.start();
    let dumps = hosted(&first, &stack).await;
    let files = first.path().join("dump/files").display().to_string();
    assert!(import(&first, &dumps, &["--storage", &files]).is_ok);
    let exported = run(&first, &["export", "--to", "backup"]);
    assert!(exported.is_ok && exported.output.contains("2 objects"), "{}", exported.text());
    let once_more = run(&first, &["export", "--to", "backup"]);
    assert!(!once_more.is_ok && once_more.error.contains("is there already"), "{}", once_more.text());

    let other = second.start();
    let backup = first.path().join("backup");
    let imported = run(&second, &["import", "--dump", backup.to_str().unwrap()]);
    assert!(imported.is_ok, "{}", imported.text());
    assert!(!imported.output.contains("left out"), "everything was taken: {}", imported.output);
    assert_eq!(sign_in(&other, "argon2id@exemple.fr", "password").await, StatusCode::OK);
    let function = "select prosrc from pg_proc where proname = 'handle_new_user'";
    assert_eq!(other.query(function).await.unwrap(), stack.query(function).await.unwrap());
    assert_eq!(other.query("select jobname from cron.job").await.unwrap(), "yearly");
    // The sign-in has changed rows, so the comparison is with another import.
    assert!(run(&second, &["import", "--dump", backup.to_str().unwrap(), "--replace"]).is_ok);
    assert!(run(&second, &["export", "--to", "backup"]).is_ok);
    let (before, after) = (contents(&backup), contents(&second.path().join("backup")));
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for (path, content) in &before {
        let (before, after) = (String::from_utf8_lossy(content), String::from_utf8_lossy(&after[path]));
        assert_eq!(before, after, "{}", path.display());
    }
    assert!(before.keys().any(|path| path.starts_with("storage/pictures/harbour")), "{:?}", before.keys());
}

/// `pg_dump` of the whole database, as text and as an archive.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_database_moves_in_as_one_file() {
    let (first, second) = (new_project(), new_project());
    let stack = first.start();
    let dumps = hosted(&first, &stack).await;
    assert!(import(&first, &dumps, &[]).is_ok);
    let other = second.start();
    for format in ["plain", "custom", "directory"] {
        let file = first.path().join(format!("all.{format}"));
        let mut dump = Command::new("pg_dump");
        dump.args(["--format", format, "--file"]).arg(&file).arg(stack.value("DB_URL"));
        let dumped = dump.output().unwrap();
        assert!(dumped.status.success(), "{}", String::from_utf8_lossy(&dumped.stderr));
        // The roles of a server are in none of its databases.
        let imported = run(&second, &["import", "--replace", "--dump", &dumps[0], file.to_str().unwrap()]);
        assert!(imported.is_ok, "{format}: {}", imported.text());
        assert!(imported.output.contains("no bytes of the 2 objects were copied"), "{}", imported.output);
        assert_eq!(sign_in(&other, "bcrypt@exemple.fr", PASSWORD).await, StatusCode::OK);
        let trigger = "select count(*) from pg_trigger where tgname = 'on_auth_user_created'";
        assert_eq!(other.query(trigger).await.unwrap(), "1");
        let policy = "select count(*) from pg_policies where policyname = 'Pictures are public'";
        assert_eq!(other.query(policy).await.unwrap(), "1");
    }
    let broken = first.path().join("broken.dump");
    fs::write(&broken, b"PGDMP and no more").unwrap();
    let failed = run(&second, &["import", "--replace", "--dump", broken.to_str().unwrap()]);
    assert!(!failed.is_ok && failed.error.contains("pg_restore cannot read"), "{}", failed.text());
    assert_eq!(other.query("select count(*) from todos").await.unwrap(), "3");
}

#[tokio::test(flavor = "multi_thread")]
async fn migrations_count_as_applied_unless_the_dump_has_their_history() {
    let table = "create table todos (id int primary key);";
    let place = project(&[
        ("config.toml", crate::project::CONFIG),
        ("migrations/20240101000000_todos.sql", table),
        ("seed.sql", "insert into todos values (9);"),
    ]);
    let database = Database::platform().await;
    let (url, client) = (database.superuser_url(), database.client().await);
    let dump = place.path().join("dump.sql");
    fs::write(&dump, format!("{table}\nINSERT INTO todos (id) VALUES\n\t(1),\n\t(2);\n")).unwrap();
    let import = |more: &[&str]| {
        let dump = dump.to_str().unwrap();
        run_in(place.path(), &[&["import", "--db-url", url.as_str(), "--dump", dump], more].concat())
    };
    assert!(import(&["--dry-run"]).is_ok);
    let count = async |table: &str| {
        client.query_one(&format!("select count(*) from {table}"), &[]).await.unwrap().get::<_, i64>(0)
    };
    let history =
        client.query_one("select to_regnamespace('supabase_migrations') is null", &[]).await.unwrap();
    assert!(history.get::<_, bool>(0), "nothing was kept");
    let imported = import(&[]);
    assert!(
        imported.is_ok && imported.output.contains("count as applied: 20240101000000"),
        "{}",
        imported.text()
    );
    assert_eq!((count("todos").await, count("supabase_migrations.schema_migrations").await), (2, 1));
    let push = run_in(place.path(), &["db", "push", "--include-seed", "--db-url", &url]);
    assert!(push.is_ok && push.output.contains("up to date"), "{}", push.text());
    let again = import(&[]);
    assert!(!again.is_ok && again.error.contains("public.todos"), "{}", again.text());
}
