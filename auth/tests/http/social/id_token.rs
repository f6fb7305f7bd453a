//! `grant_type=id_token`: an application brings the token that it got from the provider.

use super::super::provider::Key;
use super::*;

#[tokio::test]
async fn a_valid_token_signs_in() {
    let stage = SocialStage::start().await;
    let body = json!({ "provider": "acme", "id_token": stage.provider.id_token(json!({})) });
    let session = stage.with_id_token(body).await.expect(200).body;
    assert_eq!(session["user"]["app_metadata"]["provider"], "acme");
    assert_eq!(claims(text(&session, "/access_token"))["amr"][0]["method"], "oauth");
}

#[tokio::test]
async fn the_issuer_may_be_named_instead_of_the_provider() {
    let stage = SocialStage::start().await;
    let token = stage.provider.id_token(json!({}));
    let body = json!({ "issuer": stage.provider.address(), "client_id": CLIENT_ID, "id_token": token });
    stage.with_id_token(body).await.expect(200);
    let body = json!({ "issuer": "https://evil.example", "client_id": CLIENT_ID, "id_token": token });
    assert_eq!(stage.with_id_token(body).await.expect(400).body["code"], "validation_failed");
}

#[tokio::test]
async fn an_issuer_may_be_allowed_without_a_provider() {
    let provider = Provider::start().await;
    let (issuer, token) = (provider.address(), provider.id_token(json!({})));
    let allowed = format!("https://login.exemple.fr, {issuer}");
    let stage = Stage::start_with(&[("GOTRUE_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS", &allowed)]).await;
    let send = |stage: &Stage, issuer: &str, client_id: &str| {
        let body = json!({ "issuer": issuer, "client_id": client_id, "id_token": token });
        let client = stage.client.clone();
        async move { client.post("/token?grant_type=id_token", body).await }
    };
    let session = send(&stage, &issuer, CLIENT_ID).await.expect(200).body;
    assert_eq!(session["user"]["app_metadata"]["provider"], issuer);
    let rejected = send(&stage, &issuer, "another").await.expect(400).body;
    assert_eq!(rejected["error_description"], format!("Unacceptable audience in id_token: [{CLIENT_ID}]"));
    let other = send(&Stage::start().await, &issuer, CLIENT_ID).await.expect(400).body;
    assert_eq!(other["code"], "validation_failed", "without the setting");
    // An issuer with a provider of its own is accepted when that is enabled.
    for known in ["https://accounts.google.com", "https://appleid.apple.com"] {
        assert_eq!(send(&stage, known, CLIENT_ID).await.expect(400).body["code"], "provider_disabled");
    }
}

#[tokio::test]
async fn the_nonce_is_the_digest_in_the_token() {
    let stage = SocialStage::start().await;
    // The SHA-256 digest of `nonce`.
    let digest = "78377b525757b494427f89014f97d79928f3938d14eb51e20fb5dec9834eb304";
    let with = stage.provider.id_token(json!({ "nonce": digest }));
    let without = stage.provider.id_token(json!({}));
    let send = |token: &str, nonce: Option<&str>| {
        stage.with_id_token(json!({ "provider": "acme", "id_token": token, "nonce": nonce }))
    };
    send(&with, Some("nonce")).await.expect(200);
    let both = "Passed nonce and nonce in id_token should either both exist or not.";
    assert_eq!(send(&with, None).await.expect(400).body["error_description"], both);
    assert_eq!(send(&without, Some("nonce")).await.expect(400).body["error_description"], both);
    let wrong = send(&with, Some("another")).await.expect(400).body;
    assert_eq!(wrong, json!({ "error": "invalid nonce", "error_description": "Nonces mismatch" }));
}

#[tokio::test]
async fn a_provider_whose_nonce_is_not_checked_needs_none() {
    let stage =
        SocialStage::start_with("acme", "", &[("GOTRUE_EXTERNAL_ACME_SKIP_NONCE_CHECK", "true")]).await;
    let token = stage.provider.id_token(json!({ "nonce": "of-the-application" }));
    stage.with_id_token(json!({ "provider": "acme", "id_token": token })).await.expect(200);
}

