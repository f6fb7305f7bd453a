//! How many mails, codes and verifications are allowed.

use super::*;

#[tokio::test]
async fn a_second_mail_within_the_interval_is_refused() {
    let stage = Stage::confirming_with(&[("GOTRUE_SMTP_MAX_FREQUENCY", "1h")]).await;
    stage.client.post("/signup", json!({ "email": EMAIL, "password": PASSWORD })).await.expect(200);
    let refused = stage.client.post("/resend", json!({ "type": "signup", "email": EMAIL })).await.expect(429);
    assert_eq!(refused.body["code"], "over_email_send_rate_limit");
    let message = text(&refused.body, "/message");
    assert!(message.starts_with("For security purposes, you can only request this after 35"), "{message}");
}

#[tokio::test]
async fn all_mails_together_are_limited() {
    let stage = Stage::confirming_with(&[("GOTRUE_RATE_LIMIT_EMAIL_SENT", "2")]).await;
    for email in ["a@exemple.fr", "b@exemple.fr"] {
        stage.client.post("/signup", json!({ "email": email, "password": PASSWORD })).await.expect(200);
    }
    let body = json!({ "email": "c@exemple.fr", "password": PASSWORD });
    let refused = stage.client.post("/signup", body).await.expect(429);
    assert_eq!(
        refused.body,
        json!({ "code": "over_email_send_rate_limit", "message": "email rate limit exceeded" })
    );
    assert_eq!(stage.count("select count(*) from auth.users where email = 'c@exemple.fr'").await, 0);
}

#[tokio::test]
async fn requests_for_codes_and_verifications_are_limited() {
    let stage =
        Stage::confirming_with(&[("GOTRUE_RATE_LIMIT_OTP", "2"), ("GOTRUE_RATE_LIMIT_VERIFY", "2")]).await;
    for _ in 0..2 {
        stage.client.post("/recover", json!({ "email": EMAIL })).await.expect(200);
        stage.verify("recovery", EMAIL, &json!("123456")).await.expect(403);
    }
    stage.client.post("/otp", json!({ "email": EMAIL })).await.expect(429);
    let limited = stage.verify("recovery", EMAIL, &json!("123456")).await.expect(429);
    assert_eq!(limited.body["code"], "over_request_rate_limit");
}
