//! Refreshes with signed counters (algorithm 2), and one session per account.

use super::*;

const ALGORITHM_2: (&str, &str) = ("GOTRUE_SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION", "2");

#[tokio::test]
async fn a_counter_advances_and_its_predecessor_gets_it_again() {
    let stage = Stage::start_with(&[ALGORITHM_2]).await;
    let first = stage.sign_up(EMAIL).await;
    assert_eq!(first.headers["sb-auth-refresh-token-counter"], "0");
    let second = stage.refresh(text(&first.body, "/refresh_token")).await.expect(200);
    assert_eq!(second.headers["sb-auth-refresh-token-counter"], "1");
    assert_eq!(second.headers["sb-auth-refresh-token-reuse"], "false");
    assert_eq!(second.headers["sb-auth-user-id"], text(&first.body, "/user/id"));
    let again = stage.refresh(text(&first.body, "/refresh_token")).await.expect(200);
    assert_eq!(again.body["refresh_token"], second.body["refresh_token"]);
    assert_eq!(again.headers["sb-auth-refresh-token-reuse-cause"], "fail-to-save");
    assert_eq!(stage.count("select count(*) from auth.refresh_tokens").await, 0);
}

#[tokio::test]
async fn an_older_counter_ends_the_session_once_the_reuse_interval_is_over() {
    let stage = Stage::start_with(&[ALGORITHM_2]).await;
    let first = stage.sign_up(EMAIL).await.body;
    let second = stage.refresh(text(&first, "/refresh_token")).await.expect(200).body;
    let third = stage.refresh(text(&second, "/refresh_token")).await.expect(200).body;
    let reuse = stage.refresh(text(&first, "/refresh_token")).await.expect(400);
    assert_eq!(reuse.body["code"], "refresh_token_already_used");
    let gone = stage.refresh(text(&third, "/refresh_token")).await.expect(400);
    assert_eq!(gone.body["code"], "refresh_token_not_found");
}

#[tokio::test]
async fn an_older_counter_is_accepted_within_the_reuse_interval() {
    let interval = ("GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL", "3600");
    let stage = Stage::start_with(&[ALGORITHM_2, interval]).await;
    let first = stage.sign_up(EMAIL).await.body;
    let second = stage.refresh(text(&first, "/refresh_token")).await.expect(200).body;
    let third = stage.refresh(text(&second, "/refresh_token")).await.expect(200).body;
    let reuse = stage.refresh(text(&first, "/refresh_token")).await.expect(200);
    assert_eq!(reuse.body["refresh_token"], third["refresh_token"]);
    assert_eq!(reuse.headers["sb-auth-refresh-token-reuse-cause"], "concurrent-refresh");
}

#[tokio::test]
async fn a_counter_of_another_key_is_unknown() {
    let stage = Stage::start_with(&[ALGORITHM_2]).await;
    let session = stage.sign_up(EMAIL).await.body;
    stage.execute("update auth.sessions set refresh_token_hmac_key = repeat('A', 43)").await;
    let response = stage.refresh(text(&session, "/refresh_token")).await.expect(400);
    assert_eq!(response.body["code"], "refresh_token_not_found");
}

#[tokio::test]
async fn a_session_with_random_tokens_moves_to_counters() {
    let all = ("GOTRUE_SECURITY_REFRESH_TOKEN_UPGRADE_PERCENTAGE", "100");
    let stage = Stage::start_with(&[ALGORITHM_2, all]).await;
    let session = stage.sign_up(EMAIL).await.body;
    stage
        .execute(
            "update auth.sessions set refresh_token_hmac_key = null, refresh_token_counter = null;
             insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
             select 'abcdefghijkl', user_id::text, id, false, now(), now() from auth.sessions",
        )
        .await;
    let upgraded = stage.refresh("abcdefghijkl").await.expect(200);
    assert_eq!(upgraded.headers["sb-auth-refresh-token-counter"], "0");
    let next = stage.refresh(text(&upgraded.body, "/refresh_token")).await.expect(200);
    assert_eq!(next.headers["sb-auth-refresh-token-counter"], "1");
    let [before, after] = [&session, &next.body].map(|session| claims(text(session, "/access_token")));
    assert_eq!(before["session_id"], after["session_id"]);
    assert_eq!(stage.refresh("abcdefghijkl").await.expect(400).body["code"], "refresh_token_already_used");
}

#[tokio::test]
async fn a_token_from_before_a_verification_does_not_reach_the_new_level() {
    let stage = Stage::start_with(&[ALGORITHM_2, ("GOTRUE_SITE_URL", "https://exemple.fr")]).await;
    let session = stage.sign_up(EMAIL).await.body;
    let person = stage.as_person(&session);
    let enrolled = person.post("/factors", json!({ "factor_type": "totp" })).await.expect(200).body;
    let factor = format!("/factors/{}", text(&enrolled, "/id"));
    let challenge = person.post(&format!("{factor}/challenge"), json!({})).await.expect(200).body;
    let code = totp::code(text(&enrolled, "/totp/secret"), 0);
    let answer = json!({ "challenge_id": challenge["id"], "code": code });
    let raised = person.post(&format!("{factor}/verify"), answer).await.expect(200).body;
    let next = stage.refresh(text(&raised, "/refresh_token")).await.expect(200).body;
    assert_eq!(claims(text(&next, "/access_token"))["aal"], "aal2");
    let before = stage.refresh(text(&session, "/refresh_token")).await.expect(400);
    assert_eq!(before.body["code"], "refresh_token_already_used");
}

#[tokio::test]
async fn only_the_newest_session_is_refreshed_where_accounts_have_one() {
    for variables in [&[][..], &[ALGORITHM_2]] {
        let single = ("GOTRUE_SESSIONS_SINGLE_PER_USER", "true");
        let stage = Stage::start_with(&[&[single], variables].concat()).await;
        let older = stage.sign_up(EMAIL).await.body;
        let newer = stage.sign_in(EMAIL, PASSWORD).await.expect(200).body;
        stage.refresh(text(&newer, "/refresh_token")).await.expect(200);
        let rejected = stage.refresh(text(&older, "/refresh_token")).await.expect(400);
        assert_eq!(
            rejected.body,
            json!({
                "code": "session_expired",
                "message": "Invalid Refresh Token: Session Expired (Revoked by Newer Login)",
            })
        );
    }
}

#[tokio::test]
async fn sessions_with_different_tags_coexist() {
    let stage = Stage::start_with(&[
        ("GOTRUE_SESSIONS_SINGLE_PER_USER", "true"),
        ("GOTRUE_SESSIONS_TAGS", "web,mobile"),
    ])
    .await;
    let mobile = stage.sign_up(EMAIL).await.body;
    stage.execute("update auth.sessions set tag = 'mobile'").await;
    let web = stage.sign_in(EMAIL, PASSWORD).await.expect(200).body;
    stage.refresh(text(&web, "/refresh_token")).await.expect(200);
    stage.refresh(text(&mobile, "/refresh_token")).await.expect(200);
}