#[tokio::test]
async fn a_token_that_is_wrong_is_rejected() {
    let stage = SocialStage::start().await;
    let now = chrono::Utc::now().timestamp();
    let valid = stage.provider.id_token(json!({}));
    let bad = [
        ("expired", stage.provider.id_token(json!({ "exp": now - 60 }))),
        ("without an end", stage.provider.id_token(json!({ "exp": null }))),
        ("not valid yet", stage.provider.id_token(json!({ "nbf": now + 600 }))),
        ("of another issuer", stage.provider.id_token(json!({ "iss": "https://evil.example" }))),
        ("without a subject", stage.provider.id_token(json!({ "sub": null }))),
        ("of another key", Key::generate("first").sign(&claims(&valid))),
        ("no token", "abc".to_owned()),
    ];
    for (name, token) in bad {
        let rejected =
            stage.with_id_token(json!({ "provider": "acme", "id_token": token })).await.expect(400);
        let expected = json!({ "error": "invalid request", "error_description": "Bad ID token" });
        assert_eq!(rejected.body, expected, "{name}");
    }
    let token = stage.provider.id_token(json!({ "aud": ["another", "third"] }));
    let rejected =
        stage.with_id_token(json!({ "provider": "acme", "id_token": token })).await.expect(400).body;
    assert_eq!(rejected["error_description"], "Unacceptable audience in id_token: [another third]");
    let token = stage.provider.id_token(json!({ "at_hash": "AAAAAAAAAAAAAAAAAAAAAA" }));
    let body = json!({ "provider": "acme", "id_token": token, "access_token": "provider-access-token" });
    stage.with_id_token(body).await.expect(400);
    assert_eq!(stage.count("select count(*) from auth.users").await, 0);
}

#[tokio::test]
async fn keys_are_fetched_once_and_again_for_a_new_one_only_after_a_while() {
    let stage = SocialStage::start().await;
    let body = || json!({ "provider": "acme", "id_token": stage.provider.id_token(json!({})) });
    stage.with_id_token(body()).await.expect(200);
    stage.with_id_token(body()).await.expect(200);
    assert_eq!(stage.provider.key_requests(), 1);
    stage.provider.rotate_key("second");
    for _ in 0..5 {
        stage.with_id_token(body()).await.expect(400);
    }
    assert_eq!(stage.provider.key_requests(), 1, "invented key ids cause no requests");
}

#[tokio::test]
async fn fields_that_are_missing_are_named() {
    let stage = SocialStage::start().await;
    let rejected = stage.with_id_token(json!({ "provider": "acme" })).await.expect(400).body;
    assert_eq!(rejected["error_description"], "id_token required");
    let rejected = stage.with_id_token(json!({ "id_token": "x" })).await.expect(400).body;
    assert_eq!(rejected["error_description"], "provider or client_id and issuer required");
    let rejected = stage.with_id_token(json!({ "id_token": "x", "provider": "google" })).await.expect(400);
    assert_eq!(rejected.body["code"], "provider_disabled");
}

#[tokio::test]
async fn a_token_links_its_identity_with_the_account_of_the_bearer() {
    let stage = SocialStage::start_with("acme", "", &[("GOTRUE_MAILER_AUTOCONFIRM", "true")]).await;
    let session = stage.sign_up("other@exemple.fr").await.body;
    let body =
        json!({ "provider": "acme", "id_token": stage.provider.id_token(json!({})), "link_identity": true });
    let person = stage.as_person(&session);
    let linked = person.post("/token?grant_type=id_token", body.clone()).await.expect(200).body;
    assert_eq!(linked["user"]["id"], session["user"]["id"]);
    assert_eq!(linked["user"]["email"], "other@exemple.fr");
    let again = person.post("/token?grant_type=id_token", body.clone()).await.expect(422);
    assert_eq!(again.body["code"], "identity_already_exists");
    stage.with_id_token(body).await.expect(400);
}

#[tokio::test]
async fn tokens_of_providers_that_return_only_verified_addresses_need_not_say_so() {
    let cases = [
        // Facebook's tokens have a nonce of their own.
        ("facebook", json!({ "nonce": "theirs", "picture": "https://f.example/m" }), "provider_id", "p-1"),
        ("kakao", json!({ "nickname": "marie" }), "preferred_username", "marie"),
        ("snapchat", json!({ "name": "Marie" }), "name", "Marie"),
    ];
    for (name, mut changes, claim, value) in cases {
        let stage = SocialStage::start_with(name, "", &[]).await;
        changes["email_verified"] = Value::Null;
        let body = json!({ "provider": name, "id_token": stage.provider.id_token(changes) });
        let session = stage.with_id_token(body).await.expect(200).body;
        assert_eq!(session["user"]["email"], EMAIL, "{name}");
        assert_eq!(session["user"]["user_metadata"][claim], value, "{claim} of {name}");
    }
}
