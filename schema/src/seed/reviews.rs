//! What guests wrote of the sample establishments, and of the resorts that have a page but no row in `hotels`.
//! The same in every database. Rejects a data file that does not parse.

use super::Error;
use super::bank::{self, Bank};
use super::chance::Chance;
use super::dates::Dates;
use super::hotels::{Amenity, Hotel, Kind, Setting};
use super::writer::{Page, Words, Writer};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::iter::Cycle;
use std::vec::IntoIter;
use uuid::Uuid;

/// Another number gives other reviews.
const SEED: u64 = 0x0015_017A;

/// A row of `hotel_reviews`.
#[derive(Debug, PartialEq, Serialize)]
pub struct Review {
    pub id: Uuid,
    pub hotel_id: Option<i64>,
    pub hotel_identifier: String,
    pub hotel_name: String,
    pub user_name: String,
    pub rating: u8,
    pub review_title: String,
    pub review_text: String,
    pub stay_date: NaiveDate,
    pub is_verified: bool,
    pub created_at: DateTime<Utc>,
}

/// What is reviewed.
pub struct Subject<'a> {
    hotel_id: Option<i64>,
    identifier: String,
    name: &'a str,
    /// As prose has it: with a curly apostrophe.
    city: String,
    pub kind: Kind,
    pub setting: Setting,
    pub amenities: &'a [Amenity],
    ratings: &'a [u8],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resort {
    slug: String,
    name: String,
    city: String,
    property_type: Kind,
    setting: Setting,
    amenities: Vec<Amenity>,
    ratings: Vec<u8>,
}

/// Every sample review: those of the hotels in the order of their ids, then those of the resorts.
pub fn all(hotels: &[Hotel]) -> Result<Vec<Review>, Error> {
    let bank = bank::read()?;
    let resorts: Vec<Resort> = serde_json::from_str(include_str!("../../seed/resorts.json"))?;
    let subjects: Vec<_> =
        hotels.iter().map(Subject::from).chain(resorts.iter().map(Subject::from)).collect();
    Ok(Press::new(&bank).print(&subjects))
}

/// Makes the reviews, one after the other.
struct Press<'b> {
    writer: Writer<'b>,
    authors: Cycle<IntoIter<String>>,
    chance: Chance,
    texts: HashSet<String>,
}

impl<'b> Press<'b> {
    fn new(bank: &'b Bank) -> Press<'b> {
        let mut chance = Chance::new(SEED);
        let mut authors = bank.authors.names();
        chance.shuffle(&mut authors);
        let authors = authors.into_iter().cycle();
        Press { writer: Writer::new(bank), authors, chance, texts: HashSet::new() }
    }

    fn print(mut self, subjects: &[Subject<'_>]) -> Vec<Review> {
        let mut reviews = Vec::new();
        for subject in subjects {
            let mut page = self.writer.page(subject);
            for &rating in subject.ratings {
                reviews.push(self.review(subject, &mut page, rating));
            }
        }
        reviews
    }

    fn review(&mut self, subject: &Subject<'_>, page: &mut Page<'b>, rating: u8) -> Review {
        let dates = Dates::of_a_stay(subject.kind, subject.setting, &mut self.chance);
        let words = self.words(subject, page, rating, &dates);
        let (high, low) = (self.chance.next(), self.chance.next());
        Review {
            id: uuid::Builder::from_u128(u128::from(high) << 64 | u128::from(low))
                .with_version(uuid::Version::Random)
                .with_variant(uuid::Variant::RFC4122)
                .into_uuid(),
            hotel_id: subject.hotel_id,
            hotel_identifier: subject.identifier.clone(),
            hotel_name: subject.name.to_owned(),
            user_name: self.authors.next().unwrap_or_default(),
            rating,
            review_title: words.title,
            review_text: words.text,
            stay_date: dates.stay,
            is_verified: self.chance.percent(88),
            created_at: dates.written,
        }
    }

    /// Words that no other page holds.
    fn words(&mut self, subject: &Subject<'_>, page: &mut Page<'b>, rating: u8, dates: &Dates) -> Words {
        const TRIES: usize = 5;
        let mut write = || self.writer.write(page, &subject.city, rating, dates.month(), &mut self.chance);
        let mut words = write();
        for _ in 1..TRIES {
            if self.texts.insert(words.text.clone()) {
                break;
            }
            words = write();
        }
        words
    }
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
