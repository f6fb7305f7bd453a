//! Health, settings, public keys, and the check of the settings at start.

use super::*;

#[tokio::test]
async fn health_names_the_service() {
    let stage = Stage::start().await;
    let body = stage.client.get("/health").await.expect(200).body;
    assert_eq!(body["name"], "GoTrue");
}

#[tokio::test]
async fn settings_list_the_enabled_ways_to_sign_in() {
    let stage = Stage::start_with(&[("GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED", "true")]).await;
    let body = stage.client.get("/settings").await.expect(200).body;
    assert_eq!(body["external"]["email"], true);
    assert_eq!(body["external"]["anonymous_users"], true);
    assert_eq!(body["external"]["google"], false);
    assert_eq!(body["mailer_autoconfirm"], true);
    assert_eq!(body["disable_signup"], false);
}

#[tokio::test]
async fn a_shared_secret_is_not_published() {
    let stage = Stage::start().await;
    let response = stage.client.get("/.well-known/jwks.json").await.expect(200);
    assert_eq!(response.body, json!({ "keys": [] }));
    assert_eq!(response.headers["cache-control"], "public, max-age=600");
}

#[tokio::test]
async fn the_openid_configuration_names_the_endpoints() {
    let stage = Stage::start_with(&[("GOTRUE_JWT_ISSUER", "https://isula.example/auth/v1")]).await;
    let response = stage.client.get("/.well-known/openid-configuration").await.expect(200);
    assert_eq!(response.headers["cache-control"], "public, max-age=600");
    let body = response.body;
    assert_eq!(body["issuer"], "https://isula.example/auth/v1");
    assert_eq!(body["jwks_uri"], "https://isula.example/auth/v1/.well-known/jwks.json");
    assert_eq!(body["token_endpoint"], "https://isula.example/auth/v1/oauth/token");
    assert_eq!(body["scopes_supported"], json!(["openid", "profile", "email", "phone", "offline_access"]));
    assert_eq!(body.get("registration_endpoint"), None, "clients cannot register themselves");
}
