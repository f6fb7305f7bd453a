//! `user-auth` over HTTP against a real Postgres: calls 1 and 2 of the product.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod boundary;
mod login;
mod rate_limit;
mod register;
mod tokens;

use serde_json::{Value, json};
use service_test::Database;
use service_test::{Client, Response, Service};

const PATH: &str = "/user-auth";
const PASSWORD: &str = "maquis-2026";

async fn start(database: &Database) -> Service {
    Service::start(env!("CARGO_BIN_EXE_user-auth"), database).await
}

async fn start_with(database: &Database, variables: &[(&str, &str)]) -> Service {
    Service::start_with(env!("CARGO_BIN_EXE_user-auth"), database, variables).await
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
