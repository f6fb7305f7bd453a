//! `up` and `status`: a stack starts, answers, prints its addresses, and shuts down on a signal.

use crate::processes::{descendants, wait_until_exited};
use crate::running::{Place, Stack};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper::StatusCode;
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

#[tokio::test(flavor = "multi_thread")]
async fn starts_everything_from_an_empty_folder() {
    let place = Place::new();
    let stack = place.start();

    let (status, hotels) = stack.get("/rest/v1/hotels?select=id&order=id&limit=2").await;
    assert_eq!((status, json(&hotels)), (StatusCode::OK, json!([{ "id": 1 }, { "id": 2 }])));
    let (status, picture) = stack.get("/storage/v1/object/public/pictures/one.txt").await;
    assert_eq!((status, picture.as_str()), (StatusCode::OK, "a picture"), "the bucket was filled");
    let (status, body) = stack.get("/functions/v1/user-auth").await;
    assert_eq!(
        (status, &json(&body)["code"]),
        (StatusCode::METHOD_NOT_ALLOWED, &json!("method_not_allowed"))
    );
    let (status, _) = stack.get("/functions/v1/no-such-function").await;
    assert_eq!(status, StatusCode::NOT_FOUND);

    let administrators = "select count(*) from auth.users where raw_app_meta_data ->> 'role' = 'admin' \
                          and raw_app_meta_data ->> 'username' = 'admin' and encrypted_password like '$argon2id$%'";
    assert_eq!(stack.query(administrators).await.unwrap(), "1");
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn status_prints_shell_variables_json_and_health() {
    let place = Place::with_config("[api]\nadmin_port = 0\n");
    let stack = place.start();

    let names = "API_URL REST_URL FUNCTIONS_URL STORAGE_URL STORAGE_S3_URL S3_PROTOCOL_ACCESS_KEY_ID \
                 S3_PROTOCOL_ACCESS_KEY_SECRET S3_PROTOCOL_REGION S3_URL MAILPIT_URL INBUCKET_URL DB_URL ANON_KEY SERVICE_ROLE_KEY \
                 PUBLISHABLE_KEY SECRET_KEY JWT_SECRET ADMIN_USERNAME ADMIN_PASSWORD NOT_SERVED METRICS_URL";
    let env = String::from_utf8(place.status("env").stdout).unwrap();
    for name in names.split_whitespace() {
        let script = format!("{env}\nprintf %s \"${name}\"");
        let output = Command::new("sh").args(["-euc", &script]).env_clear().output().unwrap();
        let value = String::from_utf8(output.stdout).unwrap();
        assert!(!value.is_empty(), "{name}");
        assert_eq!(value, stack.value(name), "{name}");
    }
    let pretty = || String::from_utf8(place.status("pretty").stdout).unwrap();
    assert!(pretty().contains(stack.value("ADMIN_PASSWORD")));
    // On a busy machine a check may exceed its deadline.
    assert!((0..10).any(|_| pretty().ends_with("            Health  ok\n")), "{}", pretty());
}

#[test]
fn status_fails_without_a_running_stack() {
    let place = Place::new();
    let output = place.status("env");
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("no stack is running"));
    assert!(output.stdout.is_empty() && !place.data().exists(), "no folder is created");
}

#[test]
fn a_second_up_on_a_folder_is_rejected() {
    let place = Place::new();
    let stack = place.start();
    let second = place.up_command().output().unwrap();
    assert!(!second.status.success());
    let error = String::from_utf8(second.stderr).unwrap();
    assert!(error.contains("already running") && error.contains(stack.value("API_URL")), "{error}");
    assert!(place.status("env").status.success(), "the first one still runs");
}

#[test]
fn the_data_folder_is_readable_by_its_owner_only() {
    let place = Place::new();
    let _stack = place.start();
    for entry in std::fs::read_dir(place.data()).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name() != ".gitignore" {
            let mode = entry.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "{}", entry.path().display());
        }
    }
}

#[test]
fn an_invalid_configuration_fails_the_start_with_file_and_line() {
    let place = Place::with_config("[api]\nport = 1\nprot = 2\n");
    let output = place.up_command().output().unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("supabase-compat.toml:3: [api] prot: unknown; did you mean port?"), "{error}");
    assert!(!place.data().exists(), "nothing was started");
}

#[test]
fn warns_about_functions_that_are_open_to_the_public_key() {
    let place = Place::new();
    let warning =
        |stack: &Stack| stack.log().lines().any(|line| line.contains("WARN") && line.contains("public key"));
    assert!(!warning(&place.start()));
    place.configure(
        "[functions.get-host-applications]\nverify_jwt = false\nopen_to_public_key = true\n\
         [functions.user-auth]\nverify_jwt = false\n",
    );
    let stack = place.start();
    assert!(warning(&stack) && stack.log().contains("get-host-applications"), "{}", stack.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn sigterm_shuts_everything_down() {
    assert_clean_shutdown("TERM").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_shuts_everything_down() {
    assert_clean_shutdown("INT").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sighup_shuts_everything_down() {
    assert_clean_shutdown("HUP").await;
}

async fn assert_clean_shutdown(signal: &str) {
    let place = Place::new();
    let mut stack = place.start();
    // Starts a function, which must end too.
    stack.get("/functions/v1/user-auth/login").await;
    let family = descendants(stack.pid());
    assert!(family.len() >= 4, "Postgres, S3, storage and a function: {family:?}");

    assert!(stack.end(signal).success());
    wait_until_exited(&family);
    assert!(!place.status("env").status.success());
    let log = std::fs::read_to_string(place.data().join("postgres/postgres.log")).unwrap();
    assert!(log.contains("database system is shut down"), "Postgres needs no recovery: {log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn signs_keys_and_tokens_with_the_first_signing_key() {
    let place = Place::with_config(
        "[auth]\nsigning_keys_path = \"keys.json\"\n[functions.user-auth]\nverify_jwt = false\n\
         [db.seed]\nsample_hotels = true\n",
    );
    let keys = include_str!("../../../crates/service-kit/src/jwt/test_signing_keys.json");
    std::fs::write(place.path().join("keys.json"), keys).unwrap();
    let stack = place.start();
    let header = |token: &str| {
        let part = URL_SAFE_NO_PAD.decode(token.split('.').next().unwrap()).unwrap();
        let header: Value = serde_json::from_slice(&part).unwrap();
        (header["alg"].clone(), header["kid"].clone())
    };
    let expected = (json!("ES256"), json!("ec-1"));
    assert_eq!(header(stack.value("ANON_KEY")), expected);
    assert_eq!(header(stack.value("SERVICE_ROLE_KEY")), expected);
    let (status, hotels) = stack.get("/rest/v1/hotels?select=id&order=id&limit=1").await;
    assert_eq!((status, hotels.as_str()), (StatusCode::OK, r#"[{"id":1}]"#));

    let login = json!({
        "action": "login", "email": stack.value("ADMIN_USERNAME"), "password": stack.value("ADMIN_PASSWORD"),
    });
    let session: Value = stack.post("/functions/v1/user-auth", &login).await;
    let token = session["session"]["access_token"].as_str().unwrap();
    assert_eq!(header(token), expected);
    let (status, own) = stack.get_as("/rest/v1/profiles?select=email", token).await;
    assert_eq!((status, own.as_str()), (StatusCode::OK, r#"[{"email":"admin@localhost"}]"#));
}
