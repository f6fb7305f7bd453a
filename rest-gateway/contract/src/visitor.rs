//! A user of the site: plain HTTP with the public key, and with the user's token once signed in.

use crate::backend::Backend;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use uuid::Uuid;

pub const PASSWORD: &str = "un mot de passe";

/// A user of the site.
#[derive(Clone)]
pub struct Visitor {
    backend: Backend,
    http: Client,
    token: Option<String>,
    /// The account; nil before signing in.
    pub id: Uuid,
}

/// The response of a call.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl Answer {
    /// Asserts that the call succeeded.
    pub fn assert_success(self) -> Answer {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.body);
        self
    }

    /// Asserts that the call failed with this status and a sentence in `error`.
    pub fn assert_error(&self, status: u16) {
        assert_eq!(self.status, status, "{}", self.body);
        assert!(self.body["error"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{}", self.body);
    }
}

impl Visitor {
    pub(crate) fn new(backend: Backend) -> Visitor {
        Visitor { backend, http: Client::new(), token: None, id: Uuid::nil() }
    }

    /// An address that nobody has registered.
    pub fn new_email() -> String {
        format!("{}@contrat.exemple.fr", Uuid::new_v4().simple())
    }

    /// Call 1.
    pub async fn register(&self, email: &str) -> Answer {
        let person = json!({
            "firstName": "Lucie", "lastName": "Casanova", "phone": "0495000000", "address": "2 rue Fesch",
            "city": "Ajaccio", "postalCode": "20000", "country": "France",
        });
        let body = json!({ "action": "register", "email": email, "password": PASSWORD, "userData": person });
        self.post("user-auth", body).await
    }

    /// Call 2.
    pub async fn log_in(&self, email: &str, password: &str) -> Answer {
        self.post("user-auth", json!({ "action": "login", "email": email, "password": password })).await
    }

    /// A new account, signed in.
    pub async fn signed_in(&self) -> Visitor {
        let email = Visitor::new_email();
        self.register(&email).await.assert_success();
        let session = self.log_in(&email, PASSWORD).await.assert_success().body;
        let token = session["session"]["access_token"].as_str().expect("a token").to_owned();
        let id = session["user"]["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
        Visitor { token: Some(token), id, ..self.clone() }
    }

    /// The same user with another token.
    pub fn with_token(&self, token: &str) -> Visitor {
        Visitor { token: Some(token.to_owned()), ..self.clone() }
    }

    /// `GET functions/v1/…`.
    pub async fn get(&self, function: &str, query: &[(&str, &str)]) -> Answer {
        answer(self.call(Method::GET, function).query(query)).await
    }

    /// `POST functions/v1/…` with a JSON body.
    pub async fn post(&self, function: &str, body: Value) -> Answer {
        answer(self.call(Method::POST, function).json(&body)).await
    }

    fn call(&self, method: Method, function: &str) -> RequestBuilder {
        let Backend { url, anon_key } = &self.backend;
        let request =
            self.http.request(method, format!("{url}/functions/v1/{function}")).header("apikey", anon_key);
        request.bearer_auth(self.token.as_ref().unwrap_or(anon_key))
    }
}

async fn answer(request: RequestBuilder) -> Answer {
    let response = request.send().await.expect("an answer");
    Answer { status: response.status().as_u16(), body: response.json().await.expect("a JSON answer") }
}
