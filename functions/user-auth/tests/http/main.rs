//! `user-auth` over HTTP against a real Postgres: calls 1 and 2 of the product.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod boundary;
mod login;
mod rate_limit;
mod register;
mod revocation;
mod tokens;

use serde_json::{Value, json};
use service_test::Database;
use service_test::{Client, Gateway, Response, Service};
use std::ops::Deref;

const PATH: &str = "/user-auth";
const PASSWORD: &str = "maquis-2026";

const PROGRAM: &str = env!("CARGO_BIN_EXE_user-auth");
/// The default rate limits are for production. A test of rate limits sets its own.
const WIDE_LIMITS: &str = "[auth.rate_limit]\nsign_in_sign_ups = 1000000";

/// The function's process, and the gateway with the auth service that it calls.
struct Stage {
    service: Service,
    _gateway: Gateway,
}

impl Deref for Stage {
    type Target = Service;

    fn deref(&self) -> &Service {
        &self.service
    }
}

async fn start(database: &Database) -> Stage {
    start_with(database, WIDE_LIMITS, &[]).await
}

/// `settings` are lines of `[auth]` of the gateway's configuration, `variables` those of this function.
async fn start_with(database: &Database, settings: &str, variables: &[(&str, &str)]) -> Stage {
    let settings = format!("{settings}\n[api]\nenabled = false\n[storage]\nenabled = false");
    let gateway = Gateway::with_auth(PROGRAM, database, &settings).await;
    let variables = [&[("SUPABASE_URL", gateway.address())], variables].concat();
    Stage { service: Service::start_with(PROGRAM, database, &variables).await, _gateway: gateway }
}

fn registration(email: &str) -> Value {
    json!({
        "action": "register",
        "email": email,
        "password": PASSWORD,
        "userData": {
            "firstName": "Marie", "lastName": "Dupont", "phone": "+33 4 95 00 00 00",
            "address": "1 cours Napoléon", "city": "Ajaccio", "postalCode": "20000", "country": "France",
        },
    })
}

/// `body` with one field, at this JSON pointer, replaced.
fn with(mut body: Value, pointer: &str, value: Value) -> Value {
    *body.pointer_mut(pointer).expect("the field") = value;
    body
}

async fn register(client: &Client, email: &str) {
    client.post(PATH, registration(email)).await.expect(201);
}

async fn login(client: &Client, email: &str, password: &str) -> Response {
    client.post(PATH, json!({ "action": "login", "email": email, "password": password })).await
}

async fn count(database: &Database, query: &str) -> i64 {
    database.client().await.query_one(query, &[]).await.unwrap().get(0)
}
