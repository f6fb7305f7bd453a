//! The sample reviews as data: plausible, all different, and without mention of what an establishment does not offer.

// A shared function that fails stops the test.
#![allow(clippy::unwrap_used)]

use chrono::NaiveDate;
use schema::seed::{Amenity, Hotel, Review, hotels, reviews};
use std::collections::{HashMap, HashSet};

fn all() -> (HashMap<i64, Hotel>, Vec<Review>) {
    let hotels = hotels().unwrap();
    let reviews = reviews(&hotels).unwrap();
    (hotels.into_iter().map(|hotel| (hotel.id, hotel)).collect(), reviews)
}

#[test]
fn hotels_have_four_to_fourteen_each() {
    let (hotels, reviews) = all();
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for hotel in reviews.iter().filter_map(|review| review.hotel_id) {
        *counts.entry(hotel).or_default() += 1;
    }
    assert_eq!(counts.len(), hotels.len());
    assert_eq!(counts.values().sum::<usize>(), 1200);
    assert!(counts.values().all(|count| (4..=14).contains(count)));
}

#[test]
fn all_texts_differ() {
    let (_, reviews) = all();
    assert_eq!(reviews.iter().map(|review| &review.review_text).collect::<HashSet<_>>().len(), reviews.len());
    assert_eq!(reviews.iter().map(|review| review.id).collect::<HashSet<_>>().len(), reviews.len());
}

#[test]
fn sentences_and_titles_are_unique_on_a_page() {
    let mut pages: HashMap<String, HashSet<String>> = HashMap::new();
    for review in all().1 {
        let page = pages.entry(review.hotel_identifier).or_default();
        assert!(page.insert(review.review_title.clone()), "{}", review.review_title);
        for sentence in review.review_text.split_inclusive(". ") {
            assert!(page.insert(sentence.trim().to_owned()), "{sentence}");
        }
    }
}

#[test]
fn texts_are_within_the_limits_of_the_form_and_have_no_placeholder() {
    for review in all().1 {
        assert!((1..=100).contains(&review.review_title.chars().count()), "{review:?}");
        assert!((40..=500).contains(&review.review_text.chars().count()), "{review:?}");
        assert!((1..=5).contains(&review.rating), "{review:?}");
        assert!(!review.review_title.contains('{') && !review.review_text.contains('{'), "{review:?}");
    }
}

#[test]
fn authors_are_a_first_name_and_an_initial() {
    for review in all().1 {
        let (first_name, initial) = review.user_name.split_once(' ').unwrap();
        assert!(first_name.chars().count() > 1, "{}", review.user_name);
        assert!(initial.len() == 2 && initial.ends_with('.'), "{}", review.user_name);
    }
}

#[test]
fn reviews_follow_the_stay_within_the_two_years_before_november_2026() {
    let (from, until) =
        (NaiveDate::from_ymd_opt(2024, 11, 1).unwrap(), NaiveDate::from_ymd_opt(2026, 11, 1).unwrap());
    for review in all().1 {
        let written = review.created_at.date_naive();
        assert!(from <= review.stay_date && review.stay_date < written && written < until, "{review:?}");
    }
}

#[test]
fn reviews_mention_only_amenities_of_the_hotel() {
    let (hotels, reviews) = all();
    for review in reviews {
        let Some(hotel) = review.hotel_id.map(|id| &hotels[&id]) else { continue };
        let text = format!("{} {}", review.review_title, review.review_text).to_lowercase();
        for (words, amenity) in [
            (&["piscine", "bassin"][..], Amenity::Pool),
            (&["spa ", "hammam", "sauna"], Amenity::Spa),
            (&["petit-déjeuner"], Amenity::Breakfast),
            (&["restaurant", "demi-pension"], Amenity::Restaurant),
            (&["plage privée"], Amenity::PrivateBeach),
            (&["wi-fi"], Amenity::Wifi),
            (&["parking"], Amenity::Parking),
            (&["climatisation"], Amenity::AirConditioning),
            (&["navette"], Amenity::AirportShuttle),
            (&["salle de sport"], Amenity::Gym),
            (&["jardin"], Amenity::Garden),
            (&["terrasse"], Amenity::Terrace),
            (&["vue sur le port"], Amenity::HarbourView),
        ] {
            let spoken_of = words.iter().find(|word| text.contains(**word));
            assert!(spoken_of.is_none() || hotel.amenities.contains(&amenity), "{}: {text}", hotel.name);
        }
    }
}

#[test]
fn every_review_is_in_french() {
    const FRENCH: &str = "le la les un une des du et est nous on pour dans avec sans pas plus tout très";
    const FOREIGN: &str = "the and we was you und wir der ist che non per una di da los todo het een";
    for review in all().1 {
        let text = review.review_text.to_lowercase();
        let words: HashSet<&str> = text.split(|letter: char| !letter.is_alphabetic()).collect();
        assert!(FRENCH.split(' ').any(|word| words.contains(word)), "{text}");
        assert!(!FOREIGN.split(' ').any(|word| words.contains(word)), "{text}");
    }
}

#[test]
fn french_typography_is_kept() {
    let (hotels, reviews) = all();
    let texts = reviews.iter().flat_map(|review| [&review.review_title, &review.review_text]);
    for text in texts.chain(hotels.values().map(|hotel| &hotel.description)) {
        for wrong in [" ;", " :", " !", " ?", "« ", " »", "'", "  "] {
            assert!(!text.contains(wrong), "{wrong:?} in {text}");
        }
    }
}
