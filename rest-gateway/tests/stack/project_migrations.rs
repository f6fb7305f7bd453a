//! `init`, `migration` and `seed`.

use crate::project::{CONFIG, TODOS, project, run, run_in};
use crate::running::{PROGRAM, Place};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use test_db::Database;

fn migrations(place: &Place) -> Vec<String> {
    let folder = place.path().join("supabase/migrations");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_folder_becomes_a_project_that_starts() {
    let place = Place::without_config();
    let created = run_in(place.path(), &["init"]);
    assert!(created.is_ok && created.output.contains("supabase/config.toml"), "{}", created.text());
    let again = run_in(place.path(), &["init"]);
    assert!(!again.is_ok && again.error.contains("--force"), "{}", again.text());
    assert!(run_in(place.path(), &["init", "--force"]).is_ok);
    assert!(fs::read_to_string(place.path().join("supabase/.gitignore")).unwrap().contains(".temp"));

    let mut new = Command::new(PROGRAM);
    new.args(["migration", "new", "create todos"]).current_dir(place.path());
    let mut new = new.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    new.stdin.take().unwrap().write_all(TODOS.as_bytes()).unwrap();
    assert!(new.wait().unwrap().success());
    let [name] = migrations(&place).try_into().unwrap();
    let version = name.strip_suffix("_create_todos.sql").unwrap();
    assert!(version.len() == 14 && version.bytes().all(|digit| digit.is_ascii_digit()), "{name}");

    let stack = place.start();
    assert_eq!(stack.get("/rest/v1/todos").await.1, "[]");
    assert!(!stack.log().contains("WARN"), "the written configuration has no warning: {}", stack.log());
}

#[test]
fn a_migration_is_empty_without_input_and_stays_in_its_folder() {
    let place = Place::without_config();
    let created = run_in(place.path(), &["migration", "new", "empty"]);
    assert!(
        created.is_ok && created.output.starts_with("Created supabase/migrations/"),
        "{}",
        created.text()
    );
    let [name] = migrations(&place).try_into().unwrap();
    assert_eq!(fs::read_to_string(place.path().join("supabase/migrations").join(name)).unwrap(), "");
    let refused = run_in(place.path(), &["migration", "new", "../elsewhere"]);
    assert!(!refused.is_ok && refused.error.contains("cannot be the name"), "{}", refused.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn files_and_history_are_listed_applied_and_corrected() {
    let place = project(&[
        ("config.toml", CONFIG),
        ("migrations/20240101000000_todos.sql", TODOS),
        ("migrations/20240102030405_notes.sql", "create table notes (id int);"),
    ]);
    let database = Database::platform().await;
    let url = database.superuser_url();
    let run = |arguments: &[&str]| {
        run_in(place.path(), &[["migration"].as_slice(), arguments, &["--db-url", &url]].concat())
    };
    let repaired = run(&["repair", "--status", "applied", "20240101000000"]);
    assert!(repaired.is_ok && repaired.output.contains("20240101000000"), "{}", repaired.text());
    let list = run(&["list"]);
    let lines: Vec<&str> = list.output.lines().skip(2).map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "20240101000000 | 20240101000000 | 2024-01-01 00:00:00",
            "20240102030405 |                | 2024-01-02 03:04:05",
        ],
        "{}",
        list.text()
    );
    let applied = run(&["up"]);
    assert!(applied.is_ok && applied.output.contains("20240102030405_notes.sql"), "{}", applied.text());
    let tables = "select count(*) from pg_tables where schemaname = 'public'";
    let count: i64 = database.client().await.query_one(tables, &[]).await.unwrap().get(0);
    assert_eq!(count, 1, "a migration that was recorded by hand is not run");
    assert!(run(&["repair", "--status", "reverted"]).output.contains("20240101000000, 20240102030405"));
    let unknown = run(&["repair", "--status", "applied", "7"]);
    assert!(!unknown.is_ok && unknown.error.contains("no file 7_"), "{}", unknown.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn seeds_are_run_once_and_buckets_are_filled() {
    let bucket = "[storage.buckets.pictures]\npublic = true\nobjects_path = \"../pictures\"\n";
    let config = format!("{}{bucket}", include_str!("../project_config/new_project.toml"));
    let place = project(&[("config.toml", &config), ("migrations/1_todos.sql", TODOS)]);
    let stack = place.start();
    fs::write(place.path().join("supabase/seed.sql"), "insert into todos values (1, 'Brocciu');").unwrap();
    for seeds in ["1 seeds run", "0 seeds run"] {
        let seeded = run(&place, &["seed"]);
        assert!(seeded.is_ok && seeded.output.contains(seeds), "{}", seeded.text());
    }
    assert_eq!(stack.get("/rest/v1/todos?select=task").await.1, r#"[{"task":"Brocciu"}]"#);
    fs::write(place.path().join("pictures/two.txt"), "another").unwrap();
    let filled = run(&place, &["seed", "buckets"]);
    assert!(filled.output.contains("1 buckets, 1 objects uploaded, 1 in place"), "{}", filled.text());
    assert_eq!(stack.get("/storage/v1/object/public/pictures/two.txt").await.1, "another");
}

#[test]
fn help_shows_examples() {
    for command in
        [&["db", "reset"][..], &["db", "push"], &["db", "dump"], &["migration", "new"], &["seed"], &["init"]]
    {
        let help = Command::new(PROGRAM).args(command).arg("--help").output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let example = format!("  rest-gateway {}", command.join(" "));
        assert!(help.contains("Example") && help.contains(&example), "{help}");
    }
    let wrong = Command::new(PROGRAM).args(["db", "rest"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("'reset'"), "a similar command is named");
}
