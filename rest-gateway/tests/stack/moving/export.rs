//! An export that was imported exports equal files again.

use super::{hosted, import, new_project, sign_in};
use crate::project::run;
use hyper::StatusCode;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

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
    let messages = "select pgmq.send('mail', '{\"to\": \"Ange\\ta\"}'); select pgmq.send('mail', '{}'); select pgmq.archive('mail', 2)";
    stack.query(messages).await.unwrap();
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
    let queue = "select (select message ->> 'to' from pgmq.q_mail) || (select msg_id from pgmq.a_mail) || pgmq.send('mail', '{}')";
    assert_eq!(other.query(queue).await.unwrap(), "Ange\ta23", "the messages, and the next number");
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
