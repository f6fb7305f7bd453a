//! `user-account` over HTTP against a real Postgres and the real auth service.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod deletion;
mod export;
mod profile;
mod requests;
mod sessions;

use serde_json::{Value, json};
use service_test::{Client, Database, Gateway, Service, anon_key};

const PROGRAM: &str = env!("CARGO_BIN_EXE_user-account");
const PASSWORD: &str = "maquis-2026";
const WIDE_LIMITS: &str = "[auth.rate_limit]\nsign_in_sign_ups = 1000000";

/// The function's process, and the gateway with the auth service that it calls.
struct Stage {
    database: Database,
    service: Service,
    gateway: Gateway,
}

/// A person who is logged in.
struct Person {
    id: String,
    email: String,
    /// A client of the function with the person's token.
    client: Client,
    /// A client of the gateway with the person's token.
    auth: Client,
}

impl Stage {
    async fn set() -> Stage {
        Stage::with_settings(WIDE_LIMITS).await
    }

    /// `settings` are lines of `[auth]` of the gateway's configuration.
    async fn with_settings(settings: &str) -> Stage {
        let database = Database::create().await;
        let settings = format!("{settings}\n[api]\nenabled = false\n[storage]\nenabled = false");
        let gateway = Gateway::with_auth(PROGRAM, &database, &settings).await;
        let variables = [("SUPABASE_URL", gateway.address())];
        let service = Service::start_with(PROGRAM, &database, &variables).await;
        Stage { database, service, gateway }
    }

    fn auth(&self) -> Client {
        Client::new(self.gateway.address()).header("apikey", &anon_key())
    }

    /// Signs a person up, which begins a session.
    async fn sign_up(&self, email: &str) -> Person {
        let body = json!({ "email": email, "password": PASSWORD, "data": { "firstName": "Marie" } });
        let answer = self.auth().post("/auth/v1/signup", body).await.expect(200);
        self.person(&answer.body)
    }

    /// Begins another session, on a device with this `User-Agent`.
    async fn sign_in(&self, email: &str, agent: &str) -> Person {
        let body = json!({ "email": email, "password": PASSWORD });
        let client = self.auth().header("user-agent", agent);
        let answer = client.post("/auth/v1/token?grant_type=password", body).await.expect(200);
        self.person(&answer.body)
    }

    fn person(&self, session: &Value) -> Person {
        let token = session["access_token"].as_str().unwrap();
        Person {
            id: session["user"]["id"].as_str().unwrap().to_owned(),
            email: session["user"]["email"].as_str().unwrap().to_owned(),
            client: self.service.client().bearer(token),
            auth: self.auth().bearer(token),
        }
    }

    async fn count(&self, query: &str) -> i64 {
        self.database.client().await.query_one(query, &[]).await.unwrap().get(0)
    }

    /// A search and a review of a hotel.
    async fn add_traces(&self, person: &Person) {
        let id = &person.id;
        let statements = format!(
            "insert into hotels (id, name, city, location, price_per_night) values (7, 'Villa', 'Calvi', 'Calvi', 90)
               on conflict do nothing;
             insert into user_searches (user_id, destination) values ('{id}', 'Bonifacio');
             insert into hotel_reviews (hotel_id, hotel_identifier, user_id, user_name, rating, review_title)
               values (7, '7', '{id}', 'Marie D.', 4, 'Parfait');"
        );
        self.database.client().await.batch_execute(&statements).await.unwrap();
    }
}
