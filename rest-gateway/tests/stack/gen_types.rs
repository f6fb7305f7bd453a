//! `gen types` on a database with a schema of every kind of object. `frontend/contract/generatedTypes.ts` checks that
//! supabase-js takes the same module.

use crate::running::{PROGRAM, Place};
use std::fs;
use std::process::{Command, Output};

const SCHEMA: &str = include_str!("../gen_types/schema.sql");
const MODULE: &str = include_str!("../gen_types/database.types.ts");
/// REST alone.
const CONFIG: &str = "[auth]\nenabled = false\n[storage]\nenabled = false\n";

fn gen_types(place: &Place, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(["gen", "types"]).args(arguments).arg("--data").arg(place.data()).current_dir(place.path());
    command.output().unwrap()
}

fn error(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8(output.stderr.clone()).unwrap()
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
    let module = String::from_utf8(output.stdout).unwrap();
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gen_types/database.types.ts"), &module)
            .unwrap();
    }
    assert_eq!(module, MODULE, "UPDATE_EXPECTED=1 writes the new module");

    let missing = error(&gen_types(&place, &["--db-url", &url, "--schema", "cellar"]));
    assert!(missing.contains("the database has no schema cellar"), "{missing}");
    let local = gen_types(&place, &["--lang", "typescript", "--local"]);
    let local = String::from_utf8(local.stdout).unwrap();
    assert!(local.contains("\n  graphql_public: {") && local.contains("\n  public: {"), "{local}");
}
