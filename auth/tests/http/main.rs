//! The auth API over HTTP against a real Postgres.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod admin;
mod anonymous;
mod audit;
mod authenticator;
mod cleanup;
mod codes;
mod counters;
mod errors;
mod hash_work;
mod hooks;
mod hosted_accounts;
mod hosted_dump;
mod kill;
mod mails;
mod oauth_server;
mod page;
mod password;
mod phone;
mod phone_factors;
mod pkce;
mod protection;
mod provider;
mod refresh;
mod reload;
mod saml;
mod servers;
mod service;
mod sessions;
mod social;
mod stock_environment;
mod totp;
mod user;
mod web_authn;
mod webhook;

use serde_json::{Value, json};
use service_test::{Client, Database, Response, Service, service_role_key};

const PASSWORD: &str = "maquis-2026";
const EMAIL: &str = "marie@exemple.fr";

/// A service with a database of its own.
struct Stage {
    database: Database,
    service: Service,
    client: Client,
}

impl Stage {
    async fn start() -> Stage {
        Stage::start_with(&[]).await
    }

    async fn start_with(variables: &[(&str, &str)]) -> Stage {
        Stage::on(Database::platform().await, variables).await
    }

    /// A service that waits for locks of other connections for a fraction of a second.
    async fn with_short_lock_timeout() -> Stage {
        let database = Database::platform().await;
        let url = format!("{}?options=-c%20lock_timeout%3D300ms", database.url("supabase_auth_admin"));
        Stage::on(database, &[("GOTRUE_DB_DATABASE_URL", url.as_str())]).await
    }

    async fn on(database: Database, variables: &[(&str, &str)]) -> Stage {
        let defaults = [
            ("GOTRUE_MAILER_AUTOCONFIRM", "true"),
            ("GOTRUE_JWT_EXP", "3600"),
            ("GOTRUE_RATE_LIMIT_OTP", "0"),
            ("GOTRUE_RATE_LIMIT_TOKEN_REFRESH", "0"),
            ("GOTRUE_RATE_LIMIT_VERIFY", "0"),
        ];
        let variables: Vec<(&str, &str)> = defaults.into_iter().chain(variables.iter().copied()).collect();
        let service = Service::start_with(env!("CARGO_BIN_EXE_auth"), &database, &variables).await;
        let client = service.client().header("x-supabase-api-version", "2024-01-01");
        Stage { database, service, client }
    }

    async fn sign_up(&self, email: &str) -> Response {
        self.client.post("/signup", json!({ "email": email, "password": PASSWORD })).await.expect(200)
    }

    async fn sign_in(&self, email: &str, password: &str) -> Response {
        self.client.post("/token?grant_type=password", json!({ "email": email, "password": password })).await
    }

    async fn refresh(&self, token: &str) -> Response {
        self.client.post("/token?grant_type=refresh_token", json!({ "refresh_token": token })).await
    }

    /// A client with the access token of a session.
    fn as_person(&self, session: &Value) -> Client {
        self.client.bearer(text(session, "/access_token"))
    }

    fn as_admin(&self) -> Client {
        self.client.bearer(&service_role_key())
    }

    async fn count(&self, query: &str) -> i64 {
        self.database.client().await.query_one(query, &[]).await.unwrap().get(0)
    }

    async fn execute(&self, statement: &str) {
        self.database.client().await.batch_execute(statement).await.unwrap();
    }
}

/// The text at a JSON pointer.
fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("no text at {pointer} in {value}"))
}

/// The payload of a token, unverified.
fn claims(token: &str) -> Value {
    use base64::Engine as _;
    let payload = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&base64::prelude::BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}
