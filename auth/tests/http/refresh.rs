//! Refreshing a session.

use super::*;

#[tokio::test]
async fn a_refresh_returns_new_tokens_of_the_same_session() {
    let stage = Stage::start().await;
    let session = stage.sign_up(EMAIL).await.body;
    let response = stage.refresh(text(&session, "/refresh_token")).await.expect(200);
    let refreshed = &response.body;
    assert_ne!(refreshed["refresh_token"], session["refresh_token"]);
    let [before, after] = [&session, refreshed].map(|session| claims(text(session, "/access_token")));
    assert_eq!(before["session_id"], after["session_id"]);
    assert_eq!(before["amr"], after["amr"]);
    assert_eq!(response.headers["sb-auth-user-id"], text(&session, "/user/id"));
    assert_eq!(response.headers["sb-auth-refresh-token-reuse"], "false");
    let refreshed_at = "select count(*) from auth.sessions where refreshed_at > (now() at time zone 'utc') - interval '1 minute'";
    assert_eq!(stage.count(refreshed_at).await, 1);
}

#[tokio::test]
async fn the_parent_of_the_active_token_gets_the_active_token_again() {
    let stage = Stage::start().await;
    let first = stage.sign_up(EMAIL).await.body;
    let second = stage.refresh(text(&first, "/refresh_token")).await.expect(200).body;
    let again = stage.refresh(text(&first, "/refresh_token")).await.expect(200);
    assert_eq!(again.body["refresh_token"], second["refresh_token"]);
    assert_eq!(again.headers["sb-auth-refresh-token-reuse"], "true");
}

#[tokio::test]
async fn an_older_token_revokes_the_family_once_the_reuse_interval_is_over() {
    let stage = Stage::start().await;
    let first = stage.sign_up(EMAIL).await.body;
    let second = stage.refresh(text(&first, "/refresh_token")).await.expect(200).body;
    let third = stage.refresh(text(&second, "/refresh_token")).await.expect(200).body;
    let reuse = stage.refresh(text(&first, "/refresh_token")).await.expect(400);
    assert_eq!(
        reuse.body,
        json!({ "code": "refresh_token_already_used", "message": "Invalid Refresh Token: Already Used" })
    );
    let active = stage.refresh(text(&third, "/refresh_token")).await.expect(400);
    assert_eq!(active.body["code"], "refresh_token_already_used");
}

#[tokio::test]
async fn an_older_token_is_accepted_within_the_reuse_interval() {
    let stage = Stage::start_with(&[("GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL", "3600")]).await;
    let first = stage.sign_up(EMAIL).await.body;
    let second = stage.refresh(text(&first, "/refresh_token")).await.expect(200).body;
    stage.refresh(text(&second, "/refresh_token")).await.expect(200);
    let reuse = stage.refresh(text(&first, "/refresh_token")).await.expect(200).body;
    stage.refresh(text(&reuse, "/refresh_token")).await.expect(200);
}

#[tokio::test]
async fn concurrent_refreshes_of_one_token_give_one_family_and_no_error() {
    let stage = Stage::start().await;
    let first = stage.sign_up(EMAIL).await.body;
    let token = text(&first, "/refresh_token");
    let (a, b, c, d) =
        tokio::join!(stage.refresh(token), stage.refresh(token), stage.refresh(token), stage.refresh(token));
    let tokens: Vec<String> = [a, b, c, d]
        .into_iter()
        .map(|response| text(&response.expect(200).body, "/refresh_token").to_owned())
        .collect();
    assert!(tokens.iter().all(|token| *token == tokens[0]), "{tokens:?}");
    assert_eq!(stage.count("select count(*) from auth.refresh_tokens where not revoked").await, 1);
    stage.refresh(&tokens[0]).await.expect(200);
}

