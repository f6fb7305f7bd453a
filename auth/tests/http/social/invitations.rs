//! Invitations that are accepted with a provider.

use super::*;

/// Invites an address, and returns the token of the mail.
async fn invite(stage: &SocialStage, email: &str) -> String {
    let body = json!({ "type": "invite", "email": email, "data": { "team": "a" } });
    let link = stage.as_admin().post("/admin/generate_link", body).await.expect(200).body;
    text(&link, "/hashed_token").to_owned()
}

#[tokio::test]
async fn an_invited_person_accepts_with_a_provider_even_where_sign_ups_are_disabled() {
    let stage = SocialStage::start_with("acme", "", &[("GOTRUE_DISABLE_SIGNUP", "true")]).await;
    let token = invite(&stage, EMAIL).await;
    let session = stage.browse(&format!("invite_token={token}")).await.session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!((&user["email"], &user["app_metadata"]["provider"]), (&json!(EMAIL), &json!("acme")));
    assert_eq!(user["identities"].as_array().unwrap().len(), 1);
    assert!(user["email_confirmed_at"].is_string() && user["invited_at"].is_string(), "{user}");
    let accepted =
        "select count(*) from auth.audit_log_entries where payload ->> 'action' = 'invite_accepted'";
    assert_eq!(stage.count(accepted).await, 1);
    // The token is used up.
    stage.client.get(&format!("/authorize?provider=acme&invite_token={token}")).await.expect(404);
    let body = json!({ "type": "invite", "token_hash": token });
    stage.client.post("/verify", body).await.expect(403);
}

#[tokio::test]
async fn a_person_with_another_address_does_not_take_the_invitation() {
    let stage = SocialStage::start().await;
    let token = invite(&stage, "luca@exemple.fr").await;
    let page = stage.browse(&format!("invite_token={token}")).await;
    assert_eq!(page.query("error_code"), "validation_failed");
    assert_eq!(page.query("error_description"), "Invited email does not match emails from external provider");
    assert_eq!(stage.count("select count(*) from auth.identities where provider = 'acme'").await, 0);
    let body = json!({ "type": "invite", "token_hash": token });
    stage.client.post("/verify", body).await.expect(200);
}

#[tokio::test]
async fn an_invitation_that_is_unknown_or_expires_on_the_way_is_rejected() {
    let stage = SocialStage::start().await;
    let unknown = stage.client.get("/authorize?provider=acme&invite_token=abc").await.expect(404).body;
    assert_eq!(unknown["code"], "user_not_found");
    let token = invite(&stage, EMAIL).await;
    let started =
        stage.client.get(&format!("/authorize?provider=acme&invite_token={token}")).await.expect(302);
    stage.execute("update auth.users set confirmation_sent_at = now() - interval '2 days'").await;
    assert_eq!(stage.consent(location(&started)).await.query("error_code"), "invite_not_found");
}
