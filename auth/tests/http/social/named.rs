//! The providers with endpoints and claims of their own.

use super::*;

/// Signs in, and returns the account.
async fn account(stage: &SocialStage) -> Value {
    let session = stage.browse("").await.session();
    stage.as_person(&session).get("/user").await.expect(200).body
}

#[tokio::test]
async fn google() {
    let stage = SocialStage::start_with("google", "", &[]).await;
    stage.provider.person(json!({
        "sub": "g-1", "email": EMAIL, "email_verified": true, "name": "Marie", "picture": "https://g.example/m",
        "hd": "exemple.fr",
    }));
    let user = account(&stage).await;
    assert_eq!(user["user_metadata"]["avatar_url"], "https://g.example/m");
    assert_eq!(user["user_metadata"]["custom_claims"], json!({ "hd": "exemple.fr" }));
}

#[tokio::test]
async fn apple_posts_the_callback_and_sends_the_name_once() {
    let stage = SocialStage::start_with("apple", "", &[]).await;
    stage.provider.accept("client_secret_post");
    stage.provider.person(json!({ "sub": "a-1", "email": EMAIL, "is_private_email": "true" }));
    let started = stage.client.get("/authorize?provider=apple").await.expect(302);
    let page = Page::parse(location(&started));
    assert_eq!((page.query("response_mode"), page.query("scope")), ("form_post", "email name"));
    let returned = stage.provider_redirect(location(&started)).await;
    let user = r#"{"name":{"firstName":"Marie","lastName":"Dumas"}}"#;
    let form: String = form_urlencoded::Serializer::new(returned).append_pair("user", user).finish();
    let response = stage.client.send(service_test::Method::POST, "/callback", form).await.expect(302);
    let session = Page::parse(location(&response)).session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!(user["user_metadata"]["full_name"], "Marie Dumas");
    assert_eq!(user["user_metadata"]["custom_claims"], json!({ "is_private_email": true }));
}

#[tokio::test]
async fn azure_accepts_the_tenant_of_the_configuration() {
    let stage = SocialStage::start_with("azure", "/tenant", &[]).await;
    stage.provider.person(json!({
        "sub": "z-1", "email": EMAIL, "xms_edov": "1", "name": "Marie", "preferred_username": "marie", "tid": "t",
    }));
    let user = account(&stage).await;
    assert_eq!(user["user_metadata"]["preferred_username"], "marie");
    assert_eq!(user["user_metadata"]["custom_claims"]["tid"], "t");
}

#[tokio::test]
async fn an_address_that_the_tenant_of_azure_does_not_own_is_unverified() {
    let stage = SocialStage::start_with("azure", "/tenant", &[]).await;
    stage.provider.person(json!({ "sub": "z-1", "email": EMAIL, "xms_edov": false }));
    let page = stage.browse("").await;
    assert_eq!(page.query("error_code"), "provider_email_needs_verification");
}

#[tokio::test]
async fn github_returns_the_addresses_in_a_second_response() {
    let stage = SocialStage::start_with("github", "", &[]).await;
    let user = json!({ "id": 7, "login": "marie", "name": "Marie", "avatar_url": "https://h.example/m" });
    stage.provider.document("/api/v3/user", user);
    let emails = json!([
        { "email": "old@exemple.fr", "primary": false, "verified": true },
        { "email": EMAIL, "primary": true, "verified": true },
    ]);
    stage.provider.document("/api/v3/user/emails", emails);
    let user = account(&stage).await;
    assert_eq!((&user["email"], &user["identities"][0]["id"]), (&json!(EMAIL), &json!("7")));
    assert_eq!(user["user_metadata"]["user_name"], "marie");
}

#[tokio::test]
async fn gitlab_verifies_the_primary_address_alone() {
    let stage = SocialStage::start_with("gitlab", "", &[]).await;
    let mut user =
        json!({ "id": 8, "name": "Marie", "email": EMAIL, "confirmed_at": "2024-01-01T00:00:00Z" });
    stage.provider.document("/api/v4/user", user.clone());
    stage.provider.document("/api/v4/user/emails", json!([{ "id": 1, "email": "other@exemple.fr" }]));
    assert_eq!(account(&stage).await["email"], EMAIL);
    user["confirmed_at"] = Value::Null;
    user["id"] = json!(9);
    user["email"] = json!("nobody@exemple.fr");
    stage.provider.document("/api/v4/user", user);
    assert_eq!(stage.browse("").await.query("error_code"), "provider_email_needs_verification");
}

#[tokio::test]
async fn discord() {
    let stage = SocialStage::start_with("discord", "", &[]).await;
    let user = json!({
        "id": "9", "username": "marie", "discriminator": "7", "global_name": "Marie", "email": EMAIL,
        "verified": true, "avatar": "a_1",
    });
    stage.provider.document("/api/users/@me", user);
    let user = account(&stage).await;
    assert_eq!(user["user_metadata"]["name"], "marie#7");
    assert_eq!(user["user_metadata"]["avatar_url"], "https://cdn.discordapp.com/avatars/9/a_1.gif");
    assert_eq!(user["user_metadata"]["custom_claims"]["global_name"], "Marie");
}

#[tokio::test]
async fn keycloak_returns_further_claims() {
    let stage = SocialStage::start_with("keycloak", "", &[]).await;
    let user =
        json!({ "sub": "k", "email": EMAIL, "email_verified": true, "name": "Marie", "groups": ["admin"] });
    stage.provider.document("/protocol/openid-connect/userinfo", user);
    let user = account(&stage).await;
    assert_eq!(user["user_metadata"]["custom_claims"], json!({ "groups": ["admin"] }));
}
