//! Providers that administrators add at run time.

use super::*;

fn oauth2() -> Value {
    json!({
        "provider_type": "oauth2", "identifier": "custom:acme", "name": "Acme", "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET, "scopes": ["profile"],
        "authorization_url": "https://login.example/authorize", "token_url": "https://login.example/token",
        "userinfo_url": "https://login.example/userinfo", "authorization_params": { "prompt": "login" },
    })
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

#[tokio::test]
async fn a_provider_is_created_read_changed_listed_and_deleted() {
    let stage = Stage::start().await;
    let admin = stage.as_admin();
    let created = admin.post("/admin/custom-providers", oauth2()).await.expect(201).body;
    assert_eq!((&created["pkce_enabled"], &created["enabled"]), (&json!(true), &json!(true)));
    assert!(created.get("client_secret").is_none());
    assert_eq!(admin.get("/admin/custom-providers/custom:acme").await.expect(200).body, created);

    let changed = json!({ "name": "Acme Ltd", "enabled": false });
    let changed = admin.put("/admin/custom-providers/custom:acme", changed).await.expect(200).body;
    assert_eq!((&changed["name"], &changed["enabled"]), (&json!("Acme Ltd"), &json!(false)));
    assert_eq!(changed["token_url"], "https://login.example/token");
    let listed = admin.get("/admin/custom-providers?type=oauth2").await.expect(200).body;
    assert_eq!(listed["providers"], json!([changed]));
    let listed = admin.get("/admin/custom-providers?type=oidc").await.expect(200).body;
    assert_eq!(listed["providers"], json!([]));

    admin.delete("/admin/custom-providers/custom:acme").await.expect(204);
    let gone = admin.get("/admin/custom-providers/custom:acme").await.expect(404);
    assert_eq!(gone.body["code"], "custom_provider_not_found");
}

#[tokio::test]
async fn a_sign_in_begins_with_the_providers_own_page_and_a_challenge() {
    let stage = Stage::start_with(&[("API_EXTERNAL_URL", "https://isula.example/auth/v1")]).await;
    stage.as_admin().post("/admin/custom-providers", oauth2()).await.expect(201);
    let started = stage.client.get("/authorize?provider=custom:acme").await.expect(302);
    let page = Page::parse(location(&started));
    assert_eq!(page.address, "https://login.example/authorize");
    assert_eq!(page.query("redirect_uri"), "https://isula.example/auth/v1/callback");
    assert_eq!((page.query("scope"), page.query("prompt")), ("profile", "login"));
    assert_eq!(page.query("code_challenge_method"), "S256");
    let disabled = json!({ "enabled": false });
    stage.as_admin().put("/admin/custom-providers/custom:acme", disabled).await.expect(200);
    stage.client.get("/authorize?provider=custom:acme").await.expect(400);
}

#[tokio::test]
async fn what_a_provider_may_not_be_is_named() {
    let stage = Stage::start().await;
    let admin = stage.as_admin();
    for (body, message) in [
        (with(oauth2(), "provider_type", json!("saml")), "provider_type must be either 'oauth2' or 'oidc'"),
        (
            with(oauth2(), "identifier", json!("acme")),
            "identifier must start with 'custom:' prefix, e.g. 'custom:acme'",
        ),
        (with(oauth2(), "name", json!("")), "name is required"),
        (with(oauth2(), "token_url", json!("http://login.example/token")), "URL must use HTTPS"),
        (
            with(oauth2(), "authorization_params", json!({ "state": "x" })),
            "Cannot override reserved OAuth parameter: state",
        ),
        (
            with(oauth2(), "attribute_mapping", json!({ "role": "x" })),
            "Cannot map to protected system field: role",
        ),
        (
            with(oauth2(), "custom_claims_allowlist", json!([" "])),
            "custom_claims_allowlist entries must be non-empty strings",
        ),
    ] {
        let rejected = admin.post("/admin/custom-providers", body).await.expect(400).body;
        assert_eq!(rejected["message"], message);
    }
    admin.post("/admin/custom-providers", oauth2()).await.expect(201);
    let again = admin.post("/admin/custom-providers", oauth2()).await.expect(400).body;
    assert_eq!(again["code"], "conflict");
}

#[tokio::test]
async fn an_issuer_in_a_private_network_is_not_asked() {
    let stage = Stage::start().await;
    for address in
        ["https://127.0.0.1:9", "https://localhost:9", "https://[::1]:9", "https://169.254.169.254"]
    {
        let body = json!({
            "provider_type": "oidc", "identifier": "custom:inner", "name": "Inner", "client_id": "c",
            "client_secret": "s", "issuer": address,
        });
        let rejected = stage.as_admin().post("/admin/custom-providers", body).await.expect(400).body;
        let message = text(&rejected, "/message");
        assert!(
            message.contains("only public addresses") || message.contains("cannot be reached"),
            "{message}"
        );
    }
}

#[tokio::test]
async fn only_administrators_manage_providers_and_only_where_they_are_enabled() {
    let stage = Stage::start_with(&[("GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS", "1")]).await;
    stage.client.get("/admin/custom-providers").await.expect(401);
    stage.as_admin().post("/admin/custom-providers", oauth2()).await.expect(201);
    let second = with(oauth2(), "identifier", json!("custom:second"));
    let rejected = stage.as_admin().post("/admin/custom-providers", second).await.expect(400).body;
    assert_eq!(rejected["code"], "over_custom_provider_quota");
    let stage = Stage::start_with(&[("GOTRUE_CUSTOM_OAUTH_ENABLED", "false")]).await;
    let rejected = stage.as_admin().get("/admin/custom-providers").await.expect(404).body;
    assert_eq!(rejected["code"], "feature_disabled");
}
