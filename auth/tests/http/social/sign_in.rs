//! The steps of a sign-in through a browser.

use super::*;

#[tokio::test]
async fn a_person_gets_an_account_and_a_session_in_the_fragment() {
    let stage = SocialStage::start().await;
    let page = stage.browse("redirect_to=https://isula.example/back?x=1").await;
    assert_eq!((page.address.as_str(), page.query("x")), ("https://isula.example/back", "1"));
    assert_eq!(page.fragment("token_type"), "bearer");
    assert_eq!(page.fragment("provider_token"), "provider-access-token");
    assert_eq!(page.fragment("provider_refresh_token"), "provider-refresh-token");
    let session = page.session();
    assert_eq!(claims(text(&session, "/access_token"))["amr"][0]["method"], "oauth");

    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!(user["email"], EMAIL);
    assert!(user["email_confirmed_at"].is_string());
    assert_eq!(user["app_metadata"], json!({ "provider": "acme", "providers": ["acme"] }));
    assert_eq!(user["user_metadata"]["name"], "Marie");
    assert_eq!(user["identities"][0]["id"], "p-1");
    assert_eq!(user["identities"][0]["identity_data"]["email_verified"], true);
}

#[tokio::test]
async fn with_pkce_the_browser_gets_a_code_for_the_client_that_began() {
    let stage = SocialStage::start().await;
    let page = stage.browse(PKCE).await;
    assert_eq!(page.address, SITE);
    assert!(page.fragment.is_empty());
    let other = "x".repeat(43);
    stage.exchange(page.query("code"), &other).await.expect(400);
    let session = stage.exchange(page.query("code"), VERIFIER).await.expect(200).body;
    assert_eq!(session["provider_token"], "provider-access-token");
    assert_eq!(session["user"]["email"], EMAIL);
    stage.exchange(page.query("code"), VERIFIER).await.expect(404);
}

#[tokio::test]
async fn the_provider_gets_further_parameters_but_none_of_the_protocol() {
    let stage = SocialStage::start().await;
    let path = "/authorize?provider=acme&scopes=calendar,files&prompt=login&redirect_uri=https://evil.example\
                &state=mine&client_id=mine&redirect_to=https://isula.example/";
    let started = stage.client.get(path).await.expect(302);
    let page = Page::parse(location(&started));
    assert_eq!(page.address, format!("{}/authorize", stage.provider.address()));
    assert_eq!(page.query("scope"), "openid email profile calendar files");
    assert_eq!((page.query("prompt"), page.query("redirect_uri")), ("login", REDIRECT_URI));
    assert_eq!((page.query("client_id"), page.query("redirect_to")), (CLIENT_ID, ""));
    assert_ne!(page.query("state"), "mine");
}

#[tokio::test]
async fn a_state_works_once() {
    let stage = SocialStage::start().await;
    let started = stage.client.get("/authorize?provider=acme").await.expect(302);
    let returned = stage.provider_redirect(location(&started)).await;
    let (first, second) = tokio::join!(stage.return_with(&returned), stage.return_with(&returned));
    let outcomes = [first, second].map(|page| page.query("error_code").to_owned());
    assert!(outcomes.contains(&String::new()), "{outcomes:?}");
    assert!(outcomes.contains(&"bad_oauth_state".to_owned()), "{outcomes:?}");
    assert_eq!(stage.count("select count(*) from auth.sessions").await, 1);
}

#[tokio::test]
async fn a_state_that_is_missing_or_unknown_or_old_ends_on_the_site() {
    let stage = SocialStage::start().await;
    let unknown = format!("state={}", uuid::Uuid::new_v4());
    for (query, code) in [
        ("code=x", "bad_oauth_callback"),
        ("code=x&state=not-a-uuid", "bad_oauth_state"),
        (unknown.as_str(), "bad_oauth_state"),
    ] {
        let page = stage.return_with(query).await;
        assert_eq!((page.address.as_str(), page.query("error_code")), (SITE, code), "{query}");
    }
    let started = stage.client.get("/authorize?provider=acme").await.expect(302);
    stage.execute("update auth.flow_state set created_at = now() - interval '6 minutes'").await;
    let page = stage.consent(location(&started)).await;
    assert_eq!(page.query("error_description"), "OAuth state has expired");
}

#[tokio::test]
async fn a_denial_by_the_person_reaches_the_page() {
    let stage = SocialStage::start().await;
    let started = stage.client.get("/authorize?provider=acme").await.expect(302);
    let state = Page::parse(location(&started)).query("state").to_owned();
    let page =
        stage.return_with(&format!("state={state}&error=access_denied&error_description=No+thanks")).await;
    assert_eq!((page.query("error"), page.fragment("error")), ("access_denied", "access_denied"));
    assert_eq!(page.fragment("error_description"), "No thanks");
}

#[tokio::test]
async fn an_address_outside_the_allow_list_is_replaced_by_the_site() {
    let stage = SocialStage::start().await;
    let page = stage.browse("redirect_to=https://evil.example/").await;
    assert_eq!(page.address, SITE);
}

#[tokio::test]
async fn a_provider_that_is_unknown_or_disabled_is_rejected() {
    let stage = SocialStage::start().await;
    for (name, reason) in [
        ("google", "provider is not enabled"),
        ("unheard-of", "Provider unheard-of could not be found"),
        ("", "Provider  could not be found"),
        ("custom:none", "custom provider custom:none not found"),
    ] {
        let rejected = stage.client.get(&format!("/authorize?provider={name}")).await.expect(400);
        assert_eq!(rejected.body["code"], "validation_failed");
        assert_eq!(rejected.body["message"], format!("Unsupported provider: {reason}"));
    }
}

#[tokio::test]
async fn settings_list_the_enabled_providers() {
    let stage = SocialStage::start().await;
    let settings = stage.client.get("/settings").await.expect(200).body;
    assert_eq!(
        (&settings["external"]["acme"], &settings["external"]["google"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(settings["saml_enabled"], false);
}
