//! `db reset`, `db push` and `db dump` in the folder of a Supabase project.

use crate::project::{CONFIG, TODOS, project, run, run_in};
use crate::running::Place;
use hyper::StatusCode;
use serde_json::json;
use std::fs;
use test_db::Database;

const SEED: &str = "insert into todos values (1, 'Brocciu');";
const TASKS: &str = "/rest/v1/todos?select=task&order=id";

fn todos() -> Place {
    project(&[("config.toml", CONFIG), ("migrations/20240101000000_todos.sql", TODOS), ("seed.sql", SEED)])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_makes_the_database_anew_while_the_stack_runs() {
    let place = todos();
    let stack = place.start();
    stack.query("insert into todos values (2, 'Fiadone'); create table leftover (id int)").await.unwrap();

    let first = run(&place, &["db", "reset"]);
    assert!(first.is_ok && first.output.contains("1 migrations applied, 1 seeds run"), "{}", first.text());
    assert_eq!(stack.get(TASKS).await, (StatusCode::OK, r#"[{"task":"Brocciu"}]"#.to_owned()));
    assert_eq!(stack.query("select to_regclass('leftover')").await.unwrap(), "");

    stack.query("delete from todos").await.unwrap();
    let second = run(&place, &["db", "reset"]);
    assert!(second.is_ok && second.output.contains("nothing had changed, a copy"), "{}", second.text());
    assert_eq!(stack.get(TASKS).await.1, r#"[{"task":"Brocciu"}]"#);
    assert_eq!(stack.get("/rest/v1/rpc/done").await, (StatusCode::OK, "3".to_owned()), "functions stay open");

    fs::write(place.path().join("supabase/seed.sql"), "insert into todos values (1, 'Figatellu');").unwrap();
    assert!(run(&place, &["db", "reset"]).is_ok);
    assert_eq!(stack.get(TASKS).await.1, r#"[{"task":"Figatellu"}]"#, "a changed seed is run");
    assert!(run(&place, &["db", "reset", "--no-seed"]).is_ok);
    assert_eq!(stack.get(TASKS).await.1, "[]");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_whose_migration_fails_leaves_the_database_as_it_was() {
    let place = todos();
    let stack = place.start();
    stack.query("insert into todos values (2, 'Fiadone')").await.unwrap();
    fs::write(place.path().join("supabase/migrations/20240102000000_bad.sql"), "select nothing;").unwrap();
    let failed = run(&place, &["db", "reset"]);
    assert!(!failed.is_ok, "{}", failed.text());
    assert!(failed.error.contains("20240102000000_bad.sql:1:8: column \"nothing\""), "{}", failed.error);
    assert_eq!(stack.query("select count(*) from todos").await.unwrap(), "2");
    let up_to = run(&place, &["db", "reset", "--version", "20240101000000"]);
    assert!(up_to.is_ok, "{}", up_to.text());
    assert_eq!(stack.query("select count(*) from todos").await.unwrap(), "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_and_settings_of_the_project_survive_a_reset() {
    let role = "create role chef; alter database postgres set \"app.menu\" = 'a, b';";
    let place = project(&[
        ("config.toml", CONFIG),
        ("migrations/1_role.sql", role),
        ("roles.sql", "create role waiter;"),
    ]);
    let stack = place.start();
    for expected in ["1 migrations applied", "a copy"] {
        let reset = run(&place, &["db", "reset"]);
        assert!(reset.is_ok && reset.output.contains(expected), "{}", reset.text());
        assert_eq!(stack.query("select current_setting('app.menu')").await.unwrap(), "a, b");
        assert!(!stack.query("select current_setting('app.settings.jwt_secret')").await.unwrap().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn services_and_buckets_are_there_again_after_a_reset() {
    let bucket = "[storage.buckets.pictures]\npublic = true\nobjects_path = \"../pictures\"\n";
    let config = format!("{}{bucket}", include_str!("../project_config/new_project.toml"));
    let place = project(&[("config.toml", &config)]);
    let stack = place.start();
    let account = json!({ "email": "ange@example.org", "password": "brocciu" });
    stack.post("/auth/v1/signup", &account).await;
    for _ in 0..2 {
        let reset = run(&place, &["db", "reset"]);
        assert!(reset.is_ok && reset.output.contains("1 buckets with 1 objects"), "{}", reset.text());
        // The address is free again.
        stack.post("/auth/v1/signup", &account).await;
        let picture = stack.get("/storage/v1/object/public/pictures/one.txt").await;
        assert_eq!(picture, (StatusCode::OK, "a picture".to_owned()));
    }
}

#[test]
fn a_reset_needs_a_running_stack() {
    let place = todos();
    let failed = run(&place, &["db", "reset"]);
    assert!(!failed.is_ok && failed.error.contains("no stack is running"), "{}", failed.error);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_applies_what_the_database_lacks() {
    let place = todos();
    let database = Database::platform().await;
    let (url, client) = (database.superuser_url(), database.client().await);
    let push = |arguments: &[&str]| {
        run_in(place.path(), &[["db", "push", "--db-url", url.as_str()].as_slice(), arguments].concat())
    };
    let dry = push(&["--dry-run", "--include-seed"]);
    assert!(dry.is_ok && dry.output.contains("20240101000000_todos.sql"), "{}", dry.text());
    assert!(dry.output.contains("supabase/seed.sql"), "{}", dry.output);
    let tables = "select count(*) from pg_tables where tablename in ('todos', 'schema_migrations') \
                  and schemaname in ('public', 'supabase_migrations')";
    assert_eq!(client.query_one(tables, &[]).await.unwrap().get::<_, i64>(0), 0, "nothing was run");

    let pushed = push(&[]);
    assert!(pushed.is_ok && pushed.output.contains("1 migrations applied, 0 seeds run"), "{}", pushed.text());
    let seeded = push(&["--include-seed"]);
    assert!(seeded.is_ok && seeded.output.contains("0 migrations applied, 1 seeds run"), "{}", seeded.text());
    assert!(push(&["--include-seed"]).output.contains("up to date"));

    fs::write(place.path().join("supabase/migrations/20230101000000_late.sql"), "create table late ();")
        .unwrap();
    let late = push(&[]);
    assert!(!late.is_ok && late.error.contains("--include-all"), "{}", late.text());
    assert!(push(&["--include-all"]).is_ok);
    fs::remove_file(place.path().join("supabase/migrations/20230101000000_late.sql")).unwrap();
    let without_file = push(&[]);
    assert!(!without_file.is_ok, "{}", without_file.text());
    assert!(
        without_file.error.contains("migration repair --status reverted 20230101000000"),
        "{}",
        without_file.error
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_of_another_database_keeps_the_platform_and_asks_first() {
    let place = todos();
    let database = Database::platform().await;
    let (url, client) = (database.superuser_url(), database.client().await);
    let leftovers = "create schema shop; create table shop.wares (id int); create extension citext;
        create type public.mood as enum ('glad'); create domain public.short as varchar(3);
        create view public.moods as select 'glad'::public.mood as mood;
        create function public.noted() returns trigger language plpgsql as 'begin return new; end';
        create trigger noted before insert on auth.users for each row execute function public.noted();
        create policy everybody on storage.objects using (true);
        insert into auth.users (id) values (gen_random_uuid());
        create publication mine;";
    client.batch_execute(leftovers).await.unwrap();
    let refused = run_in(place.path(), &["db", "reset", "--db-url", &url]);
    assert!(!refused.is_ok && refused.error.contains("nothing was changed"), "{}", refused.text());
    for _ in 0..2 {
        let reset = run_in(place.path(), &["db", "reset", "--yes", "--db-url", &url]);
        assert!(
            reset.is_ok && reset.output.contains("1 migrations applied, 1 seeds run"),
            "{}",
            reset.text()
        );
    }
    let query = "select (select string_agg(nspname, ' ' order by nspname) from pg_namespace
        where nspname in ('shop', 'auth', 'storage')) || ' ' || (select count(*) from auth.users)
        || ' ' || (select count(*) from pg_policies) || ' ' || (select count(*) from pg_publication)
        || ' ' || (select string_agg(relname, ' ' order by relname) from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r')";
    let left: String = client.query_one(query, &[]).await.unwrap().get(0);
    assert_eq!(left, "auth storage 0 0 2 todos");
}

/// A version of this product's migrations.
const OF_PRODUCT: (&str, &str) = ("20261101000003", "profiles");

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_of_a_database_of_an_earlier_version_keeps_the_history_of_the_platform() {
    let place = todos();
    let database = Database::platform().await;
    let (url, client) = (database.superuser_url(), database.client().await);
    // Earlier versions had one history of the platform and the product, in `public`.
    let (version, name) = OF_PRODUCT;
    client
        .batch_execute(&format!(
            "create table public.__diesel_schema_migrations (version varchar(50) primary key, run_on timestamp);
             insert into public.__diesel_schema_migrations select version from extensions.platform_migrations;
             insert into public.__diesel_schema_migrations values ('{version}');
             drop table extensions.platform_migrations"
        ))
        .await
        .unwrap();
    let reset = run_in(place.path(), &["db", "reset", "--yes", "--db-url", &url]);
    assert!(reset.is_ok, "{}", reset.text());
    let again = run_in(place.path(), &["migrate", "--db-url", &url]);
    assert!(again.is_ok && again.output.contains("Nothing to do"), "{}", again.text());
    // The product's tables went with the reset, so its migrations have to run again.
    let elsewhere = tempfile::tempdir().unwrap();
    let product = run_in(elsewhere.path(), &["migrate", "--db-url", &url]);
    assert!(product.is_ok && product.output.contains(name), "{}", product.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_of_a_hosted_project_leaves_its_platform_alone() {
    let place = todos();
    let database = Database::platform().await;
    let (url, client) = (database.superuser_url(), database.client().await);
    // Without our history, and with that of another program.
    let hosted = "drop table extensions.platform_migrations;
        create table public.__diesel_schema_migrations (version varchar(50) primary key, run_on timestamp);
        insert into public.__diesel_schema_migrations values ('20240101000000')";
    client.batch_execute(hosted).await.unwrap();
    let reset = run_in(place.path(), &["db", "reset", "--yes", "--db-url", &url]);
    assert!(reset.is_ok && reset.output.contains("1 migrations applied, 1 seeds run"), "{}", reset.text());
    let histories = "select count(*) from pg_class where relname in
        ('platform_migrations', 'migrations_before_the_split', '__diesel_schema_migrations')";
    assert_eq!(client.query_one(histories, &[]).await.unwrap().get::<_, i64>(0), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_is_restored_into_another_database() {
    let place = todos();
    let (source, copy) = (Database::platform().await, Database::platform().await);
    let (from, to) = (source.superuser_url(), copy.superuser_url());
    assert!(run_in(place.path(), &["db", "push", "--include-seed", "--db-url", &from]).is_ok);
    let users = "insert into auth.users (id, email) values (gen_random_uuid(), 'ange@example.org')";
    source.client().await.batch_execute(users).await.unwrap();
    let dump = |arguments: &[&str]| {
        run_in(place.path(), &[["db", "dump", "--db-url", from.as_str()].as_slice(), arguments].concat())
    };
    let schema = dump(&[]);
    assert!(schema.is_ok, "{}", schema.text());
    assert!(schema.output.contains("CREATE TABLE IF NOT EXISTS \"public\".\"todos\""), "{}", schema.output);
    assert!(!schema.output.contains("TABLE IF NOT EXISTS \"auth\"") && !schema.output.contains("\n--\n"));
    let data = dump(&["--data-only", "-f", "data.sql"]);
    assert!(data.is_ok && data.output.is_empty(), "{}", data.text());
    let data = fs::read_to_string(place.path().join("data.sql")).unwrap();

    let client = copy.client().await;
    client.batch_execute(&schema.output).await.unwrap();
    client.batch_execute(&data).await.unwrap();
    let (restored, connection) = postgres_connect::connect(&to).await.unwrap();
    tokio::spawn(connection);
    let rows = "select task from todos union all select email from auth.users order by 1";
    let rows: Vec<String> = restored.query(rows, &[]).await.unwrap().iter().map(|row| row.get(0)).collect();
    assert_eq!(rows, ["Brocciu", "ange@example.org"]);

    let roles = dump(&["--role-only"]);
    assert!(roles.is_ok && roles.output.contains("-- CREATE ROLE \"anon\""), "{}", roles.text());
    let failed = dump(&["-f", "none.sql", "--schema", "nowhere"]);
    assert!(!failed.is_ok && failed.error.contains("pg_dump failed"), "{}", failed.text());
    assert!(!place.path().join("none.sql").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_that_was_killed_is_undone_at_the_next_start() {
    let place = todos();
    let mut stack = place.start();
    stack.query("insert into todos values (2, 'Fiadone')").await.unwrap();
    let reset = [
        "alter database postgres allow_connections false",
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'postgres'",
        "alter database postgres rename to postgres_before_reset",
        "create database postgres connection limit 0",
    ];
    for steps in [1, reset.len()] {
        let url = stack.value("DB_URL").replace("/postgres?", "/template1?");
        let url = url.strip_suffix("/postgres").map_or(url.clone(), |server| format!("{server}/template1"));
        let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        for statement in &reset[..steps] {
            client.batch_execute(statement).await.unwrap();
        }
        drop(client);
        stack.end("TERM");
        stack = place.start();
        assert_eq!(stack.query("select count(*) from todos").await.unwrap(), "2");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_of_the_product_brings_its_tables_and_its_administrator_back() {
    let place = Place::with_config("[storage]\nenabled = false\n[db.seed]\nsample_hotels = true\n");
    let stack = place.start();
    stack.query("delete from hotels; delete from auth.users").await.unwrap();
    let reset = run(&place, &["db", "reset"]);
    assert!(reset.is_ok, "{}", reset.text());
    assert_eq!(stack.get("/rest/v1/hotels?select=id&id=eq.1").await.1, r#"[{"id":1}]"#);
    let administrators = "select count(*) from auth.users where raw_app_meta_data ->> 'role' = 'admin'";
    assert_eq!(stack.query(administrators).await.unwrap(), "1");
    let push = run(&place, &["db", "push"]);
    assert!(!push.is_ok && push.error.contains("has no folder of migrations"), "{}", push.text());
}
