//! The schema.org data of a page, as JSON-LD. It contains only what is known: no price of 0, no rating of sample
//! reviews, no drawing in place of a photo.

use crate::address;
use crate::hotel::{AccountRating, HotelPage};
use crate::sample_content::Region;
use crate::texts;
use serde_json::{Value, json};
use service_kit::Language;

/// A hotel.
pub(crate) fn of_hotel(page: &HotelPage, language: Language) -> String {
    let hotel = &page.hotel;
    let photos: Vec<String> = hotel.images.iter().filter_map(|image| address::photo(image)).collect();
    let amenities: Vec<Value> = hotel.amenities.iter().map(|label| amenity(label, language)).collect();
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": schema_type(&hotel.property_type),
        "name": hotel.name,
        "url": address::hotel(&page.id, language.code()),
        "address": {
            "@type": "PostalAddress",
            "streetAddress": hotel.location,
            "addressLocality": hotel.city,
            "addressRegion": "Corse",
            "addressCountry": "FR",
        },
    });
    let mut add = |name: &str, value: Value| data[name] = value;
    if let Some(paragraph) = hotel.paragraphs().next() {
        add("description", json!(paragraph));
    }
    if !photos.is_empty() {
        add("image", json!(photos));
    }
    if !amenities.is_empty() {
        add("amenityFeature", json!(amenities));
    }
    if let Some(euros) = hotel.price() {
        add("priceRange", json!(crate::numbers::price(euros, language)));
    }
    if let (Some(latitude), Some(longitude)) = (hotel.latitude, hotel.longitude) {
        add("geo", json!({ "@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude }));
    }
    if let Some(AccountRating { mean, reviews }) = page.rating {
        add(
            "aggregateRating",
            json!({
                "@type": "AggregateRating",
                "ratingValue": mean,
                "reviewCount": reviews,
                "bestRating": 5,
                "worstRating": 1,
            }),
        );
    }
    script(&data)
}

/// The list of a region's hotels.
pub(crate) fn of_region(region: &Region, language: Language) -> String {
    let hotels = region.hotels.iter().zip(1..).map(|(sample, position)| {
        json!({
            "@type": "ListItem",
            "position": position,
            "name": sample.hotel.name,
            "url": address::hotel(&sample.id, language.code()),
        })
    });
    script(&json!({
        "@context": "https://schema.org",
        "@type": "ItemList",
        "name": region.title,
        "itemListElement": hotels.collect::<Vec<Value>>(),
    }))
}

/// The content of the script element. Every `<` is escaped, so that no value can close the element.
fn script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

fn amenity(label: &str, language: Language) -> Value {
    let name = texts::amenity(label, language).unwrap_or_else(|| label.to_owned());
    json!({ "@type": "LocationFeatureSpecification", "name": name, "value": true })
}

/// The most specific type of schema.org for a kind of establishment.
fn schema_type(property_type: &str) -> &'static str {
    match property_type {
        "hotel" | "luxury_hotel" | "spa_hotel" => "Hotel",
        "club_hotel" => "Resort",
        "guest_room" => "BedAndBreakfast",
        "campsite" => "Campground",
        _ => "LodgingBusiness",
    }
}
