//! Factors whose code is sent by SMS, and the hook that decides about verifications.

use super::*;

const FUNCTION: &str = "pg-functions://postgres/public/hook";

/// A service that verifies phone factors, with a hook that is `public.hook(event jsonb)` with this body.
async fn with_hook(hook: &str, body: &str) -> Stage {
    let [enabled, uri] = [format!("GOTRUE_HOOK_{hook}_ENABLED"), format!("GOTRUE_HOOK_{hook}_URI")];
    let stage = Stage::start_with(&[
        ("GOTRUE_MFA_PHONE_ENROLL_ENABLED", "true"),
        ("GOTRUE_MFA_PHONE_VERIFY_ENABLED", "true"),
        ("GOTRUE_SITE_URL", "https://exemple.fr"),
        (&enabled, "true"),
        (&uri, FUNCTION),
    ])
    .await;
    stage
        .execute(&format!(
            "create table public.sent (event jsonb);
             create function public.hook(event jsonb) returns jsonb language plpgsql as $hook$ {body} $hook$;
             grant usage on schema public to supabase_auth_admin;
             grant insert on public.sent to supabase_auth_admin;
             grant execute on function public.hook to supabase_auth_admin;"
        ))
        .await;
    stage
}

async fn enroll(person: &Client, body: Value) -> String {
    let enrolled = person.post("/factors", body).await.expect(200).body;
    format!("/factors/{}", text(&enrolled, "/id"))
}

#[tokio::test]
async fn the_code_is_sent_by_the_hook_and_raises_the_session() {
    let stage = with_hook("SEND_SMS", "begin insert into public.sent values (event); return '{}'; end").await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let factor = enroll(&person, json!({ "factor_type": "phone", "phone": "+33 612345678" })).await;
    let challenge = person.post(&format!("{factor}/challenge"), json!({})).await.expect(200).body;
    let sent: Value =
        stage.database.client().await.query_one("select event from public.sent", &[]).await.unwrap().get(0);
    assert_eq!((&sent["sms"]["phone"], &sent["sms"]["sms_type"]), (&json!("33612345678"), &json!("mfa")));
    let early = person.post(&format!("{factor}/challenge"), json!({})).await.expect(429);
    assert_eq!(early.body["code"], "over_sms_send_rate_limit");

    let answer = |code: &str| json!({ "challenge_id": challenge["id"], "code": code });
    let wrong = person.post(&format!("{factor}/verify"), answer("x")).await.expect(422);
    assert_eq!(wrong.body["message"], "Invalid MFA Phone code entered");
    let code = text(&sent, "/sms/otp");
    assert_eq!(code.len(), 6);
    let raised = person.post(&format!("{factor}/verify"), answer(code)).await.expect(200).body;
    let claims = claims(text(&raised, "/access_token"));
    assert_eq!((&claims["aal"], &claims["amr"][0]["method"]), (&json!("aal2"), &json!("mfa/phone")));
}

#[tokio::test]
async fn the_hook_rejects_a_verification_and_ends_the_sessions() {
    let body = r#"
        begin
          if event -> 'valid' = 'false' and event ->> 'factor_type' = 'totp' then
            return '{"decision": "reject", "message": "Too many attempts"}';
          end if;
          return '{"decision": "continue"}';
        end
    "#;
    let stage = with_hook("MFA_VERIFICATION_ATTEMPT", body).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let enrolled = person.post("/factors", json!({ "factor_type": "totp" })).await.expect(200).body;
    let factor = format!("/factors/{}", text(&enrolled, "/id"));
    let challenge = person.post(&format!("{factor}/challenge"), json!({})).await.expect(200).body;
    let answer = json!({ "challenge_id": challenge["id"], "code": "x" });
    let rejected = person.post(&format!("{factor}/verify"), answer).await.expect(403);
    assert_eq!(rejected.body, json!({ "code": "mfa_verification_rejected", "message": "Too many attempts" }));
    assert_eq!(person.get("/user").await.expect(403).body["code"], "session_not_found");
}

#[tokio::test]
async fn a_code_cannot_be_sent_without_the_hook() {
    let stage = Stage::start_with(&[
        ("GOTRUE_MFA_PHONE_ENROLL_ENABLED", "true"),
        ("GOTRUE_MFA_PHONE_VERIFY_ENABLED", "true"),
    ])
    .await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let invalid =
        person.post("/factors", json!({ "factor_type": "phone", "phone": "12a" })).await.expect(400);
    assert_eq!(invalid.body["message"], "Invalid phone number format (E.164 required)");
    let factor = enroll(&person, json!({ "factor_type": "phone", "phone": "33612345678" })).await;
    let response = person.post(&format!("{factor}/challenge"), json!({})).await.expect(500);
    assert_eq!(response.body["message"], "Failed to get SMS provider");
}
