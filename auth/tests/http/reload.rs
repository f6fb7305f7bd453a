//! SIGHUP reads the settings again.

use super::*;
use rustix::process::{Signal, kill_process};

/// A file of settings, and a service that reads it.
async fn start_with_file(content: &str) -> (tempfile::NamedTempFile, Stage) {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), content).unwrap();
    let stage = Stage::start_with(&[("GOTRUE_CONFIG_FILE", file.path().to_str().unwrap())]).await;
    (file, stage)
}

/// Replaces the file, sends SIGHUP and waits until the service has logged the outcome.
async fn reload(stage: &Stage, file: &tempfile::NamedTempFile, content: &str, message: &str) {
    std::fs::write(file.path(), content).unwrap();
    kill_process(stage.service.pid(), Signal::HUP).unwrap();
    let says = |line: &Value| line["message"].as_str().is_some_and(|text| text.contains(message));
    stage.service.wait_for_log(says).await;
}

#[tokio::test]
async fn changed_settings_apply_to_new_requests() {
    let (file, stage) = start_with_file("# nothing yet\n").await;
    let session = stage.sign_up(EMAIL).await.body;
    reload(&stage, &file, "GOTRUE_DISABLE_SIGNUP=true\n", "have been read again").await;
    let registration = json!({ "email": "luca@exemple.fr", "password": PASSWORD });
    let rejected = stage.client.post("/signup", registration).await.expect(422);
    assert_eq!(rejected.body["code"], "signup_disabled");
    stage.as_person(&session).get("/user").await.expect(200);
}

#[tokio::test]
async fn settings_that_cannot_be_used_change_nothing() {
    let (file, stage) = start_with_file("GOTRUE_DISABLE_SIGNUP=false\n").await;
    reload(&stage, &file, "GOTRUE_DISABLE_SIGNUP=perhaps\n", "stay as they were").await;
    stage.sign_up(EMAIL).await;
}

#[tokio::test]
async fn requests_in_progress_finish() {
    let (file, stage) = start_with_file("GOTRUE_JWT_EXP=3600\n").await;
    let emails: Vec<String> = (0..8).map(|index| format!("a{index}@exemple.fr")).collect();
    let sign_ups = futures_util::future::join_all(emails.iter().map(|email| stage.sign_up(email)));
    let reloading = reload(&stage, &file, "GOTRUE_JWT_EXP=60\n", "have been read again");
    let (sessions, ()) = tokio::join!(sign_ups, reloading);
    assert!(sessions.iter().all(|session| session.body["access_token"].is_string()));
    assert_eq!(stage.sign_up(EMAIL).await.body["expires_in"], 60);
}
