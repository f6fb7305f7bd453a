//! A hosted project moves in, with its people, rows and objects.

use super::{PASSWORD, hosted, import, new_project, sign_in};
use crate::postgrest_server::eventually;
use crate::project::run;
use hyper::StatusCode;
use serde_json::json;
use std::fs;
use std::process::Command;

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
        "pgmq.meta: 1 rows",
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

    // The gateway loads the schema cache again after the import.
    eventually(async || stack.get("/rest/v1/todos?limit=0").await.0 == StatusCode::OK).await;
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

/// `pg_dump` of the whole database, as text and as an archive.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_database_moves_in_as_one_file() {
    let (first, second) = (new_project(), new_project());
    let stack = first.start();
    let dumps = hosted(&first, &stack).await;
    assert!(import(&first, &dumps, &[]).is_ok);
    let other = second.start();
    for format in ["plain", "custom", "directory", "tar"] {
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
