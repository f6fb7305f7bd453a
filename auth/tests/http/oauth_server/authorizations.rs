//! A client's request, and the consent of the account.

use super::*;

#[tokio::test]
async fn an_account_sees_a_request_and_approves_it() {
    let stage = Stage::start_oauth_server(&[]).await;
    let session = stage.sign_up(EMAIL).await.body;
    let client_id = stage.public_client().await;
    let page = stage.authorize(&client_id, "email%20profile").await;
    assert_eq!(page.address, "https://isula.example/oauth/consent");
    let path = format!("/oauth/authorizations/{}", page.query("authorization_id"));
    stage.client.get(&path).await.expect(401);
    let person = stage.as_person(&session);
    let shown = person.get(&path).await.expect(200).body;
    assert_eq!(shown["client"], json!({ "id": client_id, "name": "App" }));
    assert_eq!((&shown["scope"], &shown["redirect_uri"]), (&json!("email profile"), &json!(CALLBACK)));
    assert_eq!(shown["user"], json!({ "id": session["user"]["id"], "email": EMAIL }));

    person.post(&format!("{path}/consent"), json!({ "action": "maybe" })).await.expect(400);
    let approval = json!({ "action": "approve" });
    let answer = person.post(&format!("{path}/consent"), approval.clone()).await.expect(200).body;
    let returned = Page::parse(text(&answer, "/redirect_url"));
    assert_eq!((returned.address.as_str(), returned.query("state")), (CALLBACK, "xyz"));
    assert_ne!(returned.query("code"), "");
    person.post(&format!("{path}/consent"), approval).await.expect(400);

    // The account is not asked for the same scopes again.
    let page = stage.authorize(&client_id, "email").await;
    let path = format!("/oauth/authorizations/{}", page.query("authorization_id"));
    let answer = person.get(&path).await.expect(200).body;
    assert_ne!(Page::parse(text(&answer, "/redirect_url")).query("code"), "");
    let page = stage.authorize(&client_id, "phone").await;
    let path = format!("/oauth/authorizations/{}", page.query("authorization_id"));
    assert_eq!(person.get(&path).await.expect(200).body["scope"], "phone");
}

#[tokio::test]
async fn a_denied_request_returns_an_error() {
    let stage = Stage::start_oauth_server(&[]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let page = stage.authorize(&stage.public_client().await, "email").await;
    let path = format!("/oauth/authorizations/{}", page.query("authorization_id"));
    let denial = json!({ "action": "deny" });
    let early = person.post(&format!("{path}/consent"), denial.clone()).await.expect(404).body;
    assert_eq!(early["code"], "oauth_authorization_not_found", "the account has not opened it");
    person.get(&path).await.expect(200);
    let answer = person.post(&format!("{path}/consent"), denial).await.expect(200).body;
    let returned = Page::parse(text(&answer, "/redirect_url"));
    assert_eq!((returned.query("error"), returned.query("state")), ("access_denied", "xyz"));
}

#[tokio::test]
async fn a_request_is_its_accounts_alone_and_expires() {
    let stage = Stage::start_oauth_server(&[]).await;
    let owner = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let other = stage.as_person(&stage.sign_up("luca@exemple.fr").await.body);
    let page = stage.authorize(&stage.public_client().await, "email").await;
    let path = format!("/oauth/authorizations/{}", page.query("authorization_id"));
    owner.get(&path).await.expect(200);
    other.get(&path).await.expect(404);
    other.post(&format!("{path}/consent"), json!({ "action": "approve" })).await.expect(404);
    let elsewhere = owner.header("origin", "https://evil.example");
    elsewhere.post(&format!("{path}/consent"), json!({ "action": "approve" })).await.expect(400);
    stage.execute("update auth.oauth_authorizations set created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'").await;
    owner.post(&format!("{path}/consent"), json!({ "action": "approve" })).await.expect(404);
}

#[tokio::test]
async fn only_a_registered_address_gets_a_redirect() {
    let stage = Stage::start_oauth_server(&[]).await;
    let client_id = stage.public_client().await;
    for (query, code) in [
        (String::new(), "validation_failed"),
        (format!("client_id={client_id}"), "validation_failed"),
        (format!("client_id=1&redirect_uri={CALLBACK}"), "oauth_client_not_found"),
        (format!("client_id={}&redirect_uri={CALLBACK}", uuid::Uuid::new_v4()), "oauth_client_not_found"),
        (format!("client_id={client_id}&redirect_uri={CALLBACK}/x"), "validation_failed"),
    ] {
        let rejected = stage.client.get(&format!("/oauth/authorize?{query}")).await.expect(400).body;
        assert_eq!(rejected["code"], code, "{query}");
    }
    let start = format!("/oauth/authorize?client_id={client_id}&redirect_uri={CALLBACK}&state=xyz");
    let challenge = format!("code_challenge={CHALLENGE}&code_challenge_method=S256");
    for (query, description) in [
        (String::new(), "PKCE flow requires both code_challenge and code_challenge_method"),
        (format!("{challenge}&response_type=token"), "only response_type=code is supported"),
        (format!("{challenge}&scope=admin"), "unsupported scope: admin"),
        (format!("{challenge}&resource=x"), "resource must be an absolute URI"),
        (format!("{challenge}&nonce={}", "x".repeat(256)), "nonce is too long or contains the NUL character"),
    ] {
        let response = stage.client.get(&format!("{start}&{query}")).await.expect(302);
        let page = Page::parse(location(&response));
        assert_eq!((page.address.as_str(), page.query("state")), (CALLBACK, "xyz"));
        assert_eq!((page.query("error"), page.query("error_description")), ("invalid_request", description));
    }
}
