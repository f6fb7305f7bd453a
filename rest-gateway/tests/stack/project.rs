//! `up` in the folder of a Supabase project: its configuration, migrations and seeds, and the keys of local projects.

use crate::running::{DEMO_ANON_KEY, PROGRAM, Place};
use hyper::StatusCode;
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Only REST, so that a test needs no other program.
pub const CONFIG: &str = "project_id = \"todos\"\n[studio]\nenabled = true\n[auth]\nenabled = false\n\
                      [storage]\nenabled = false\n[db]\nmajor_version = 12\n";
pub const TODOS: &str = "create table todos (id int primary key, task text);\n\
                     create function done() returns int language sql as 'select 3';\n";

pub fn project(files: &[(&str, &str)]) -> Place {
    let place = Place::without_config();
    for (name, content) in files {
        let path = place.path().join("supabase").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    place
}

/// A command that has ended.
pub struct Finished {
    pub is_ok: bool,
    pub output: String,
    pub error: String,
}

impl Finished {
    pub fn text(&self) -> String {
        format!("{}{}", self.output, self.error)
    }
}

/// Runs a command in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Finished {
    let mut command = Command::new(PROGRAM);
    finish(command.args(arguments).current_dir(folder))
}

/// Runs a command without input until it ends.
pub fn finish(command: &mut Command) -> Finished {
    let done = command.stdin(Stdio::null()).output().unwrap();
    Finished {
        is_ok: done.status.success(),
        output: String::from_utf8(done.stdout).unwrap(),
        error: String::from_utf8(done.stderr).unwrap(),
    }
}

