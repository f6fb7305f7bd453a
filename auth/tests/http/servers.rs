//! A server with the service key that signs its own clients in: it names their addresses in `Sb-Forwarded-For`.

use super::*;

const SIGN_IN: &str = "/token?grant_type=password";

fn credentials(password: &str) -> Value {
    json!({ "email": EMAIL, "password": password })
}

#[tokio::test]
async fn limits_and_sessions_have_the_address_that_a_server_names() {
    let stage = Stage::start_with(&[("GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", "2")]).await;
    stage.sign_up(EMAIL).await;
    let of_client = |address: &str| stage.as_admin().header("sb-forwarded-for", address);
    for _ in 0..2 {
        of_client("203.0.113.7").post(SIGN_IN, credentials("maquis-2027")).await.expect(400);
    }
    of_client("203.0.113.7").post(SIGN_IN, credentials(PASSWORD)).await.expect(429);
    of_client("203.0.113.8").post(SIGN_IN, credentials(PASSWORD)).await.expect(200);
    let addresses = "select count(*) from auth.sessions where ip = '203.0.113.8'";
    assert_eq!(stage.count(addresses).await, 1);
}

#[tokio::test]
async fn nobody_else_can_name_an_address() {
    let stage = Stage::start_with(&[("GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", "2")]).await;
    let session = stage.sign_up(EMAIL).await.body;
    let callers = [stage.client.clone(), stage.as_person(&session), stage.client.bearer("forged")];
    let mut statuses = Vec::new();
    for (number, caller) in callers.iter().enumerate() {
        let caller = caller.header("sb-forwarded-for", &format!("203.0.113.{number}"));
        statuses.push(caller.post(SIGN_IN, credentials("maquis-2027")).await.status.as_u16());
    }
    assert_eq!(statuses, [400, 429, 429], "the sign-up and these attempts are of one address");
}

#[tokio::test]
async fn a_server_learns_of_a_ban_only_with_the_right_password() {
    let stage = Stage::start().await;
    stage.sign_up(EMAIL).await;
    stage.execute("update auth.users set banned_until = now() + interval '1 hour'").await;
    let server = stage.as_admin().header("sb-forwarded-for", "203.0.113.7");
    for (password, code) in [("maquis-2027", "invalid_credentials"), (PASSWORD, "user_banned")] {
        let response = server.post(SIGN_IN, credentials(password)).await.expect(400);
        assert_eq!(response.body["code"], code);
    }
    assert_eq!(stage.sign_in(EMAIL, "maquis-2027").await.expect(400).body["code"], "user_banned");
}
