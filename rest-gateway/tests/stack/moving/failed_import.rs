//! An import that fails or is killed changes nothing.

use super::{hosted, import, new_project};
use crate::processes;
use crate::project::run;
use crate::running::PROGRAM;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

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

/// The dump is a pipe that stays open, so that the import cannot end before it is killed.
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
    // Opening for both reading and writing does not block if the import ends before it reads.
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
