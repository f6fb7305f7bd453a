//! Providers with forged, missing or malformed responses.

use super::super::provider::Fault;
use super::*;

const EXCHANGE: &str = "Unable to exchange external code";
const PROFILE: &str = "Error getting user profile from external provider";

#[tokio::test]
async fn a_faulty_response_gives_no_session() {
    for (fault, message) in [
        (Fault::Audience, PROFILE),
        (Fault::Issuer, PROFILE),
        (Fault::Key, PROFILE),
        (Fault::Unsigned, PROFILE),
        (Fault::SharedSecret, PROFILE),
        (Fault::Expired, PROFILE),
        (Fault::NoSubject, PROFILE),
        (Fault::AccessToken, PROFILE),
        (Fault::Garbage, EXCHANGE),
        (Fault::Huge, EXCHANGE),
        (Fault::Redirect, EXCHANGE),
    ] {
        let stage = SocialStage::start().await;
        stage.provider.misbehave(fault);
        let page = stage.browse("").await;
        assert_eq!((page.query("error"), page.query("error_code")), ("server_error", "unexpected_failure"));
        assert!(page.query("error_description").starts_with(message), "{fault:?}");
        assert_eq!(page.fragment("access_token"), "", "{fault:?}");
        assert_eq!(stage.count("select count(*) from auth.users").await, 0, "{fault:?}");
    }
}

#[tokio::test]
async fn a_provider_that_does_not_answer_times_out() {
    let stage = SocialStage::start_with("acme", "", &[("GOTRUE_INTERNAL_HTTP_TIMEOUT", "5s")]).await;
    stage.provider.misbehave(Fault::Silence);
    let page = stage.browse("").await;
    assert!(page.query("error_description").starts_with(EXCHANGE));
}

#[tokio::test]
async fn a_code_of_the_provider_that_is_invented_is_rejected() {
    let stage = SocialStage::start().await;
    let started = stage.client.get("/authorize?provider=acme").await.expect(302);
    let state = Page::parse(location(&started)).query("state").to_owned();
    let page = stage.return_with(&format!("state={state}&code=invented")).await;
    assert_eq!(page.query("error_description"), "Unable to exchange external code: inve");
}

#[tokio::test]
async fn an_issuer_that_names_another_one_is_not_used() {
    let stage = SocialStage::start_with("acme", "/other", &[]).await;
    let rejected = stage.client.get("/authorize?provider=acme").await.expect(400);
    assert!(text(&rejected.body, "/message").starts_with("Unsupported provider: "));
}

#[tokio::test]
async fn the_secret_is_sent_as_the_provider_asks_for_it() {
    let stage = SocialStage::start().await;
    stage.provider.accept("client_secret_post");
    stage.browse("").await.session();
}
