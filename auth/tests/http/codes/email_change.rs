//! Changes of an e-mail address by codes and links.

use super::*;

#[tokio::test]
async fn both_addresses_confirm_a_change() {
    let stage = Stage::confirming().await;
    let link = stage.link(json!({ "type": "signup", "email": EMAIL, "password": PASSWORD })).await;
    let session = stage.verify("signup", EMAIL, &link["email_otp"]).await.expect(200).body;
    let new = "marie.dumas@exemple.fr";
    let person = stage.as_person(&session);
    let pending = person.put("/user", json!({ "email": new })).await.expect(200).body;
    assert_eq!((&pending["email"], &pending["new_email"]), (&json!(EMAIL), &json!(new)));
    let change = |kind: &str| json!({ "type": kind, "email": EMAIL, "new_email": new });
    let current = stage.link(change("email_change_current")).await;
    let other = stage.link(change("email_change_new")).await;
    let half = fragment(&stage.follow(&current).await);
    assert!(text(&half, "/message").starts_with("Confirmation link accepted."), "{half}");
    assert_eq!(fragment(&stage.follow(&current).await)["error_code"], "otp_expired");
    let session = stage.verify("email_change", new, &other["email_otp"]).await.expect(200).body;
    assert_eq!(session["user"]["email"], new);
    assert_eq!(session["user"].get("new_email"), None);
    assert_eq!(session["user"]["identities"][0]["identity_data"]["email"], new);
    stage.sign_in(new, PASSWORD).await.expect(200);
    stage.sign_in(EMAIL, PASSWORD).await.expect(400);
}

#[tokio::test]
async fn one_confirmation_is_enough_where_the_settings_say_so() {
    let stage = Stage::confirming_with(&[("GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED", "false")]).await;
    let link = stage.link(json!({ "type": "signup", "email": EMAIL, "password": PASSWORD })).await;
    stage.verify("signup", EMAIL, &link["email_otp"]).await.expect(200);
    let new = "marie.dumas@exemple.fr";
    let link = stage.link(json!({ "type": "email_change_new", "email": EMAIL, "new_email": new })).await;
    let session = fragment(&stage.follow(&link).await);
    assert_eq!(stage.as_person(&session).get("/user").await.body["email"], new);
}
