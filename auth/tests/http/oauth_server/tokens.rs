//! The tokens of clients.

use super::*;
use base64::Engine as _;

#[tokio::test]
async fn a_code_is_exchanged_once_and_only_with_its_verifier() {
    let Approved { stage, session, client_id, code } = Approved::with_scope("email").await;
    let stored =
        format!("select count(*) from auth.oauth_authorizations where authorization_code = '{code}'");
    assert_eq!(stage.count(&stored).await, 0, "only the hash is stored");
    let mut body = json!({ "grant_type": "authorization_code", "client_id": client_id, "code": code });
    let rejected = stage.client.post("/oauth/token", body.clone()).await.expect(400).body;
    assert_eq!(rejected["error"], "invalid_grant");
    body["code_verifier"] = json!(CHALLENGE);
    stage.client.post("/oauth/token", body).await.expect(400);
    let other = stage.public_client().await;
    assert_eq!(stage.exchange(&other, &code).await.expect(400).body["error"], "invalid_grant");

    let response = stage.exchange(&client_id, &code).await.expect(200);
    assert_eq!(response.headers["cache-control"], "no-store");
    let tokens = response.body;
    assert_eq!((&tokens["token_type"], tokens.get("user")), (&json!("bearer"), None));
    let granted = claims(text(&tokens, "/access_token"));
    assert_eq!((&granted["client_id"], &granted["scope"]), (&json!(client_id), &json!("email")));
    assert_eq!(granted["amr"][0]["method"], "oauth_provider/authorization_code");
    assert_eq!(granted["sub"], session["user"]["id"]);
    assert_eq!(stage.exchange(&client_id, &code).await.expect(400).body["error"], "invalid_grant");
}

#[tokio::test]
async fn of_concurrent_exchanges_one_succeeds() {
    let Approved { stage, client_id, code, .. } = Approved::with_scope("email").await;
    let (first, second, third) = tokio::join!(
        stage.exchange(&client_id, &code),
        stage.exchange(&client_id, &code),
        stage.exchange(&client_id, &code)
    );
    let succeeded = [first, second, third].iter().filter(|response| response.status == 200).count();
    assert_eq!(succeeded, 1);
    assert_eq!(stage.count("select count(*) from auth.sessions where oauth_client_id is not null").await, 1);
}

#[tokio::test]
async fn a_client_refreshes_its_own_tokens_only() {
    let Approved { stage, session, client_id, code } = Approved::with_scope("email").await;
    let tokens = stage.exchange(&client_id, &code).await.expect(200).body;
    let refresh = |client_id: &str, token: &str| {
        let body = json!({ "grant_type": "refresh_token", "client_id": client_id, "refresh_token": token });
        let client = stage.client.clone();
        async move { client.post("/oauth/token", body).await }
    };
    let token = text(&tokens, "/refresh_token");
    assert_eq!(stage.refresh(token).await.expect(400).body["error"], "invalid_client");
    let other = stage.public_client().await;
    assert_eq!(refresh(&other, token).await.expect(400).body["error"], "invalid_client");
    let own = text(&session, "/refresh_token");
    assert_eq!(refresh(&client_id, own).await.expect(400).body["error"], "invalid_client");
    let refreshed = refresh(&client_id, token).await.expect(200).body;
    assert_eq!(claims(text(&refreshed, "/access_token"))["scope"], "email");
    stage.refresh(own).await.expect(200);
}

#[tokio::test]
async fn a_confidential_client_proves_itself_with_its_registered_method() {
    let stage = Stage::start_oauth_server(&[]).await;
    let session = stage.sign_up(EMAIL).await.body;
    let created = stage
        .as_admin()
        .post("/admin/oauth/clients", json!({ "redirect_uris": [CALLBACK] }))
        .await
        .expect(201)
        .body;
    let (id, secret) = (text(&created, "/client_id"), text(&created, "/client_secret"));
    let code = stage.approved_code(&session, id, "email").await;
    let form = format!("grant_type=authorization_code&code={code}&code_verifier={VERIFIER}");
    let post = |authorization: Option<String>, body: String| {
        let mut client = stage.client.header("content-type", "application/x-www-form-urlencoded");
        if let Some(authorization) = authorization {
            client = client.header("authorization", &authorization);
        }
        async move { client.send(service_test::Method::POST, "/oauth/token", body).await }
    };
    let basic = |secret: &str| {
        Some(format!("Basic {}", base64::prelude::BASE64_STANDARD.encode(format!("{id}:{secret}"))))
    };
    for (authorization, body) in [
        (None, form.clone()),
        (None, format!("{form}&client_id={id}&client_secret={secret}")),
        (basic("wrong"), form.clone()),
        (Some("Basic ?".to_owned()), form.clone()),
    ] {
        assert_eq!(post(authorization, body).await.expect(400).body["code"], "invalid_credentials");
    }
    post(basic(secret), form).await.expect(200);
    let rejected = post(basic(secret), "grant_type=password".to_owned()).await.expect(400).body;
    assert_eq!(rejected["error"], "unsupported_grant_type");
}

