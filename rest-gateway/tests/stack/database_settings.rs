//! What `alter database` has set stays, also if a command that runs migrations beside the database fails or is killed.

use crate::project::{CONFIG, project, run};
use crate::running::{PROGRAM, Place, Stack};
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

const SET: &str = "alter database postgres set \"app.menu\" = 'of the migration'";
const MENU: &str = "select current_setting('app.menu')";
const COOK: &str = "select array_to_string(setconfig, ',') from pg_db_role_setting \
                    where setrole = 'anon'::regrole and setdatabase <> 0";

/// A stack with settings of its database, to whose project a migration is added that sets another, and then `last`.
async fn stack_with_settings(last: &str) -> (Place, Stack) {
    let place = project(&[("config.toml", CONFIG)]);
    let stack = place.start();
    let settings = "alter database postgres set \"app.menu\" = 'a, b'; \
                    alter role anon in database postgres set \"app.cook\" = 'Ange'";
    stack.query(settings).await.unwrap();
    let migrations = place.path().join("supabase/migrations");
    fs::create_dir_all(&migrations).unwrap();
    fs::write(migrations.join("1_set.sql"), SET).unwrap();
    fs::write(migrations.join("2_last.sql"), last).unwrap();
    (place, stack)
}

/// Waits until a session sleeps.
async fn wait_for_sleep(stack: &Stack) {
    let sleeping =
        "select count(*) from pg_stat_activity where wait_event = 'PgSleep' and datname <> 'postgres'";
    let asking = async {
        while stack.query(sleeping).await.unwrap() == "0" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), asking).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_survive_a_reset_and_a_diff_that_are_killed() {
    for command in ["reset", "diff"] {
        let (place, mut stack) = stack_with_settings("select pg_sleep(600)").await;
        let mut killed = Command::new(PROGRAM);
        killed.args(["db", command, "--data", "data"]).current_dir(place.path()).stdin(Stdio::null());
        let mut killed = killed.spawn().unwrap();
        wait_for_sleep(&stack).await;
        assert_ne!(stack.query(MENU).await.ok().as_deref(), Some("a, b"), "{command}: the migration has run");
        killed.kill().unwrap();
        killed.wait().unwrap();
        stack.end("TERM");
        fs::remove_dir_all(place.path().join("supabase/migrations")).unwrap();
        let stack = place.start();
        assert_eq!(stack.query(MENU).await.unwrap(), "a, b", "{command}");
        assert_eq!(stack.query(COOK).await.unwrap(), "app.cook=Ange", "{command}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_of_a_reset_or_a_diff_that_fails_sets_nothing() {
    let (place, stack) = stack_with_settings("select nothing").await;
    for command in ["reset", "diff"] {
        let failed = run(&place, &["db", command]);
        assert!(!failed.is_ok && failed.error.contains("2_last.sql"), "{}", failed.text());
        assert_eq!(stack.query(MENU).await.unwrap(), "a, b", "{command}");
        assert_eq!(stack.query(COOK).await.unwrap(), "app.cook=Ange", "{command}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_reset_the_database_has_the_settings_of_its_migrations_alone() {
    let (place, stack) = stack_with_settings("select 1").await;
    let reset = run(&place, &["db", "reset"]);
    assert!(reset.is_ok, "{}", reset.text());
    assert_eq!(stack.query(MENU).await.unwrap(), "of the migration");
    assert_eq!(stack.query(COOK).await.unwrap(), "");
}
