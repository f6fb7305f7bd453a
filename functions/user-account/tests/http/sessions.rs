//! `/sessions`.

use crate::{Person, Stage};
use serde_json::{Value, json};

const PATH: &str = "/user-account/sessions";

async fn listed(person: &Person) -> Vec<Value> {
    person.client.get(PATH).await.expect(200).body["sessions"].as_array().unwrap().clone()
}

#[tokio::test]
async fn lists_ones_own_sessions_last_used_first_and_marks_the_present_one() {
    let stage = Stage::set().await;
    stage.sign_up("paul@exemple.fr").await;
    let first = stage.sign_up("marie@exemple.fr").await;
    let second = stage.sign_in("marie@exemple.fr", "Firefox on a phone").await;
    let sessions = listed(&first).await;
    assert_eq!(sessions.len(), 2);
    assert_eq!(
        (&sessions[0]["user_agent"], &sessions[0]["is_current"]),
        (&json!("Firefox on a phone"), &json!(false))
    );
    assert_eq!((&sessions[1]["is_current"], &sessions[0]["address"]), (&json!(true), &json!("127.0.0.1")));
    assert!(
        sessions
            .iter()
            .all(|session| session["created_at"].is_string() && session["last_used_at"].is_string())
    );
    assert_eq!(listed(&second).await[0]["is_current"], true);
}

#[tokio::test]
async fn ends_one_session_and_leaves_the_others() {
    let stage = Stage::set().await;
    let first = stage.sign_up("marie@exemple.fr").await;
    let second = stage.sign_in("marie@exemple.fr", "Firefox on a phone").await;
    let id = listed(&first).await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(first.client.delete(&format!("{PATH}/{id}")).await.expect(204).body, json!(null));
    let rejected = second.auth.get("/auth/v1/user").await.expect(403);
    assert_eq!(rejected.body["error_code"], "session_not_found");
    first.auth.get("/auth/v1/user").await.expect(200);
    assert_eq!(listed(&first).await.len(), 1);
    first.client.delete(&format!("{PATH}/{id}")).await.expect_error(404, "session_not_found");
}

#[tokio::test]
async fn anothers_session_can_neither_be_seen_nor_ended() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    let paul = stage.sign_up("paul@exemple.fr").await;
    let id = listed(&paul).await[0]["id"].as_str().unwrap().to_owned();
    assert!(listed(&marie).await.iter().all(|session| session["id"] != id.as_str()));
    for id in [id.as_str(), "1", "%00", "11111111-1111-4111-8111-111111111111"] {
        marie.client.delete(&format!("{PATH}/{id}")).await.expect_error(404, "session_not_found");
    }
    paul.auth.get("/auth/v1/user").await.expect(200);
}

#[tokio::test]
async fn an_expired_session_is_not_listed() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    stage.sign_in("marie@exemple.fr", "old").await;
    let expire = "update auth.sessions set not_after = now() where user_agent = 'old'";
    assert_eq!(stage.database.client().await.execute(expire, &[]).await.unwrap(), 1);
    assert_eq!(listed(&marie).await.len(), 1);
}
