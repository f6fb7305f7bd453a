//! An identity provider for tests. It speaks OpenID Connect over HTTP: discovery, authorization, token exchange with
//! client authentication and PKCE, user info and keys. It also has the paths of the providers with an API of their own,
//! and OAuth 1.0a.
//! Its person consents to everything.

mod endpoints;
mod keys;
mod oauth1;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use actix_web::{App, HttpServer, web};
use serde_json::{Map, Value, json};

pub use keys::Key;
use oauth1::RequestToken;

pub const CLIENT_ID: &str = "isula";
pub const CLIENT_SECRET: &str = "s3cret & more";
/// The address of the service's callback, as the gateway makes it public.
pub const REDIRECT_URI: &str = "http://127.0.0.1:54321/auth/v1/callback";

/// How the provider misbehaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The id token is for another client.
    Audience,
    /// The id token names another issuer.
    Issuer,
    /// The id token is signed with a key that is not published.
    Key,
    /// The id token is not signed.
    Unsigned,
    /// The id token is signed with the public key as a shared secret.
    SharedSecret,
    /// The id token has expired.
    Expired,
    /// The id token has no subject.
    NoSubject,
    /// The id token belongs to another access token.
    AccessToken,
    /// The token endpoint answers with a text.
    Garbage,
    /// The token endpoint answers with more than a megabyte.
    Huge,
    /// The token endpoint does not answer.
    Silence,
    /// The token endpoint redirects elsewhere.
    Redirect,
}

/// A running provider. It ends with the test's runtime.
#[derive(Clone)]
pub struct Provider(Arc<Mutex<State>>);

/// The provider's state.
struct State {
    issuer: String,
    key: Key,
    /// By path: what the API says about the person, e.g. `/user/emails` of GitHub. Others get the claims.
    documents: HashMap<&'static str, Value>,
    /// The person's claims.
    claims: Map<String, Value>,
    grants: HashMap<String, Grant>,
    /// By their names.
    request_tokens: HashMap<String, RequestToken>,
    /// Whether its person rejects the application, by OAuth 1.0a.
    rejects: bool,
    fault: Option<Fault>,
    /// The name of the only client authentication that it accepts. By default that is Basic for a client that has read the
    /// discovery document, and a secret in the form for others.
    authentication: Option<&'static str>,
    /// The number of requests for the key set.
    key_requests: usize,
}

/// A sign-in that the person has consented to.
struct Grant {
    redirect_uri: String,
    challenge: Option<String>,
    nonce: Option<String>,
}

impl Provider {
    /// Starts a provider whose person has a verified address.
    pub async fn start() -> Provider {
        let claims =
            json!({ "sub": "p-1", "email": "Marie@exemple.fr", "email_verified": true, "name": "Marie" });
        let provider = Provider(Arc::new(Mutex::new(State {
            issuer: String::new(),
            key: Key::generate("first"),
            documents: HashMap::new(),
            claims: claims.as_object().cloned().unwrap(),
            grants: HashMap::new(),
            request_tokens: HashMap::new(),
            rejects: false,
            fault: None,
            authentication: None,
            key_requests: 0,
        })));
        let shared = provider.clone();
        let server = HttpServer::new(move || {
            App::new().app_data(web::Data::new(shared.clone())).configure(endpoints::configure)
        });
        let server = server.workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
        provider.state().issuer = format!("http://{}", server.addrs()[0]);
        tokio::spawn(server.run());
        provider
    }

    /// Its address, which is its issuer.
    pub fn address(&self) -> String {
        self.state().issuer.clone()
    }

    /// Replaces what it says about its person.
    pub fn person(&self, claims: Value) {
        self.state().claims = claims.as_object().cloned().unwrap();
    }

    /// Sets what its API answers below the path.
    pub fn document(&self, path: &'static str, content: Value) {
        self.state().documents.insert(path, content);
    }

    pub fn reject(&self) {
        self.state().rejects = true;
    }

    pub fn misbehave(&self, fault: Fault) {
        self.state().fault = Some(fault);
    }

    /// Accepts only this client authentication: `client_secret_basic` or `client_secret_post`.
    pub fn accept(&self, authentication: &'static str) {
        self.state().authentication = Some(authentication);
    }

    /// Publishes another key instead of the present one.
    pub fn rotate_key(&self, id: &str) {
        self.state().key = Key::generate(id);
    }

    pub fn key_requests(&self) -> usize {
        self.state().key_requests
    }

    /// An id token for the client, as an application on a phone gets it. `changes` replace claims.
    pub fn id_token(&self, changes: Value) -> String {
        let state = self.state();
        let mut claims = state.id_claims(None, "");
        claims.remove("at_hash");
        claims.extend(changes.as_object().cloned().unwrap());
        claims.retain(|_, value| !value.is_null());
        state.key.sign(&Value::Object(claims))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }
}