#[tokio::test]
async fn a_token_that_is_unknown_or_missing_is_rejected() {
    let stage = Stage::start().await;
    let unknown = stage.refresh("aaaaaaaaaaaa").await.expect(400);
    assert_eq!(unknown.body["code"], "refresh_token_not_found");
    let missing = stage.client.post("/token?grant_type=refresh_token", json!({})).await.expect(400);
    assert_eq!(
        missing.body,
        json!({ "error": "invalid_request", "error_description": "refresh_token required" })
    );
}

#[tokio::test]
async fn a_banned_account_and_an_old_session_are_not_refreshed() {
    let stage = Stage::start_with(&[
        ("GOTRUE_SESSIONS_TIMEBOX", "24h"),
        ("GOTRUE_SESSIONS_INACTIVITY_TIMEOUT", "1h"),
    ])
    .await;
    let session = stage.sign_up(EMAIL).await.body;
    let token = text(&session, "/refresh_token");
    stage.execute("update auth.users set banned_until = now() + interval '1 hour'").await;
    assert_eq!(stage.refresh(token).await.expect(400).body["code"], "user_banned");
    stage.execute("update auth.users set banned_until = null").await;

    stage.execute("update auth.refresh_tokens set updated_at = now() - interval '2 hours'").await;
    stage.execute("update auth.sessions set created_at = now() - interval '2 hours'").await;
    let inactive = stage.refresh(token).await.expect(400);
    assert_eq!(inactive.body["message"], "Invalid Refresh Token: Session Expired (Inactivity)");
    stage.execute("update auth.refresh_tokens set updated_at = now()").await;
    stage.execute("update auth.sessions set created_at = now() - interval '25 hours'").await;
    let old = stage.refresh(token).await.expect(400);
    assert_eq!(old.body["message"], "Invalid Refresh Token: Session Expired");
}

#[tokio::test]
async fn a_row_that_another_connection_locks_delays_and_rejects_only_its_own_refresh() {
    let stage = Stage::with_short_lock_timeout().await;
    let mut tokens = Vec::new();
    for email in ["session@exemple.fr", "token@exemple.fr", "free@exemple.fr"] {
        tokens.push(text(&stage.sign_up(email).await.body, "/refresh_token").to_owned());
    }
    let [session, token, free] = tokens.try_into().unwrap();
    let lock = stage.database.client().await;
    lock.batch_execute("begin").await.unwrap();
    let lock_session = "select from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
                        where t.token = $1 for update of s";
    lock.query(lock_session, &[&session]).await.unwrap();
    lock.query("select from auth.refresh_tokens where token = $1 for update", &[&token]).await.unwrap();

    let (with_session, with_token, without) =
        tokio::join!(stage.refresh(&session), stage.refresh(&token), stage.refresh(&free));
    without.expect(200);
    for rejected in [with_session, with_token] {
        assert_eq!(rejected.expect(409).body["code"], "conflict");
    }
    lock.batch_execute("rollback").await.unwrap();
    stage.refresh(&session).await.expect(200);
    stage.refresh(&token).await.expect(200);
}

#[tokio::test]
async fn a_table_that_another_connection_locks_rejects_refreshes_in_time_and_later_ones_succeed() {
    let stage = Stage::with_short_lock_timeout().await;
    let mut sessions = Vec::new();
    for email in ["marie@exemple.fr", "jean@exemple.fr"] {
        sessions.push(stage.sign_up(email).await.body);
    }
    let [one, two] = [&sessions[0], &sessions[1]].map(|session| text(session, "/refresh_token"));
    let lock = stage.database.client().await;
    lock.batch_execute("begin; lock table auth.users").await.unwrap();
    let person = stage.as_person(&sessions[0]);
    let (one_rejected, two_rejected, user) =
        tokio::join!(stage.refresh(one), stage.refresh(two), person.get("/user"));
    for rejected in [one_rejected, two_rejected, user] {
        assert_eq!(rejected.expect(504).body["code"], "request_timeout");
    }
    lock.batch_execute("rollback").await.unwrap();
    stage.refresh(one).await.expect(200);
    stage.refresh(two).await.expect(200);
}
