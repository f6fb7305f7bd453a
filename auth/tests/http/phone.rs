//! Codes by text message, to numbers with a fixed code, and a second proof of identity for a new password.

use super::*;

const PHONE: &str = "+33611223344";
const OTHER_PHONE: &str = "+33655667788";

async fn stage(variables: &[(&str, &str)]) -> Stage {
    let defaults = [
        ("GOTRUE_EXTERNAL_PHONE_ENABLED", "true"),
        ("GOTRUE_SMS_TEST_OTP", "33611223344:123456,33655667788:654321"),
        ("GOTRUE_SMS_MAX_FREQUENCY", "1ns"),
    ];
    let all: Vec<(&str, &str)> = defaults.into_iter().chain(variables.iter().copied()).collect();
    Stage::start_with(&all).await
}

#[tokio::test]
async fn a_number_is_confirmed_by_its_code() {
    let stage = stage(&[]).await;
    let user =
        stage.client.post("/signup", json!({ "phone": PHONE, "password": PASSWORD })).await.expect(200).body;
    assert_eq!((&user["phone"], user.get("phone_confirmed_at")), (&json!("33611223344"), None));
    let wrong = json!({ "type": "sms", "phone": PHONE, "token": "000000" });
    assert_eq!(stage.client.post("/verify", wrong).await.expect(403).body["code"], "otp_expired");
    let right = json!({ "type": "sms", "phone": PHONE, "token": "123456" });
    let session = stage.client.post("/verify", right).await.expect(200).body;
    assert!(text(&session, "/user/phone_confirmed_at").ends_with('Z'));
    let sent = stage.client.post("/otp", json!({ "phone": PHONE })).await.expect(200).body;
    assert_eq!(sent, json!({ "message_id": "test-otp" }));
}

#[tokio::test]
async fn a_new_number_is_pending_until_its_code_confirms_it() {
    let stage = stage(&[]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let pending = person.put("/user", json!({ "phone": OTHER_PHONE })).await.expect(200).body;
    assert_eq!((&pending["phone"], &pending["new_phone"]), (&json!(""), &json!("33655667788")));
    let body = json!({ "type": "phone_change", "phone": OTHER_PHONE, "token": "654321" });
    let user = stage.client.post("/verify", body).await.expect(200).body["user"].clone();
    assert_eq!((&user["phone"], user.get("new_phone")), (&json!("33655667788"), None));
    assert_eq!(user["app_metadata"]["providers"], json!(["email", "phone"]));
}

#[tokio::test]
async fn without_a_sender_a_number_gets_no_code_and_no_account() {
    let stage = stage(&[]).await;
    let body = json!({ "phone": "+33600000000", "password": PASSWORD });
    let failed = stage.client.post("/signup", body).await.expect(500);
    assert_eq!(failed.body, json!({ "code": "unexpected_failure", "message": "Unable to get SMS provider" }));
    assert_eq!(stage.count("select count(*) from auth.users").await, 0);
}

#[tokio::test]
async fn an_old_session_needs_a_nonce_for_a_new_password() {
    let variables = [
        ("GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION", "true"),
        ("GOTRUE_SMTP_MAX_FREQUENCY", "1ns"),
    ];
    let stage = stage(&variables).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    stage.execute("update auth.sessions set created_at = now() - interval '25 hours'").await;
    let needed = person.put("/user", json!({ "password": "maquis-2027" })).await.expect(400);
    assert_eq!(needed.body["code"], "reauthentication_needed");
    person.get("/reauthenticate").await.expect(200);
    let known = format!(
        "update auth.one_time_tokens set token_hash = encode(sha224(convert_to('{EMAIL}123456', 'UTF8')), 'hex')"
    );
    stage.execute(&known).await;
    let update = |nonce: &str| json!({ "password": "maquis-2027", "nonce": nonce });
    let wrong = person.put("/user", update("000000")).await.expect(422);
    assert_eq!(wrong.body["code"], "reauthentication_not_valid");
    person.put("/user", update("123456")).await.expect(200);
    stage.sign_in(EMAIL, "maquis-2027").await.expect(200);
}

#[tokio::test]
async fn the_current_password_is_asked_for_where_the_settings_say_so() {
    let stage = stage(&[("GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD", "true")]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let update = |current: &str| json!({ "password": "maquis-2027", "current_password": current });
    for (current, code) in [("", "current_password_required"), ("wrong-2026", "current_password_invalid")] {
        assert_eq!(person.put("/user", update(current)).await.expect(400).body["code"], code);
    }
    person.put("/user", update(PASSWORD)).await.expect(200);
}
