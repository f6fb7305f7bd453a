//! The sample establishments: one JSON file for each area. Rejects a file that does not parse, also for an unknown
//! kind, setting, amenity or field.

use super::error::Error;
use serde::{Deserialize, Serialize};

const AREAS: [&str; 10] = [
    include_str!("../../seed/hotels/ajaccio.json"),
    include_str!("../../seed/hotels/alta-rocca.json"),
    include_str!("../../seed/hotels/balagne.json"),
    include_str!("../../seed/hotels/bastia-cap-corse.json"),
    include_str!("../../seed/hotels/centre-corse.json"),
    include_str!("../../seed/hotels/cote-orientale.json"),
    include_str!("../../seed/hotels/extreme-sud.json"),
    include_str!("../../seed/hotels/nebbio.json"),
    include_str!("../../seed/hotels/ouest.json"),
    include_str!("../../seed/hotels/valinco.json"),
];

/// An establishment: the row of `hotels`, and what its reviews are generated from.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Hotel {
    pub id: i64,
    pub name: String,
    pub city: String,
    pub location: String,
    pub property_type: Kind,
    pub price_per_night: u32,
    pub latitude: f64,
    pub longitude: f64,
    /// Of a place that is let as a whole; without it, only the standard room is known.
    #[serde(default)]
    pub max_guests: Option<u32>,
    #[serde(default)]
    pub number_of_rooms: Option<u32>,
    pub description: String,
    pub amenities: Vec<Amenity>,
    /// Scenes such as `camp-1` in the files; root-relative URLs after reading.
    pub images: Vec<String>,
    /// The surroundings that its reviews may mention.
    #[serde(skip_serializing)]
    pub setting: Setting,
    /// The stars of its reviews, one number for each.
    #[serde(skip_serializing)]
    pub ratings: Vec<u8>,
}

/// The kinds of the samples: most of the values of `hotels.property_type`.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Hotel,
    LuxuryHotel,
    ClubHotel,
    Villa,
    SpaHotel,
    GuestRoom,
    Campsite,
    Residence,
    Apartment,
    Gite,
}

/// The surroundings of an establishment.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    Town,
    Harbour,
    Beach,
    Village,
    Mountain,
    Countryside,
}

/// What an establishment offers, serialised as the search filters name it.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
pub enum Amenity {
    #[serde(rename = "Wi-Fi gratuit")]
    Wifi,
    #[serde(rename = "Piscine")]
    Pool,
    #[serde(rename = "Parking")]
    Parking,
    #[serde(rename = "Climatisation")]
    AirConditioning,
    #[serde(rename = "Restaurant")]
    Restaurant,
    #[serde(rename = "Vue mer")]
    SeaView,
    #[serde(rename = "Petit-déjeuner")]
    Breakfast,
    #[serde(rename = "Plage privée")]
    PrivateBeach,
    #[serde(rename = "Jardin")]
    Garden,
    #[serde(rename = "Vue sur port")]
    HarbourView,
    #[serde(rename = "Spa")]
    Spa,
    #[serde(rename = "Salle de sport")]
    Gym,
    #[serde(rename = "Navette aéroport")]
    AirportShuttle,
    #[serde(rename = "Terrasse")]
    Terrace,
}

/// Every sample establishment, in the order of the ids.
///
/// # Errors
/// When a data file does not parse.
pub fn all() -> Result<Vec<Hotel>, Error> {
    let mut hotels = Vec::new();
    for area in AREAS {
        hotels.extend(serde_json::from_str::<Vec<Hotel>>(area)?);
    }
    for image in hotels.iter_mut().flat_map(|hotel| &mut hotel.images) {
        *image = format!("/storage/v1/object/public/hotel-images/{image}.webp");
    }
    hotels.sort_by_key(|hotel| hotel.id);
    Ok(hotels)
}
