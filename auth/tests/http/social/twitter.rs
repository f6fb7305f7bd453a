//! Twitter, with OAuth 1.0a.

use super::*;

async fn stage() -> SocialStage {
    let stage = SocialStage::start_with("twitter", "/twitter", &[]).await;
    stage.provider.person(json!({
        "id": 7, "id_str": "t-7", "name": "Marie", "screen_name": "marie", "email": EMAIL,
        "profile_image_url_https": "https://t.example/m",
    }));
    stage
}

#[tokio::test]
async fn a_person_signs_in_and_the_client_gets_the_providers_token() {
    let stage = stage().await;
    let page = stage.browse("").await;
    assert_eq!(page.fragment("provider_token"), "7-access");
    let session = page.session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!((&user["email"], &user["app_metadata"]["provider"]), (&json!(EMAIL), &json!("twitter")));
    assert_eq!(user["identities"][0]["id"], "t-7");
    for (claim, value) in
        [("user_name", "marie"), ("full_name", "Marie"), ("avatar_url", "https://t.example/m")]
    {
        assert_eq!(user["user_metadata"][claim], value, "{claim}");
    }
    assert_eq!(stage.count("select count(*) from auth.oauth_client_states").await, 0);
    let settings = stage.client.get("/settings").await.expect(200).body;
    assert_eq!(settings["external"]["twitter"], true);
}

#[tokio::test]
async fn a_client_with_pkce_gets_a_code() {
    let stage = stage().await;
    let code = stage.browse(PKCE).await.query("code").to_owned();
    let session = stage.exchange(&code, VERIFIER).await.expect(200).body;
    assert_eq!((&session["user"]["email"], &session["provider_token"]), (&json!(EMAIL), &json!("7-access")));
}

#[tokio::test]
async fn a_rejection_ends_at_the_site() {
    let stage = stage().await;
    stage.provider.reject();
    assert_eq!(stage.browse("").await.query("error"), "access_denied");
    assert_eq!(stage.count("select count(*) from auth.users").await, 0);
}

#[tokio::test]
async fn an_approval_counts_once_and_only_with_its_verifier() {
    let stage = stage().await;
    let started = stage.client.get("/authorize?provider=twitter").await.expect(302);
    let returned = stage.provider_redirect(location(&started)).await;
    let forged = returned.replace("oauth_verifier=", "oauth_verifier=x");
    assert_eq!(
        stage.return_with(&forged).await.query("error_description"),
        "Unable to retrieve access token"
    );
    let again = stage.return_with(&returned).await;
    assert_eq!(again.query("error_code"), "bad_oauth_state");
    // A code is not what this protocol returns.
    let started = stage.client.get("/authorize?provider=twitter").await.expect(302);
    let returned = stage.provider_redirect(location(&started)).await;
    let state = returned.split('&').next().unwrap();
    let page = stage.return_with(&format!("{state}&code=abc")).await;
    assert_eq!(page.query("error_code"), "unexpected_failure");
    assert_eq!(stage.count("select count(*) from auth.users").await, 0);
}

#[tokio::test]
async fn without_a_request_token_no_sign_in_begins() {
    let stage = SocialStage::start_with("twitter", "/nowhere", &[]).await;
    stage.client.get("/authorize?provider=twitter").await.expect(500);
    assert_eq!(stage.count("select count(*) from auth.flow_state").await, 0);
}
