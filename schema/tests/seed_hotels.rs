//! The sample establishments as data: complete, plausible, and consistent with the ids that the site uses.

// A shared function that fails stops the test.
#![allow(clippy::unwrap_used)]

use schema::seed::{Amenity, Hotel, Kind, hotels};
use std::collections::{HashMap, HashSet};

const GUEST_ROOMS_OF_CALL_16: [i64; 19] =
    [105, 106, 110, 99, 104, 92, 115, 35, 116, 60, 41, 46, 75, 56, 61, 94, 63, 52, 7];

const SCENES: &str = "calanque beach citadel harbour village peaks river vineyard villa guest-house city-hotel resort \
                      spa camp residence restaurant dish seminar ferry car taxi family-club bedroom bathroom breakfast";

fn all() -> Vec<Hotel> {
    hotels().unwrap()
}

fn by_id(id: i64) -> Hotel {
    all().into_iter().find(|hotel| hotel.id == id).unwrap()
}

fn grouped<K: Eq + std::hash::Hash>(key: impl Fn(&Hotel) -> K) -> HashMap<K, Vec<Hotel>> {
    let mut groups: HashMap<K, Vec<Hotel>> = HashMap::new();
    for hotel in all() {
        groups.entry(key(&hotel)).or_default().push(hotel);
    }
    groups
}

/// `camp-1` of an image's URL.
fn picture(image: &str) -> &str {
    image.strip_prefix("/storage/v1/object/public/hotel-images/").unwrap().strip_suffix(".webp").unwrap()
}

fn scene(image: &str) -> &str {
    picture(image).rsplit_once('-').unwrap().0
}

#[test]
fn ids_run_from_1_to_160() {
    assert_eq!(all().iter().map(|hotel| hotel.id).collect::<Vec<_>>(), (1..=160).collect::<Vec<_>>());
}

#[test]
fn names_and_descriptions_all_differ() {
    assert_eq!(grouped(|hotel| hotel.name.to_lowercase()).len(), 160);
    assert_eq!(grouped(|hotel| hotel.description.clone()).len(), 160);
}

#[test]
fn hotels_that_the_site_refers_to_by_id_have_their_names() {
    for (id, name, city) in [
        (1, "Hôtel Les Palmiers", "Ajaccio"),
        (2, "Auberge du Port", "Propriano"),
        (3, "Hôtel Bella Vista", "Calvi"),
        (4, "Résidence Mare Nostrum", "L'Île-Rousse"),
        (5, "Bergeries de Palombaggia", "Porto-Vecchio"),
        (6, "Hôtel Central Corte", "Corte"),
        (7, "Villa Marine", "Saint-Florent"),
        (8, "Hôtel du Golfe", "Porto"),
        (9, "Auberge des Montagnes", "Zonza"),
        (10, "Hôtel Le Maquis", "Porticcio"),
        (20, "Grand Hôtel Napoléon", "Ajaccio"),
        (30, "Grand Hôtel Cala Rossa", "Lecci"),
    ] {
        let hotel = by_id(id);
        assert_eq!((hotel.name.as_str(), hotel.city.as_str()), (name, city));
    }
}

#[test]
fn ids_of_the_guest_room_page_are_guest_rooms() {
    for id in GUEST_ROOMS_OF_CALL_16 {
        assert_eq!(by_id(id).property_type, Kind::GuestRoom, "hotel {id}");
    }
}

#[test]
fn the_first_twelve_are_the_hotels_page_from_42_to_195_euros() {
    let first: Vec<Hotel> = all().into_iter().take(12).collect();
    assert!(first.iter().all(|hotel| matches!(hotel.property_type, Kind::Hotel | Kind::GuestRoom)));
    let prices = || first.iter().map(|hotel| hotel.price_per_night);
    assert_eq!((prices().min(), prices().max()), (Some(42), Some(195)));
    // §3 business hotels: the ids 1 to 10, 58 to 82 euros.
    assert!(first[..10].iter().all(|hotel| (58..=82).contains(&hotel.price_per_night)));
}

#[test]
fn every_kind_is_well_represented() {
    let kinds = grouped(|hotel| hotel.property_type);
    assert_eq!(kinds.len(), 10);
    for (kind, hotels) in &kinds {
        assert!(hotels.len() >= 8, "{kind:?}: {}", hotels.len());
    }
    // §2: the listing page shows twelve spas.
    assert!(kinds[&Kind::SpaHotel].len() >= 12);
}

#[test]
fn there_are_at_least_forty_towns_and_each_hotel_is_near_its_town() {
    let towns = grouped(|hotel| hotel.city.clone());
    assert!(towns.len() >= 40, "{}", towns.len());
    for (town, hotels) in &towns {
        for hotel in hotels {
            assert!((41.35..=43.02).contains(&hotel.latitude), "{} is not in Corsica", hotel.name);
            assert!((8.53..=9.57).contains(&hotel.longitude), "{} is not in Corsica", hotel.name);
            assert!(hotel.location.ends_with(town), "{} is not in {town}", hotel.location);
            let apart = (hotel.latitude - hotels[0].latitude).hypot(hotel.longitude - hotels[0].longitude);
            assert!(apart < 0.18, "{} is far from {}", hotel.name, hotels[0].name);
        }
    }
    assert_eq!(grouped(|hotel| format!("{} {}", hotel.latitude, hotel.longitude)).len(), 160);
}

