//! The schema.org data of a hotel.

use crate::stage::Stage;
use serde_json::{Value, json};
use service_test::Person;

async fn data(stage: &Stage, path: &str) -> Value {
    let page = stage.page(path).await;
    let json = page.between(r#"<script type="application/ld+json" data-prerendered>"#, "</script>");
    serde_json::from_str(json).unwrap()
}

#[tokio::test]
async fn has_the_hotels_facts() {
    let stage = Stage::set().await;
    let columns = ", description, images, amenities, latitude, longitude, property_type";
    let values = ", 'Face à la mer.', array['/storage/v1/object/public/hotel-images/villa-1.webp', '/a.webp'], \
        array['Piscine'], 42.56, 8.75, 'campsite'";
    stage.hotel(columns, values).await;
    assert_eq!(
        data(&stage, "/en/hotel-detail?id=7").await,
        json!({
            "@context": "https://schema.org",
            "@type": "Campground",
            "name": "Villa Marine",
            "description": "Face à la mer.",
            "url": "https://isula.invalid/en/hotel-detail?id=7",
            "image": ["https://isula.invalid/a.webp"],
            "address": {
                "@type": "PostalAddress", "streetAddress": "Route de la Pinède", "addressLocality": "Calvi",
                "addressRegion": "Corse", "addressCountry": "FR",
            },
            "geo": { "@type": "GeoCoordinates", "latitude": 42.56, "longitude": 8.75 },
            "priceRange": "€145",
            "amenityFeature": [{ "@type": "LocationFeatureSpecification", "name": "Pool", "value": true }],
        })
    );
}

#[tokio::test]
async fn leaves_out_what_is_not_known() {
    let stage = Stage::set().await;
    stage.hotel(", property_type, latitude", ", 'villa', 42.5").await;
    stage.sql("update hotels set price_per_night = 0").await;
    let data = data(&stage, "/hotel-detail?id=7").await;
    assert_eq!(data["@type"], "LodgingBusiness");
    let unknown = ["description", "image", "geo", "priceRange", "amenityFeature", "aggregateRating"];
    assert!(unknown.iter().all(|name| data.get(*name).is_none()), "{data}");
}

#[tokio::test]
async fn its_rating_is_that_of_accounts_without_the_sample_reviews() {
    let stage = Stage::set().await;
    stage.hotel("", "").await;
    let review = |user: &str, rating: u8| {
        format!(
            "insert into hotel_reviews (hotel_id, hotel_identifier, user_id, user_name, rating)
             values (7, '7', {user}, 'Ana M.', {rating})"
        )
    };
    stage.sql(&review("null", 1)).await;
    assert!(data(&stage, "/hotel-detail?id=7").await.get("aggregateRating").is_none());

    for (name, rating) in [("Ana", 5), ("Léo", 4)] {
        let person = Person::create(&stage.database, name, "Poggi").await;
        stage.sql(&review(&format!("'{}'", person.id), rating)).await;
    }
    assert_eq!(
        data(&stage, "/hotel-detail?id=7").await["aggregateRating"],
        json!({
            "@type": "AggregateRating", "ratingValue": 4.5, "reviewCount": 2, "bestRating": 5, "worstRating": 1,
        })
    );
}
