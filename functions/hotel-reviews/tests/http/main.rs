//! `hotel-reviews` over HTTP against a real Postgres: calls 7 and 8 of spec §7.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};
use service_test::{Client, Database, Person, Response, Service};

mod access;
mod establishments;
mod fields;
mod listing;
mod replacing;

const PATH: &str = "/hotel-reviews";

struct Stage {
    database: Database,
    service: Service,
    marie: Person,
}

impl Stage {
    /// The account Marie, and the hotel 105 'Casa Paoli'.
    async fn set() -> Stage {
        let database = Database::create().await;
        let hotel = "insert into hotels (id, name, city, location, price_per_night)
                     values (105, 'Casa Paoli', 'Corte', 'Corte, Corse', 80)";
        database.client().await.execute(hotel, &[]).await.unwrap();
        let service = Service::start(env!("CARGO_BIN_EXE_hotel-reviews"), &database).await;
        let marie = Person::create(&database, "Marie", "Dupont").await;
        Stage { database, service, marie }
    }

    fn marie(&self) -> Client {
        self.service.client().bearer(&self.marie.token)
    }

    /// A client whose account has no review yet.
    async fn any_client(&self) -> Client {
        self.service.client().bearer(&Person::create(&self.database, "Lucie", "Casanova").await.token)
    }

    async fn sql(&self, statement: &str) {
        self.database.client().await.batch_execute(statement).await.unwrap();
    }

    async fn list(&self, query: &str) -> Response {
        self.marie().get(&format!("{PATH}?{query}")).await
    }

    async fn count(&self) -> i64 {
        self.database
            .client()
            .await
            .query_one("select count(*) from hotel_reviews", &[])
            .await
            .unwrap()
            .get(0)
    }

    /// The hotel's rating as text, and its count of reviews.
    async fn figures(&self) -> (String, i32) {
        let query = "select rating::text, reviews_count from hotels where id = 105";
        let row = self.database.client().await.query_one(query, &[]).await.unwrap();
        (row.get(0), row.get(1))
    }
}

fn review(rating: i64) -> Value {
    json!({
        "hotelId": 105, "hotelName": "Casa Paoli", "rating": rating,
        "reviewTitle": "Un beau séjour", "reviewText": "Accueil chaleureux.", "stayDate": "2025-08-15",
    })
}

fn with(name: &str, value: Value) -> Value {
    let mut body = review(4);
    body[name] = value;
    body
}
