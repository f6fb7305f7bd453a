//! Linking and unlinking of identities by the account's owner.

use super::*;
use crate::webhook::{Answer, Webhook};

/// Links the provider's person with the account of a session.
async fn link(stage: &SocialStage, session: &Value) -> Page {
    let path = "/user/identities/authorize?provider=acme&skip_http_redirect=true";
    let started = stage.as_person(session).get(path).await.expect(200);
    stage.consent(text(&started.body, "/url")).await
}

async fn start() -> (SocialStage, Value) {
    let stage = SocialStage::start_with("acme", "", &[("GOTRUE_MAILER_AUTOCONFIRM", "true")]).await;
    let session = stage.sign_up("other@exemple.fr").await.body;
    (stage, session)
}

#[tokio::test]
async fn an_identity_is_linked_and_unlinked() {
    let (stage, session) = start().await;
    link(&stage, &session).await.session();
    let person = stage.as_person(&session);
    let user = person.get("/user").await.expect(200).body;
    assert_eq!(user["app_metadata"]["providers"], json!(["email", "acme"]));
    assert_eq!(user["email"], "other@exemple.fr");
    let id = text(&user, "/identities/1/identity_id");
    person.delete(&format!("/user/identities/{id}")).await.expect(200);
    let user = person.get("/user").await.expect(200).body;
    assert_eq!(user["app_metadata"]["providers"], json!(["email"]));
    let logged = "select count(*) from auth.audit_log_entries
                  where payload ->> 'action' in ('identity_linked', 'identity_unlinked')";
    assert_eq!(stage.count(logged).await, 2);
}

#[tokio::test]
async fn the_owner_is_notified_of_linked_and_unlinked_identities() {
    let webhook = Webhook::start(|_| Answer::json(200, "{}")).await;
    let variables = [
        ("GOTRUE_MAILER_AUTOCONFIRM", "true"),
        ("GOTRUE_HOOK_SEND_EMAIL_ENABLED", "true"),
        ("GOTRUE_HOOK_SEND_EMAIL_URI", webhook.address()),
        ("GOTRUE_MAILER_NOTIFICATIONS_IDENTITY_LINKED_ENABLED", "true"),
        ("GOTRUE_MAILER_NOTIFICATIONS_IDENTITY_UNLINKED_ENABLED", "true"),
    ];
    let stage = SocialStage::start_with("acme", "", &variables).await;
    let session = stage.sign_up("other@exemple.fr").await.body;
    let person = stage.as_person(&session);
    let unlink = async || {
        let user = person.get("/user").await.expect(200).body;
        let id = text(&user, "/identities/1/identity_id").to_owned();
        person.delete(&format!("/user/identities/{id}")).await.expect(200);
    };
    link(&stage, &session).await.session();
    unlink().await;
    let token = stage.provider.id_token(json!({}));
    let body = json!({ "provider": "acme", "id_token": token, "link_identity": true });
    person.post("/token?grant_type=id_token", body).await.expect(200);

    let calls: Vec<Value> = webhook.calls().iter().map(|call| call.body()).collect();
    let actions: Vec<&str> = calls.iter().map(|call| text(call, "/email_data/email_action_type")).collect();
    let (linked, unlinked) = ("identity_linked_notification", "identity_unlinked_notification");
    assert_eq!(actions, [linked, unlinked, linked]);
    for call in &calls {
        assert_eq!(
            (&call["email_data"]["provider"], &call["user"]["email"]),
            (&json!("acme"), &json!("other@exemple.fr"))
        );
    }
}

#[tokio::test]
async fn an_identity_of_another_account_is_not_linked() {
    let (stage, session) = start().await;
    stage.browse("").await.session();
    let page = link(&stage, &session).await;
    assert_eq!(page.query("error_code"), "identity_already_exists");
    assert_eq!(page.query("error_description"), "Identity is already linked to another user");
}

#[tokio::test]
async fn unlinking_the_identity_with_the_accounts_address_moves_to_the_one_that_is_left() {
    let (stage, session) = start().await;
    link(&stage, &session).await.session();
    let person = stage.as_person(&session);
    let user = person.get("/user").await.expect(200).body;
    person
        .delete(&format!("/user/identities/{}", text(&user, "/identities/0/identity_id")))
        .await
        .expect(200);
    let user = person.get("/user").await.expect(200).body;
    assert_eq!(user["email"], EMAIL);
    assert!(user["email_confirmed_at"].is_string());
}

#[tokio::test]
async fn the_last_identity_and_another_persons_one_stay() {
    let (stage, session) = start().await;
    let person = stage.as_person(&session);
    let own = text(&session, "/user/identities/0/identity_id");
    let rejected = person.delete(&format!("/user/identities/{own}")).await.expect(422);
    assert_eq!(rejected.body["code"], "single_identity_not_deletable");
    link(&stage, &session).await.session();
    let rejected = person.delete(&format!("/user/identities/{}", uuid::Uuid::new_v4())).await.expect(422);
    assert_eq!(rejected.body["code"], "identity_not_found");
    assert_eq!(person.delete("/user/identities/1").await.expect(404).body["code"], "validation_failed");
}

#[tokio::test]
async fn an_anonymous_account_becomes_permanent_by_a_link() {
    let variables = [("GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED", "true")];
    let stage = SocialStage::start_with("acme", "", &variables).await;
    let session = stage.client.post("/signup", json!({})).await.expect(200).body;
    link(&stage, &session).await.session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!((&user["is_anonymous"], &user["email"]), (&json!(false), &json!(EMAIL)));
}

#[tokio::test]
async fn without_the_setting_nothing_is_linked_or_unlinked() {
    let variables =
        [("GOTRUE_SECURITY_MANUAL_LINKING_ENABLED", "false"), ("GOTRUE_MAILER_AUTOCONFIRM", "true")];
    let stage = SocialStage::start_with("acme", "", &variables).await;
    let session = stage.sign_up(EMAIL).await.body;
    let person = stage.as_person(&session);
    let rejected = person.get("/user/identities/authorize?provider=acme").await.expect(404);
    assert_eq!(rejected.body["code"], "manual_linking_disabled");
    let own = text(&session, "/user/identities/0/identity_id");
    person.delete(&format!("/user/identities/{own}")).await.expect(404);
    stage.client.get("/user/identities/authorize?provider=acme").await.expect(401);
}
