//! The schema.org data of a hotel.

use crate::stage::Stage;
use serde_json::{Value, json};

async fn data(stage: &Stage, path: &str) -> Value {
    let page = stage.page(path).await;
    let json = page.between(r#"<script type="application/ld+json" data-prerendered>"#, "</script>");
    serde_json::from_str(json).unwrap()
}

#[tokio::test]
async fn has_the_hotels_facts() {
    let stage = Stage::set().await;
    let columns =
        ", description, images, amenities, latitude, longitude, property_type, rating, reviews_count";
    let values = ", 'Face à la mer.', array['/storage/v1/object/public/hotel-images/villa-1.webp', '/a.webp'], \
        array['Piscine'], 42.56, 8.75, 'campsite', 4.5, 2";
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
            "aggregateRating": {
                "@type": "AggregateRating", "ratingValue": 4.5, "reviewCount": 2, "bestRating": 5, "worstRating": 1,
            },
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
async fn its_rating_follows_the_reviews() {
    let stage = Stage::set().await;
    stage.hotel("", "").await;
    stage
        .sql(
            "insert into hotel_reviews (hotel_id, hotel_identifier, user_name, rating)
             values (7, '7', 'Ana M.', 5), (7, '7', 'Léo P.', 4)",
        )
        .await;
    let rating = data(&stage, "/hotel-detail?id=7").await["aggregateRating"].clone();
    assert_eq!((&rating["ratingValue"], &rating["reviewCount"]), (&json!(4.5), &json!(2)));
    stage.sql("delete from hotel_reviews").await;
    assert!(data(&stage, "/hotel-detail?id=7").await.get("aggregateRating").is_none());
}
