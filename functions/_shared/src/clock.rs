//! Today's date in Corsica (time zone Europe/Paris), whatever the server's time zone is.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Europe::Paris;

/// Today in Corsica.
pub fn today() -> NaiveDate {
    day_of(Utc::now())
}

fn day_of(instant: DateTime<Utc>) -> NaiveDate {
    instant.with_timezone(&Paris).date_naive()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_begins_at_midnight_in_paris_in_winter_and_summer() {
        let day = |text: &str| day_of(text.parse().unwrap()).to_string();
        assert_eq!(day("2026-01-31T22:59:59Z"), "2026-01-31");
        assert_eq!(day("2026-01-31T23:00:00Z"), "2026-02-01");
        assert_eq!(day("2026-07-31T21:59:59Z"), "2026-07-31");
        assert_eq!(day("2026-07-31T22:00:00Z"), "2026-08-01");
    }
}
