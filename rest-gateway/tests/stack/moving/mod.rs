//! `import` and `export`: an import loads the dumps of a hosted project, reports what it leaves out and is never partial;
//! an export that was imported exports equal files again.

mod any_database;
mod export;
mod failed_import;
mod hosted_project;
mod without_superuser;

use crate::project::{Finished, project, run};
use crate::running::{Place, Stack};
use hyper::StatusCode;
use serde_json::json;
use std::fs;

/// The `auth` schema of a hosted project, as `pg_dump` writes it.
const HOSTED_SCHEMA: &str = include_str!("../../../../auth/tests/http/hosted_schema.sql");
const HOSTED_DATA: &str = include_str!("../../../../auth/tests/http/hosted_dump.sql");
const PASSWORD: &str = "brocciu e fiadone";

/// A new project without functions.
fn new_project() -> Place {
    project(&[("config.toml", include_str!("../../project_config/new_project.toml"))])
}

/// The dumps of a hosted project in a folder, with the bytes of its objects.
async fn hosted(place: &Place, stack: &Stack) -> Vec<String> {
    let crypt = format!("select extensions.crypt('{PASSWORD}', extensions.gen_salt('bf', 6))");
    let hash = stack.query(&crypt).await.unwrap();
    let files = [
        ("roles.sql", include_str!("roles.sql").to_owned()),
        ("schema.sql", include_str!("schema.sql").to_owned()),
        ("auth_schema.sql", HOSTED_SCHEMA.to_owned()),
        ("auth_data.sql", HOSTED_DATA.replace("@BCRYPT@", &hash)),
        ("data.sql", include_str!("data.sql").to_owned()),
    ];
    let folder = place.path().join("dump");
    let objects = folder.join("files/pictures");
    fs::create_dir_all(objects.join("harbour")).unwrap();
    fs::write(objects.join("harbour/one.txt"), "a picture").unwrap();
    // `harbour` is a folder, so this object is found by its version.
    fs::create_dir_all(folder.join("files/.versions")).unwrap();
    fs::write(folder.join("files/.versions/e2222222-0d5a-4c5e-9a3e-6a3c1f7b2d02"), "sea").unwrap();
    let write = |(name, content): (&str, String)| {
        fs::write(folder.join(name), content).unwrap();
        folder.join(name).display().to_string()
    };
    files.into_iter().map(write).collect()
}

fn import(place: &Place, dumps: &[String], more: &[&str]) -> Finished {
    let dumps: Vec<&str> = dumps.iter().map(String::as_str).collect();
    run(place, &[&["import", "--dump"], dumps.as_slice(), more].concat())
}

async fn sign_in(stack: &Stack, email: &str, password: &str) -> StatusCode {
    let body = json!({ "email": email, "password": password });
    stack.post_for_status("/auth/v1/token?grant_type=password", &body).await.0
}
