//! Generates the reviews of the sample establishments, and of the resorts that have a page but no row in `hotels`. They
//! are the same in every database. Rejects a data file that does not parse.

use super::dates::Dates;
use super::error::Error;
use super::hotels::Hotel;
use super::seeded_rng::SeededRng;
use super::sentence_bank::{self, SentenceBank};
use super::subject::{self, Subject};
use super::text_generator::{Page, ReviewText, TextGenerator};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use std::collections::HashSet;
use std::iter::Cycle;
use std::vec::IntoIter;
use uuid::Uuid;

/// The seed of the random numbers: another one gives other reviews.
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

/// Every sample review: those of the hotels in the order of their ids, then those of the resorts.
///
/// # Errors
/// When a data file does not parse.
pub fn all(hotels: &[Hotel]) -> Result<Vec<Review>, Error> {
    let bank = sentence_bank::read()?;
    let resorts = subject::resorts()?;
    let subjects: Vec<_> =
        hotels.iter().map(Subject::from).chain(resorts.iter().map(Subject::from)).collect();
    Ok(ReviewGenerator::new(&bank).generate(&subjects))
}

/// Generates the reviews in a fixed order, because each one consumes random numbers.
struct ReviewGenerator<'b> {
    texts: TextGenerator<'b>,
    authors: Cycle<IntoIter<String>>,
    rng: SeededRng,
    used_texts: HashSet<String>,
}

impl<'b> ReviewGenerator<'b> {
    fn new(bank: &'b SentenceBank) -> ReviewGenerator<'b> {
        let mut rng = SeededRng::new(SEED);
        let mut authors = bank.authors.names();
        rng.shuffle(&mut authors);
        let authors = authors.into_iter().cycle();
        ReviewGenerator { texts: TextGenerator::new(bank), authors, rng, used_texts: HashSet::new() }
    }

    fn generate(mut self, subjects: &[Subject<'_>]) -> Vec<Review> {
        let mut reviews = Vec::new();
        for subject in subjects {
            let mut page = self.texts.page(subject);
            for &rating in subject.ratings {
                reviews.push(self.review(subject, &mut page, rating));
            }
        }
        reviews
    }

    fn review(&mut self, subject: &Subject<'_>, page: &mut Page<'b>, rating: u8) -> Review {
        let dates = Dates::choose(subject.kind, subject.setting, &mut self.rng);
        let text = self.unique_text(subject, page, rating, &dates);
        let (high, low) = (self.rng.next_u64(), self.rng.next_u64());
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
            review_title: text.title,
            review_text: text.text,
            stay_date: dates.stay,
            is_verified: self.rng.is_true(88),
            created_at: dates.written,
        }
    }

    /// A text that no other review has, if five attempts find one.
    fn unique_text(
        &mut self,
        subject: &Subject<'_>,
        page: &mut Page<'b>,
        rating: u8,
        dates: &Dates,
    ) -> ReviewText {
        const ATTEMPTS: usize = 5;
        let mut generate = || self.texts.generate(page, &subject.city, rating, dates.month(), &mut self.rng);
        let mut text = generate();
        for _ in 1..ATTEMPTS {
            if self.used_texts.insert(text.text.clone()) {
                break;
            }
            text = generate();
        }
        text
    }
}
