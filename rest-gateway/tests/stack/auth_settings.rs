//! A change of `[auth]` reaches the auth service while it runs: on SIGUSR2, and on SIGHUP where no terminal hangs up.

use crate::postgrest_server::eventually;
use crate::processes::{descendants, descendants_named, signal, wait_until_exited};
use crate::running::{DEMO_ANON_KEY, DEMO_JWT_SECRET, PROGRAM, Place, Stack, get};
use hyper::StatusCode;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

/// Functions are of no use here and take time to start.
const REST: &str = "[storage]\nenabled = false\n";

fn config(auth: &str) -> String {
    format!("[auth]\n{auth}\n[auth.rate_limit]\nsign_in_sign_ups = 10000\n{REST}")
}

async fn settings(url: &str, key: &str) -> Value {
    let (status, body) = get(&format!("{url}/auth/v1/settings"), key).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    serde_json::from_str(&body).unwrap()
}

async fn is_signup_disabled(stack: &Stack) -> bool {
    settings(stack.value("API_URL"), stack.value("ANON_KEY")).await["disable_signup"] == true
}

#[tokio::test(flavor = "multi_thread")]
async fn sigusr2_changes_the_settings_of_auth_without_dropping_a_request() {
    let place = Place::with_config(&config("enable_signup = true"));
    let stack = place.start();
    let registration = json!({ "email": "marie@exemple.fr", "password": "maquis-2026" });
    let session = stack.post("/auth/v1/signup", &registration).await;
    let token = session["access_token"].as_str().unwrap();
    let auth = descendants_named(stack.pid(), "auth");
    assert_eq!(auth.len(), 1);

    let is_changed = AtomicBool::new(false);
    let requests = async {
        let mut answered = 0;
        while !is_changed.load(Ordering::Relaxed) {
            let (status, body) = stack.get_as("/auth/v1/user", token).await;
            assert_eq!(status, StatusCode::OK, "{body}");
            answered += 1;
        }
        answered
    };
    let change = async {
        place.configure(&config("enable_signup = false"));
        signal(stack.pid(), "USR2");
        eventually(async || is_signup_disabled(&stack).await).await;
        is_changed.store(true, Ordering::Relaxed);
    };
    let (answered, ()) = tokio::join!(requests, change);
    assert!(answered > 0);
    assert_eq!(descendants_named(stack.pid(), "auth"), auth, "the process is the same");

    place.configure(&config("enable_signup = \"perhaps\""));
    signal(stack.pid(), "USR2");
    eventually(async || stack.log().contains("the settings of [auth] stay as they were")).await;
    assert!(is_signup_disabled(&stack).await);

    // A process that is started later has the latest settings.
    signal(auth[0], "KILL");
    eventually(async || {
        let running = descendants_named(stack.pid(), "auth");
        !running.is_empty() && running != auth
    })
    .await;
    assert!(is_signup_disabled(&stack).await);
}

/// Whether a file below the folder contains the text. Sockets and what ends meanwhile do not count.
fn has_file_with(folder: &Path, text: &str) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths = entries.map(|entry| entry.path());
    paths.any(|path| match path.is_dir() {
        true => has_file_with(&path, text),
        false => fs::read(&path).is_ok_and(|content| String::from_utf8_lossy(&content).contains(text)),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_gateway_leaves_no_secret_in_the_temporary_folder() {
    let secret = "captcha-secret-of-a-project";
    let place = Place::with_config(&config(&format!(
        "[auth.captcha]\nenabled = true\nprovider = \"hcaptcha\"\nsecret = \"{secret}\""
    )));
    let temporary = place.path().join("tmp");
    fs::create_dir(&temporary).unwrap();
    let mut command = place.up_command();
    command.env("TMPDIR", &temporary);
    let mut stack = place.start_by(command);
    let registration = json!({ "email": "marie@exemple.fr", "password": "maquis-2026" });
    let (status, body) = stack.post_for_status("/auth/v1/signup", &registration).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "the service has the settings: {body}");
    assert!(body.contains("captcha_failed"), "{body}");
    let family = descendants(stack.pid());
    stack.end("KILL");
    wait_until_exited(&family);
    assert!(!has_file_with(&temporary, secret));
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_reads_its_configuration_again_on_sighup() {
    let database = test_db::Database::create().await;
    let config = |auth: &str| {
        format!(
            "[db]\nurl = \"{}\"\n[db.passwords]\nauthenticator = \"any\"\nsupabase_auth_admin = \"any\"\n\
             [realtime]\nenabled = false\n[auth]\njwt_secret = \"{DEMO_JWT_SECRET}\"\nanon_key = \"{DEMO_ANON_KEY}\"\n{auth}\n{REST}",
            database.superuser_url()
        )
    };
    let place = Place::with_config(&config("enable_anonymous_sign_ins = false"));
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--port", "0", "--config", "supabase-compat.toml"]).current_dir(place.path());
    let mut stack = Stack::started(&place, command, "Listening on");
    let url = stack.line.rsplit_once(' ').unwrap().1.to_owned();
    let is_enabled = async || settings(&url, DEMO_ANON_KEY).await["external"]["anonymous_users"] == true;
    assert!(!is_enabled().await);

    place.configure(&config("enable_anonymous_sign_ins = true"));
    signal(stack.pid(), "HUP");
    eventually(is_enabled).await;
    assert!(stack.end("TERM").success());
}
