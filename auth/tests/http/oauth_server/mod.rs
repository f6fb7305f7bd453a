//! The OAuth 2.1 server: clients, the consent of an account, tokens, and what is revoked.

mod authorizations;
mod clients;
mod tokens;

use super::page::{Page, location};
use super::*;

const ON: [(&str, &str); 3] = [
    ("GOTRUE_OAUTH_SERVER_ENABLED", "true"),
    ("GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH", "/oauth/consent"),
    ("GOTRUE_SITE_URL", "https://isula.example"),
];
const CALLBACK: &str = "https://app.example/callback";
/// The example of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

impl Stage {
    /// A service whose OAuth server is on.
    async fn start_oauth_server(variables: &[(&str, &str)]) -> Stage {
        let variables: Vec<(&str, &str)> = ON.into_iter().chain(variables.iter().copied()).collect();
        Stage::start_with(&variables).await
    }

    /// Registers a client without a secret.
    async fn public_client(&self) -> String {
        let body = json!({ "client_name": "App", "redirect_uris": [CALLBACK], "client_type": "public" });
        let client = self.as_admin().post("/admin/oauth/clients", body).await.expect(201).body;
        text(&client, "/client_id").to_owned()
    }

    /// The page to which a client's request leads.
    async fn authorize(&self, client_id: &str, scope: &str) -> Page {
        let path = format!(
            "/oauth/authorize?client_id={client_id}&redirect_uri={CALLBACK}&response_type=code&scope={scope}\
             &state=xyz&nonce=n-1&code_challenge={CHALLENGE}&code_challenge_method=S256"
        );
        let response = self.client.get(&path).await.expect(302);
        Page::parse(location(&response))
    }

    /// The code of a request that the account approves.
    async fn approved_code(&self, session: &Value, client_id: &str, scope: &str) -> String {
        let page = self.authorize(client_id, scope).await;
        let path = format!("/oauth/authorizations/{}", page.query("authorization_id"));
        let person = self.as_person(session);
        person.get(&path).await.expect(200);
        let approval = json!({ "action": "approve" });
        let answer = person.post(&format!("{path}/consent"), approval).await.expect(200).body;
        Page::parse(text(&answer, "/redirect_url")).query("code").to_owned()
    }

    async fn exchange(&self, client_id: &str, code: &str) -> Response {
        let body = json!({
            "grant_type": "authorization_code", "client_id": client_id, "code": code, "code_verifier": VERIFIER,
        });
        self.client.post("/oauth/token", body).await
    }
}

/// An account that has approved the request of a client.
struct Approved {
    stage: Stage,
    /// The account's session.
    session: Value,
    client_id: String,
    /// The code that the client exchanges for its tokens.
    code: String,
}

impl Approved {
    async fn with_scope(scope: &str) -> Approved {
        let stage = Stage::start_oauth_server(&[]).await;
        let session = stage.sign_up(EMAIL).await.body;
        let client_id = stage.public_client().await;
        let code = stage.approved_code(&session, &client_id, scope).await;
        Approved { stage, session, client_id, code }
    }
}
