//! The dates of a sample guest's stay and review: days of two fixed years, in the season of the establishment.

use super::hotels::{Kind, Setting};
use super::seeded_rng::SeededRng;
use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, Utc};

/// The dates of one review.
pub struct Dates {
    pub stay: NaiveDate,
    pub written: DateTime<Utc>,
}

impl Dates {
    /// Chooses a stay between November 2024 and early October 2026, and a review 4 to 23 days after its first day.
    pub fn choose(kind: Kind, setting: Setting, rng: &mut SeededRng) -> Dates {
        const DAYS: usize = 700;
        let season = season(kind, setting);
        let stay = loop {
            let day = first_day() + Days::new(rng.below(DAYS) as u64);
            if season.contains(&day.month()) {
                break day;
            }
        };
        let time = NaiveTime::MIN + chrono::Duration::minutes((7 * 60 + rng.below(14 * 60)) as i64);
        let written = (stay + Days::new(4 + rng.below(20) as u64)).and_time(time).and_utc();
        Dates { stay, written }
    }

    /// The month of the stay with its preposition: `en juin`.
    pub fn month(&self) -> &'static str {
        match self.stay.month() {
            1 => "en janvier",
            2 => "en février",
            3 => "en mars",
            4 => "en avril",
            5 => "en mai",
            6 => "en juin",
            7 => "en juillet",
            8 => "en août",
            9 => "en septembre",
            10 => "en octobre",
            11 => "en novembre",
            _ => "en décembre",
        }
    }
}

fn first_day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2024, 11, 4).unwrap_or_default()
}

/// The months of stays: towns have guests for most of the year, campsites in summer.
fn season(kind: Kind, setting: Setting) -> std::ops::RangeInclusive<u32> {
    match (kind, setting) {
        (Kind::Campsite | Kind::ClubHotel, _) => 5..=9,
        (_, Setting::Town) => 3..=11,
        _ => 4..=10,
    }
}