#[test]
fn the_well_known_towns_have_several() {
    let towns = grouped(|hotel| hotel.city.clone());
    for town in [
        "Ajaccio",
        "Bastia",
        "Porto-Vecchio",
        "Calvi",
        "Bonifacio",
        "Propriano",
        "Corte",
        "L'Île-Rousse",
        "Saint-Florent",
    ] {
        assert!(towns[town].len() >= 4, "{town}: {}", towns[town].len());
    }
}

#[test]
fn prices_run_from_42_to_425_euros_and_luxury_costs_275_at_least() {
    let prices: Vec<u32> = all().iter().map(|hotel| hotel.price_per_night).collect();
    assert_eq!((prices.iter().min(), prices.iter().max()), (Some(&42), Some(&425)));
    let luxury = grouped(|hotel| hotel.property_type).remove(&Kind::LuxuryHotel).unwrap();
    assert!(luxury.iter().all(|hotel| (275..=425).contains(&hotel.price_per_night)));
}

#[test]
fn each_has_four_to_nine_amenities() {
    for hotel in all() {
        let different: HashSet<Amenity> = hotel.amenities.iter().copied().collect();
        assert_eq!(different.len(), hotel.amenities.len(), "{}", hotel.name);
        assert!((4..=9).contains(&different.len()), "{}", hotel.name);
    }
}

#[test]
fn each_has_four_to_six_pictures_that_the_front_end_draws() {
    for hotel in all() {
        let different: HashSet<&String> = hotel.images.iter().collect();
        assert_eq!(different.len(), hotel.images.len(), "{}", hotel.name);
        assert!((4..=6).contains(&different.len()), "{}", hotel.name);
        for image in &hotel.images {
            let (scene, composition) = picture(image).rsplit_once('-').unwrap();
            assert!(SCENES.split_whitespace().any(|known| known == scene), "{image}");
            assert!(["1", "2", "3"].contains(&composition), "{image}");
        }
    }
}

#[test]
fn the_first_picture_suits_the_kind() {
    for hotel in all() {
        let fitting: &[&str] = match hotel.property_type {
            Kind::Campsite => &["camp", "beach", "river", "calanque"],
            Kind::Villa => &["villa", "guest-house", "residence", "resort", "vineyard"],
            Kind::GuestRoom => &[
                "guest-house",
                "village",
                "vineyard",
                "villa",
                "residence",
                "resort",
                "city-hotel",
                "beach",
                "river",
                "calanque",
                "peaks",
            ],
            Kind::SpaHotel => &["spa", "resort", "peaks", "villa", "beach"],
            Kind::ClubHotel => &["resort", "family-club"],
            Kind::Residence => &["residence", "guest-house", "villa", "resort", "beach", "calanque"],
            _ => continue,
        };
        assert!(fitting.contains(&scene(&hotel.images[0])), "{}: {}", hotel.name, hotel.images[0]);
    }
}

/// The pictures that show a real place, and the towns that are there.
#[test]
fn a_picture_of_a_real_place_is_used_there_only() {
    let calanche: &[&str] = &["Piana", "Porto", "Ota", "Galéria"];
    for hotel in all() {
        for image in &hotel.images {
            let towns: &[&str] = match picture(image) {
                "citadel-1" | "camp-1" => &["Calvi"],
                "citadel-2" => &["Bonifacio"],
                "calanque-1" | "calanque-2" | "calanque-3" => calanche,
                "peaks-1" => &["Zonza", "Quenza", "Levie"],
                _ => continue,
            };
            assert!(towns.contains(&hotel.city.as_str()), "{} in {}: {image}", hotel.name, hotel.city);
        }
    }
}

#[test]
fn neighbours_in_a_list_or_a_town_begin_with_different_pictures() {
    let hotels = all();
    for pair in hotels.windows(2) {
        assert_ne!(pair[0].images[0], pair[1].images[0], "{} and {}", pair[0].name, pair[1].name);
    }
    for (town, hotels) in grouped(|hotel| hotel.city.clone()) {
        let first: HashSet<&String> = hotels.iter().map(|hotel| &hotel.images[0]).collect();
        assert_eq!(first.len(), hotels.len(), "{town}");
    }
}

#[test]
fn descriptions_are_a_few_sentences_about_the_place() {
    for hotel in all() {
        let text = &hotel.description;
        let sentences = text.matches(['.', '!', '?']).count();
        assert!((2..=4).contains(&sentences), "{}: {sentences} sentences", hotel.name);
        assert!((120..=420).contains(&text.chars().count()), "{}: {}", hotel.name, text.chars().count());
        let place = hotel.city.replace('\'', "’").replace("-Plage", "");
        assert!(text.contains(&place), "{} does not say where it is: {text}", hotel.name);
    }
}
