//! `gen types` on a database with a schema of every kind of object. `frontend/contract/generatedTypes.ts` checks that
//! supabase-js takes the same module.

use crate::running::{PROGRAM, Place};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use test_db::Database;

const SCHEMA: &str = include_str!("../gen_types/schema.sql");
/// Only REST.
const CONFIG: &str = "[auth]\nenabled = false\n[storage]\nenabled = false\n";

fn gen_types(place: &Place, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(["gen", "types"]).args(arguments).arg("--data").arg(place.data()).current_dir(place.path());
    command.output().unwrap()
}

/// Compares a module with a file of the repository.
#[track_caller]
fn assert_is_current(file: &str, module: &[u8]) {
    let (path, module) = (Path::new(env!("CARGO_MANIFEST_DIR")).join(file), String::from_utf8_lossy(module));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&path, &*module).unwrap();
    }
    assert_eq!(module, fs::read_to_string(path).unwrap(), "UPDATE_EXPECTED=1 writes the new module");
}

fn error(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The types of the site's rows (`ColumnSchemas` in `frontend/src/api/tables.ts`).
#[tokio::test(flavor = "multi_thread")]
async fn the_site_has_the_types_of_its_database() {
    let place = Place::with_config(CONFIG);
    let database = Database::create().await;
    let output = gen_types(&place, &["--db-url", &database.superuser_url(), "--schema", "public"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_is_current("../frontend/src/api/database.types.ts", &output.stdout);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_module_has_every_object_of_the_schemas() {
    let place = Place::without_config();
    let migrations = place.path().join("supabase/migrations");
    fs::create_dir_all(&migrations).unwrap();
    fs::write(place.path().join("supabase/config.toml"), CONFIG).unwrap();
    assert!(error(&gen_types(&place, &[])).contains("no stack is running"), "before `up`");

    let stack = place.start();
    stack.query("create database cheese").await.unwrap();
    let url = stack.value("DB_URL").replace("/postgres", "/cheese").replacen("/cheese:", "/postgres:", 1);
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(SCHEMA).await.unwrap();

    let output = gen_types(&place, &["typescript", "--db-url", &url, "--schema", "shop,public"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_is_current("tests/gen_types/database.types.ts", &output.stdout);

    let missing = error(&gen_types(&place, &["--db-url", &url, "--schema", "cellar"]));
    assert!(missing.contains("the database has no schema cellar"), "{missing}");
    let local = gen_types(&place, &["--lang", "typescript", "--local"]);
    let local = String::from_utf8(local.stdout).unwrap();
    assert!(local.contains("\n  graphql_public: {") && local.contains("\n  public: {"), "{local}");
}
