//! Flows with PKCE: a link ends with a code, which only the client that began the flow can exchange.

use super::*;
use service_test::Method;

/// The example of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const DIGITS: &str = "123456";

async fn stage() -> Stage {
    Stage::start_with(&[
        ("GOTRUE_MAILER_AUTOCONFIRM", "false"),
        ("GOTRUE_SITE_URL", "https://isula.example/"),
        ("GOTRUE_SMTP_MAX_FREQUENCY", "1ns"),
        ("GOTRUE_RATE_LIMIT_EMAIL_SENT", "1000000"),
    ])
    .await
}

/// Signs up with a challenge, and returns the token of the link. The digits are replaced by known ones.
async fn begin(stage: &Stage) -> String {
    let body = json!({
        "email": EMAIL, "password": PASSWORD, "code_challenge": CHALLENGE, "code_challenge_method": "s256",
    });
    stage.client.post("/signup", body).await.expect(200);
    assert_eq!(
        stage.count("select count(*) from auth.one_time_tokens where token_hash like 'pkce\\_%'").await,
        1
    );
    let replace = format!(
        "update auth.one_time_tokens set token_hash = 'pkce_' || encode(sha224(convert_to('{EMAIL}{DIGITS}', 'UTF8')), 'hex')"
    );
    stage.execute(&replace).await;
    let client = stage.database.client().await;
    client.query_one("select token_hash from auth.one_time_tokens", &[]).await.unwrap().get(0)
}

/// Follows the link and returns the code.
async fn follow(stage: &Stage, token: &str) -> String {
    let path = format!("/verify?type=signup&token={token}");
    let response = stage.client.send(Method::GET, &path, "").await.expect(303);
    let location = response.headers["location"].to_str().unwrap();
    location.strip_prefix("https://isula.example/?code=").unwrap_or_else(|| panic!("{location}")).to_owned()
}

async fn exchange(stage: &Stage, code: &str, verifier: &str) -> Response {
    stage.client.post("/token?grant_type=pkce", json!({ "auth_code": code, "code_verifier": verifier })).await
}

#[tokio::test]
async fn a_link_ends_with_a_code_that_yields_one_session() {
    let stage = stage().await;
    let token = begin(&stage).await;
    let code = follow(&stage, &token).await;
    let wrong = exchange(&stage, &code, CHALLENGE).await.expect(400);
    assert_eq!(wrong.body["code"], "bad_code_verifier");
    let exchange_it = || exchange(&stage, &code, VERIFIER);
    let (a, b, c) = tokio::join!(exchange_it(), exchange_it(), exchange_it());
    let mut statuses = [&a, &b, &c].map(|response| response.status.as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404, 404]);
    let session = [a, b, c].into_iter().find(|response| response.status == 200).unwrap().body;
    assert_eq!(session["user"]["email"], EMAIL);
    assert_eq!(claims(text(&session, "/access_token"))["amr"][0]["method"], "email/signup");
    let used = exchange(&stage, &code, VERIFIER).await.expect(404);
    assert_eq!(used.body["code"], "flow_state_not_found");
}

#[tokio::test]
async fn a_code_that_was_not_issued_or_has_expired_is_rejected() {
    let stage = stage().await;
    let token = begin(&stage).await;
    let client = stage.database.client().await;
    let unissued: String =
        client.query_one("select auth_code from auth.flow_state", &[]).await.unwrap().get(0);
    exchange(&stage, &unissued, VERIFIER).await.expect(404);
    let code = follow(&stage, &token).await;
    stage.execute("update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds'").await;
    let expired = exchange(&stage, &code, VERIFIER).await.expect(422);
    assert_eq!(expired.body["code"], "flow_state_expired");
}

#[tokio::test]
async fn the_digits_of_a_flow_with_pkce_work_without_the_verifier() {
    let stage = stage().await;
    begin(&stage).await;
    let body = json!({ "type": "signup", "email": EMAIL, "token": DIGITS });
    stage.client.post("/verify", body).await.expect(200);
}

#[tokio::test]
async fn a_malformed_challenge_is_rejected() {
    let stage = stage().await;
    for (challenge, method) in [(CHALLENGE, ""), ("", "s256"), ("short", "s256"), (CHALLENGE, "md5")] {
        let body = json!({ "email": EMAIL, "code_challenge": challenge, "code_challenge_method": method });
        let response = stage.client.post("/recover", body).await.expect(400);
        assert_eq!(response.body["code"], "validation_failed", "{challenge} {method}");
    }
    let empty = exchange(&stage, "", "").await.expect(400);
    assert_eq!(empty.body["code"], "validation_failed");
}
