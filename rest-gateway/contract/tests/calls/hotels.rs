//! Calls 6, 9, 10 and 16, as postgrest-rs sends them.

use contract::backend;
use postgrest::Builder;
use serde_json::Value;

/// The guest houses of call 16.
const GUEST_HOUSES: [i64; 19] =
    [105, 106, 110, 99, 104, 92, 115, 35, 116, 60, 41, 46, 75, 56, 61, 94, 63, 52, 7];

async fn rows(builder: Builder) -> Vec<Value> {
    let response = builder.execute().await.unwrap();
    let (status, text) = (response.status(), response.text().await.unwrap());
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn number(value: &Value) -> f64 {
    // A numeric may arrive as text.
    value.as_f64().or_else(|| value.as_str()?.parse().ok()).unwrap()
}

/// Asserts that the hotel has the columns that the site reads, with their types.
fn assert_is_hotel(hotel: &Value) {
    for text in ["name", "city", "location", "description"] {
        assert!(hotel[text].is_string(), "{text}: {hotel}");
    }
    for list in ["images", "amenities"] {
        let items = hotel[list].as_array().unwrap();
        assert!(items.iter().all(Value::is_string), "{list}: {hotel}");
    }
    assert!((0.0..=5.0).contains(&number(&hotel["rating"])) && number(&hotel["price_per_night"]) >= 0.0);
    assert!(hotel["id"].is_i64() && hotel["reviews_count"].is_i64() && hotel["is_active"].is_boolean());
}

#[tokio::test]
async fn call_6_lists_the_active_hotels_with_all_columns() {
    let hotels = rows(backend().rest().from("hotels").select("*").eq("is_active", "true")).await;
    assert!(hotels.len() > 10);
    hotels.iter().for_each(assert_is_hotel);
    assert!(hotels.iter().all(|hotel| hotel["is_active"] == true));
}

#[tokio::test]
async fn call_6_may_be_limited_to_ten() {
    let hotels = rows(backend().rest().from("hotels").select("*").eq("is_active", "true").limit(10)).await;
    assert_eq!(hotels.len(), 10);
}

#[tokio::test]
async fn call_9_finds_one_hotel_by_id_or_none() {
    let hotel = rows(backend().rest().from("hotels").select("*").eq("id", "1")).await;
    assert_eq!((hotel.len(), &hotel[0]["id"]), (1, &Value::from(1)));
    assert_is_hotel(&hotel[0]);
    let none = rows(backend().rest().from("hotels").select("*").eq("id", "999999999")).await;
    assert!(none.is_empty());
}

#[tokio::test]
async fn call_10_lists_the_hotels_for_the_administration() {
    let hotels = rows(backend().rest().from("hotels").select("*")).await;
    hotels.iter().for_each(assert_is_hotel);
}

#[tokio::test]
async fn call_16_lists_the_guest_houses_by_descending_rating() {
    let ids = GUEST_HOUSES.map(|id| id.to_string());
    let builder = backend().rest().from("hotels").select("*").in_("id", ids).order("rating.desc");
    let hotels = rows(builder).await;
    let mut found: Vec<i64> = hotels.iter().map(|hotel| hotel["id"].as_i64().unwrap()).collect();
    found.sort_unstable();
    let mut expected = GUEST_HOUSES;
    expected.sort_unstable();
    assert_eq!(found, expected);
    let ratings: Vec<f64> = hotels.iter().map(|hotel| number(&hotel["rating"])).collect();
    assert!(ratings.is_sorted_by(|earlier, later| earlier >= later), "{ratings:?}");
}

#[tokio::test]
async fn the_public_key_cannot_write_hotels() {
    let rest = backend().rest();
    let response = rest.from("hotels").eq("id", "1").update(r#"{"name":"Pris"}"#).execute().await.unwrap();
    assert!([401, 403].contains(&response.status().as_u16()), "{}", response.status());
}
