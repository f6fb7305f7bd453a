//! Sign-ins with external providers, against a provider that speaks OpenID Connect and OAuth 1.0a.

mod accounts;
mod custom;
mod faults;
mod id_token;
mod identities;
mod invitations;
mod named;
mod sign_in;
mod twitter;

use url::{Url, form_urlencoded};

use super::page::{Page, location};
use super::provider::{CLIENT_ID, CLIENT_SECRET, Provider, REDIRECT_URI};
use super::*;

/// The client's challenge and verifier of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const PKCE: &str = "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=s256";
const SITE: &str = "https://isula.example/welcome";

/// The service and a provider that is configured under a name.
struct SocialStage {
    stage: Stage,
    provider: Provider,
    name: &'static str,
}

impl std::ops::Deref for SocialStage {
    type Target = Stage;
    fn deref(&self) -> &Stage {
        &self.stage
    }
}

impl SocialStage {
    /// An OpenID provider.
    async fn start() -> SocialStage {
        SocialStage::start_with("acme", "", &[]).await
    }

    /// `path` is the provider's path in the configuration.
    async fn start_with(name: &'static str, path: &str, variables: &[(&str, &str)]) -> SocialStage {
        let provider = Provider::start().await;
        let prefix = format!("GOTRUE_EXTERNAL_{}", name.to_uppercase());
        let url = format!("{}{path}", provider.address());
        let own = [
            ("ENABLED", "true"),
            ("CLIENT_ID", CLIENT_ID),
            ("SECRET", CLIENT_SECRET),
            ("REDIRECT_URI", REDIRECT_URI),
            ("URL", &url),
        ]
        .map(|(field, value)| (format!("{prefix}_{field}"), value.to_owned()));
        let shared = [
            ("GOTRUE_SITE_URL", SITE),
            ("GOTRUE_MAILER_AUTOCONFIRM", "false"),
            ("GOTRUE_SECURITY_MANUAL_LINKING_ENABLED", "true"),
        ];
        let mut all: Vec<(&str, &str)> = shared.to_vec();
        all.extend(own.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        all.extend(variables);
        SocialStage { stage: Stage::start_with(&all).await, provider, name }
    }

    /// Signs in through a browser, and returns the page that it ends on.
    async fn browse(&self, parameters: &str) -> Page {
        let started =
            self.client.get(&format!("/authorize?provider={}&{parameters}", self.name)).await.expect(302);
        self.consent(location(&started)).await
    }

    /// Follows the redirects from the provider's sign-in page on.
    async fn consent(&self, sign_in_page: &str) -> Page {
        let returned = self.provider_redirect(sign_in_page).await;
        self.return_with(&returned).await
    }

    /// The query with which the provider sends the browser back.
    async fn provider_redirect(&self, sign_in_page: &str) -> String {
        let page = Url::parse(sign_in_page).unwrap();
        let path = &page[url::Position::BeforePath..];
        let consented = Client::new(&self.provider.address()).get(path).await.expect(302);
        let back = location(&consented).to_owned();
        back.strip_prefix(&format!("{REDIRECT_URI}?")).expect("the callback").to_owned()
    }

    async fn return_with(&self, query: &str) -> Page {
        let response = self.client.get(&format!("/callback?{query}")).await;
        assert!(response.status.is_redirection(), "{}", response.body);
        Page::parse(location(&response))
    }

    async fn exchange(&self, code: &str, verifier: &str) -> Response {
        let body = json!({ "auth_code": code, "code_verifier": verifier });
        self.client.post("/token?grant_type=pkce", body).await
    }

    async fn with_id_token(&self, body: Value) -> Response {
        self.client.post("/token?grant_type=id_token", body).await
    }
}
