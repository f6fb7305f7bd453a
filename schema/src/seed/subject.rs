//! The establishments to review: hotels, and the resorts that have a page but no row in `hotels`.

use super::error::Error;
use super::hotels::{Amenity, Hotel, Kind, Setting};
use serde::Deserialize;

/// An establishment to review.
pub struct Subject<'a> {
    pub hotel_id: Option<i64>,
    pub identifier: String,
    pub name: &'a str,
    /// With a typographic apostrophe, as in prose.
    pub city: String,
    pub kind: Kind,
    pub setting: Setting,
    pub amenities: &'a [Amenity],
    pub ratings: &'a [u8],
}

/// A resort that has a page but no row in `hotels`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resort {
    slug: String,
    name: String,
    city: String,
    property_type: Kind,
    setting: Setting,
    amenities: Vec<Amenity>,
    ratings: Vec<u8>,
}

/// The resorts of their data file.
pub fn resorts() -> Result<Vec<Resort>, Error> {
    Ok(serde_json::from_str(include_str!("../../seed/resorts.json"))?)
}

impl<'a> From<&'a Hotel> for Subject<'a> {
    fn from(hotel: &'a Hotel) -> Subject<'a> {
        Subject {
            hotel_id: Some(hotel.id),
            identifier: hotel.id.to_string(),
            name: &hotel.name,
            city: hotel.city.replace('\'', "’"),
            kind: hotel.property_type,
            setting: hotel.setting,
            amenities: &hotel.amenities,
            ratings: &hotel.ratings,
        }
    }
}

impl<'a> From<&'a Resort> for Subject<'a> {
    fn from(resort: &'a Resort) -> Subject<'a> {
        Subject {
            hotel_id: None,
            identifier: resort.slug.clone(),
            name: &resort.name,
            city: resort.city.replace('\'', "’"),
            kind: resort.property_type,
            setting: resort.setting,
            amenities: &resort.amenities,
            ratings: &resort.ratings,
        }
    }
}