/// Runs a command on the stack of a place.
pub fn run(place: &Place, arguments: &[&str]) -> Finished {
    run_in(place.path(), &[arguments, &["--data", "data"]].concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn up_runs_migrations_and_seeds_and_opens_their_tables() {
    let place = project(&[
        ("config.toml", CONFIG),
        ("migrations/20240101000000_todos.sql", TODOS),
        ("seed.sql", "insert into todos values (1, 'Brocciu');"),
    ]);
    let mut stack = place.start();
    assert_eq!(stack.value("ANON_KEY"), DEMO_ANON_KEY);
    assert!(stack.value("DB_URL").contains("//postgres:postgres@127.0.0.1:"), "{}", stack.value("DB_URL"));
    let (status, todos) = stack.get("/rest/v1/todos?select=task").await;
    assert_eq!((status, todos.as_str()), (StatusCode::OK, r#"[{"task":"Brocciu"}]"#), "without a grant");
    assert_eq!(stack.get("/rest/v1/rpc/done").await, (StatusCode::OK, "3".to_owned()));
    assert!(stack.output.contains("1 migrations applied, 1 seeds run"), "{}", stack.output);
    assert!(stack.output.contains("since version 12 is not installed"), "{}", stack.output);
    assert!(
        stack.log().contains("ignored, because this stack does not have them: [studio]"),
        "{}",
        stack.log()
    );
    stack.end("TERM");

    let next = "alter table todos add done boolean not null default false;";
    fs::write(place.path().join("supabase/migrations/20240102000000_done.sql"), next).unwrap();
    let stack = place.start();
    let (_, todos) = stack.get("/rest/v1/todos?select=task,done").await;
    assert_eq!(todos, r#"[{"task":"Brocciu","done":false}]"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_sign_up_in_a_new_project() {
    let profiles = "create table profiles (id uuid primary key references auth.users, city text);\n\
                    create function welcome() returns trigger language plpgsql security definer set search_path = '' as $$\n\
                    begin insert into public.profiles values (new.id, new.raw_user_meta_data ->> 'city'); return new; end $$;\n\
                    create trigger welcome after insert on auth.users for each row execute function welcome();";
    let place = project(&[
        ("config.toml", include_str!("../project_config/new_project.toml")),
        ("migrations/1_profiles.sql", profiles),
    ]);
    let stack = place.start();
    let account = json!({ "email": "ange@example.org", "password": "brocciu", "data": { "city": "Bastia" } });
    let session = stack.post("/auth/v1/signup", &account).await;
    let token = session["access_token"].as_str().unwrap();
    let (_, people) = stack.get_as("/rest/v1/profiles?select=city", token).await;
    assert_eq!(people, r#"[{"city":"Bastia"}]"#);
    let accounts = stack.query("select count(*) from auth.users").await.unwrap();
    assert_eq!(accounts, "1", "a project has no administrator");
    assert_eq!((stack.value("ADMIN_USERNAME"), stack.value("ADMIN_PASSWORD")), ("", ""));
}

#[tokio::test(flavor = "multi_thread")]
async fn new_tables_stay_closed_where_the_project_says_so() {
    let closed = format!("{CONFIG}[api]\nauto_expose_new_tables = false\n");
    let place = project(&[("config.toml", &closed), ("migrations/1_todos.sql", TODOS)]);
    let stack = place.start();
    assert_eq!(stack.get("/rest/v1/todos").await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn migrations_find_what_a_local_project_has() {
    let usual = "create table rooms (id uuid primary key default uuid_generate_v4(), token bytea default gen_random_bytes(8));\n\
                 alter publication supabase_realtime add table rooms;\n\
                 create function new_room() returns uuid language sql as 'insert into rooms default values returning id';\n";
    let place = project(&[("config.toml", CONFIG), ("migrations/1_rooms.sql", usual)]);
    let stack = place.start();
    let room = stack.post("/rest/v1/rpc/new_room", &json!({})).await;
    assert_eq!(room.as_str().unwrap().len(), 36);
}

#[test]
fn a_failing_migration_ends_the_start_with_its_place() {
    let failing = format!("{TODOS}insert into nowhere values (1);");
    let place = project(&[("config.toml", CONFIG), ("migrations/1_todos.sql", &failing)]);
    let output = place.up_command().output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    let expected =
        "1_todos.sql:3:13: relation \"nowhere\" does not exist (42P01), in statement 3: insert into nowhere";
    assert!(!output.status.success() && error.contains(expected), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_find_the_project_from_a_folder_within() {
    let place = project(&[("config.toml", CONFIG)]);
    let inner = place.path().join("apps/web");
    fs::create_dir_all(&inner).unwrap();
    let mut up = Command::new(PROGRAM);
    up.args(["up", "--port", "0"]).current_dir(&inner);
    let _stack = crate::running::Stack::started(&place, up, "Ctrl-C");
    assert!(place.path().join(".stack").is_dir() && !inner.join(".stack").exists());
    let status = |arguments: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.args(["status", "-o", "env"]).args(arguments).current_dir(&inner).output().unwrap()
    };
    assert!(status(&[]).status.success());
    assert!(status(&["--workdir", "../.."]).status.success());
}

#[test]
fn all_errors_of_the_configuration_are_printed() {
    let place = project(&[("config.toml", "[api]\nport = \"x\"\n[studoi]\nenabled = true\n")]);
    let output = place.up_command().output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("config.toml:2: [api] port: expected a whole number"), "{error}");
    assert!(error.contains("config.toml:3: [studoi]: unknown; did you mean studio?"), "{error}");
    assert!(!output.status.success() && !place.data().exists(), "nothing was started");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_the_product_is_in_a_project() {
    let place = project(&[("config.toml", CONFIG)]);
    let stack = place.start();
    let relations = "select count(*) from pg_class where relnamespace = 'public'::regnamespace";
    assert_eq!(stack.query(relations).await.unwrap(), "0");
    let functions =
        "select count(*) from pg_proc where proname in ('is_admin', 'own_sessions', 'email_of_user_name')";
    assert_eq!(stack.query(functions).await.unwrap(), "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_has_the_shape_of_a_local_project() {
    let place = project(&[("config.toml", CONFIG)]);
    let stack = place.start();
    let admin = stack.value("DB_URL").replace("//postgres:", "//supabase_admin:");
    let (client, connection) = tokio_postgres::connect(&admin, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let superuser = "select rolsuper from pg_roles where rolname = current_user";
    assert!(client.query_one(superuser, &[]).await.unwrap().get::<_, bool>(0));
    for (query, expected) in [
        ("show search_path", "\"$user\", public, extensions"),
        ("select length(uuid_generate_v4()::text)", "36"),
        ("select count(*) > 0 from pg_stat_statements", "t"),
        ("select current_setting('app.settings.jwt_exp')", "3600"),
        ("select nspowner::regrole from pg_namespace where nspname = 'auth'", "supabase_admin"),
        (
            "select rolconfig::text from pg_roles where rolname = 'supabase_auth_admin'",
            "{search_path=auth,idle_in_transaction_session_timeout=60s}",
        ),
    ] {
        assert_eq!(stack.query(query).await.unwrap(), expected, "{query}");
    }
}