#[tokio::test]
async fn userinfo_and_the_id_token_have_the_claims_of_the_scopes() {
    let key = jwt::generate_ec_jwk().unwrap();
    let mut public = key.clone();
    public.as_object_mut().unwrap().remove("d");
    let mut keys = service_test::key_set();
    keys["keys"].as_array_mut().unwrap().push(public);
    let stage = Stage::start_oauth_server(&[
        ("GOTRUE_JWT_KEYS", &json!([key]).to_string()),
        ("SUPABASE_JWKS", &keys.to_string()),
    ])
    .await;
    let body =
        json!({ "email": EMAIL, "password": PASSWORD, "data": { "name": "Marie", "avatar_url": "a.png" } });
    let session = stage.client.post("/signup", body).await.expect(200).body;
    let client_id = stage.public_client().await;
    let code = stage.approved_code(&session, &client_id, "openid%20email").await;
    let tokens = stage.exchange(&client_id, &code).await.expect(200).body;
    let id_token = claims(text(&tokens, "/id_token"));
    assert_eq!((&id_token["aud"], &id_token["nonce"]), (&json!(client_id), &json!("n-1")));
    assert_eq!((&id_token["email"], &id_token["email_verified"]), (&json!(EMAIL), &json!(true)));
    assert_eq!(id_token.get("name"), None);

    let userinfo = stage.as_person(&tokens).get("/oauth/userinfo").await.expect(200).body;
    let expected = json!({ "sub": session["user"]["id"], "email": EMAIL, "email_verified": true });
    assert_eq!(userinfo, expected);
    let code = stage.approved_code(&session, &client_id, "profile").await;
    let tokens = stage.exchange(&client_id, &code).await.expect(200).body;
    assert_eq!(tokens.get("id_token"), None);
    let userinfo = stage.as_person(&tokens).get("/oauth/userinfo").await.expect(200).body;
    assert_eq!((&userinfo["name"], &userinfo["picture"]), (&json!("Marie"), &json!("a.png")));
    assert_eq!(userinfo.get("email"), None);
    let own = stage.as_person(&session).get("/oauth/userinfo").await.expect(200).body;
    assert_eq!(own, json!({ "sub": session["user"]["id"] }));
}

#[tokio::test]
async fn without_a_private_key_an_id_token_is_refused() {
    let Approved { stage, client_id, code, .. } = Approved::with_scope("openid").await;
    let refused = stage.exchange(&client_id, &code).await.expect(500).body;
    assert_eq!(refused["message"], "Error generating ID token");
    assert_eq!(stage.count("select count(*) from auth.sessions where oauth_client_id is not null").await, 0);
}

#[tokio::test]
async fn a_revoked_grant_ends_the_applications_sessions() {
    let Approved { stage, session, client_id, code } = Approved::with_scope("email").await;
    let tokens = stage.exchange(&client_id, &code).await.expect(200).body;
    let person = stage.as_person(&session);
    let grants = person.get("/user/oauth/grants").await.expect(200).body;
    assert_eq!(grants[0]["client"]["id"], client_id);
    assert_eq!(grants[0]["scopes"], json!(["email"]));

    person.delete("/user/oauth/grants").await.expect(400);
    let path = format!("/user/oauth/grants?client_id={client_id}");
    person.delete(&path).await.expect(204);
    assert_eq!(person.get("/user/oauth/grants").await.expect(200).body, json!([]));
    let ended = stage.as_person(&tokens).get("/user").await.expect(403).body;
    assert_eq!(ended["code"], "session_not_found");
    person.get("/user").await.expect(200);
    assert_eq!(person.delete(&path).await.expect(404).body["code"], "oauth_consent_not_found");
}

#[tokio::test]
async fn a_banned_account_gets_no_tokens() {
    let Approved { stage, client_id, code, .. } = Approved::with_scope("email").await;
    stage.execute("update auth.users set banned_until = now() + interval '1 hour'").await;
    assert_eq!(stage.exchange(&client_id, &code).await.expect(400).body["error"], "access_denied");
}
