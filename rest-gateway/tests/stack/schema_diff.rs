//! `db diff`: changes by hand become a migration. `npm` installs the tool that compares at the first run.

use crate::project::{CONFIG, Finished, TODOS, finish, project};
use crate::running::{PROGRAM, Place};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs `db diff`. The installation is kept between the runs of the tests.
fn diff(place: &Place, arguments: &[&str]) -> Finished {
    let cache = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/schema-diff");
    let mut command = Command::new(PROGRAM);
    command.args(["db", "diff", "--data", "data"]).args(arguments).env("XDG_CACHE_HOME", cache);
    finish(command.current_dir(place.path()))
}

const BY_HAND: &str = "alter table todos add due date;
    create type mood as enum ('calm', 'hurried');
    create table notes (id int primary key, mood mood not null default 'calm');
    alter table notes enable row level security;
    create policy readable on notes for select to anon using (true);
    create index notes_mood on notes (mood);
    create view open_todos as select id from todos;
    create policy pictures on storage.objects for select using (bucket_id = 'pictures');
    create function welcome() returns trigger language plpgsql as $$ begin return new; end; $$;
    create trigger welcome after insert on auth.users for each row execute function welcome();";

#[tokio::test(flavor = "multi_thread")]
async fn changes_by_hand_become_a_migration_that_makes_them() {
    let place = project(&[("config.toml", CONFIG), ("migrations/20240101000000_todos.sql", TODOS)]);
    let stack = place.start();
    let same = diff(&place, &[]);
    assert!(same.is_ok && same.output.is_empty(), "{}", same.text());
    assert!(same.error.contains("The database is as the migrations make it"), "{}", same.error);

    stack.query(BY_HAND).await.unwrap();
    let printed = diff(&place, &[]);
    assert!(printed.is_ok, "{}", printed.error);
    for part in
        ["create type", "add column \"due\"", "create policy \"pictures\"", "create trigger", "create view"]
    {
        assert!(printed.output.contains(part), "{part}: {}", printed.output);
    }
    let storage = diff(&place, &["--schema", "storage"]).output;
    assert!(storage.contains("\"pictures\"") && !storage.contains("notes"), "{storage}");

    let written = diff(&place, &["-f", "by hand"]);
    assert!(written.output.contains("_by_hand.sql"), "{}", written.text());
    let reset = crate::project::run(&place, &["db", "reset"]);
    assert!(reset.is_ok, "{}", reset.error);
    let again = diff(&place, &[]);
    assert!(again.is_ok && again.output.is_empty(), "{}", again.text());
    let shadows = "select count(*) from pg_database where datname like 'shadow%'";
    assert_eq!(stack.query(shadows).await.unwrap(), "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_difference_that_drops_data_is_reported() {
    let place = project(&[("config.toml", CONFIG), ("migrations/20240101000000_todos.sql", TODOS)]);
    let stack = place.start();
    stack.query("alter table todos drop task").await.unwrap();
    let dropped = diff(&place, &[]);
    assert!(
        dropped.error.contains("Drops or loses data: ALTER TABLE \"public\".\"todos\" DROP COLUMN \"task\""),
        "{}",
        dropped.text()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_migration_leaves_no_shadow_database() {
    let place = project(&[("config.toml", CONFIG)]);
    let stack = place.start();
    fs::create_dir_all(place.path().join("supabase/migrations")).unwrap();
    fs::write(place.path().join("supabase/migrations/1_broken.sql"), "select nothing;").unwrap();
    let failed = diff(&place, &[]);
    assert!(!failed.is_ok && failed.error.contains("1_broken.sql:1:8"), "{}", failed.text());
    let shadows = "select count(*) from pg_database where datname like 'shadow%'";
    assert_eq!(stack.query(shadows).await.unwrap(), "0");
}
