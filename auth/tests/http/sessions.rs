//! Ending sessions.

use super::*;

async fn three_sessions(stage: &Stage) -> [Value; 3] {
    let first = stage.sign_up(EMAIL).await.body;
    let second = stage.sign_in(EMAIL, PASSWORD).await.expect(200).body;
    let third = stage.sign_in(EMAIL, PASSWORD).await.expect(200).body;
    [first, second, third]
}

async fn are_alive(stage: &Stage, sessions: &[Value; 3]) -> [bool; 3] {
    let mut alive = [false; 3];
    for (session, alive) in sessions.iter().zip(&mut alive) {
        let response = stage.as_person(session).get("/user").await;
        *alive = response.status == 200;
        if !*alive {
            assert_eq!(
                (response.status.as_u16(), response.body["code"].as_str()),
                (403, Some("session_not_found"))
            );
        }
    }
    alive
}

#[tokio::test]
async fn each_scope_ends_its_sessions() {
    for (scope, expected) in [
        ("", [false; 3]),
        ("?scope=global", [false; 3]),
        ("?scope=local", [false, true, true]),
        ("?scope=others", [true, false, false]),
    ] {
        let stage = Stage::start().await;
        let sessions = three_sessions(&stage).await;
        let response = stage.as_person(&sessions[0]).post(&format!("/logout{scope}"), json!({})).await;
        assert_eq!(response.status, 204, "{scope}");
        assert_eq!(are_alive(&stage, &sessions).await, expected, "{scope}");
    }
}

#[tokio::test]
async fn an_ended_session_cannot_be_refreshed() {
    let stage = Stage::start().await;
    let session = stage.sign_up(EMAIL).await.body;
    stage.as_person(&session).post("/logout", json!({})).await.expect(204);
    let response = stage.refresh(text(&session, "/refresh_token")).await.expect(400);
    assert_eq!(response.body["code"], "refresh_token_not_found");
}

#[tokio::test]
async fn an_unknown_scope_ends_nothing() {
    let stage = Stage::start().await;
    let session = stage.sign_up(EMAIL).await.body;
    stage.as_person(&session).post("/logout?scope=all", json!({})).await.expect(400);
    stage.as_person(&session).get("/user").await.expect(200);
}
