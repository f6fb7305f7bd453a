//! When a sample guest stayed and when they wrote of it: fixed days of two years, in the season of the place.

use super::chance::Chance;
use super::hotels::{Kind, Setting};
use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, Utc};

pub struct Dates {
    pub stay: NaiveDate,
    pub written: DateTime<Utc>,
}

impl Dates {
    /// A stay between November 2024 and early October 2026, and a review some days after its end.
    pub fn of_a_stay(kind: Kind, setting: Setting, chance: &mut Chance) -> Dates {
        const DAYS: usize = 700;
        let season = season(kind, setting);
        let stay = loop {
            let day = first_day() + Days::new(chance.below(DAYS) as u64);
            if season.contains(&day.month()) {
                break day;
            }
        };
        let time = NaiveTime::MIN + chrono::Duration::minutes((7 * 60 + chance.below(14 * 60)) as i64);
        let written = (stay + Days::new(4 + chance.below(20) as u64)).and_time(time).and_utc();
        Dates { stay, written }
    }

    /// The month of the stay, as it follows a verb.
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

/// Towns have guests for most of the year, tents in summer.
fn season(kind: Kind, setting: Setting) -> std::ops::RangeInclusive<u32> {
    match (kind, setting) {
        (Kind::Campsite | Kind::ClubHotel, _) => 5..=9,
        (_, Setting::Town) => 3..=11,
        _ => 4..=10,
    }
}
