//! Numbers and rates in the forms that supabase/auth's settings have.

use std::str::FromStr;
use std::time::Duration;

use super::GoDuration;

const HOUR: Duration = Duration::from_secs(3600);

/// A text that is neither a number nor a rate.
#[derive(Debug, thiserror::Error)]
#[error("invalid number")]
pub(crate) struct InvalidNumber;

/// A count that supabase/auth reads as a decimal number, such as `30` or `1e3`. Fractions are rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GoCount(pub u32);

impl FromStr for GoCount {
    type Err = InvalidNumber;

    fn from_str(text: &str) -> Result<GoCount, InvalidNumber> {
        // The conversion saturates.
        Ok(GoCount(number(text)?.ceil() as u32))
    }
}

/// A number of events in a time: `100` is a hundred in an hour, `100/24h` a hundred in a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rate {
    pub events: f64,
    pub seconds: f64,
}

impl FromStr for Rate {
    type Err = InvalidNumber;

    fn from_str(text: &str) -> Result<Rate, InvalidNumber> {
        let Some((events, time)) = text.split_once('/') else {
            return Ok(Rate { events: number(text)?, seconds: HOUR.as_secs_f64() });
        };
        let events: u32 = events.parse().map_err(|_| InvalidNumber)?;
        let GoDuration(time) = time.parse().map_err(|_| InvalidNumber)?;
        if time.is_zero() {
            return Err(InvalidNumber);
        }
        Ok(Rate { events: events.into(), seconds: time.as_secs_f64() })
    }
}

fn number(text: &str) -> Result<f64, InvalidNumber> {
    let number: f64 = text.parse().map_err(|_| InvalidNumber)?;
    if number.is_finite() && number >= 0.0 { Ok(number) } else { Err(InvalidNumber) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_hourly_unless_it_names_its_time() {
        let rate = |text: &str| text.parse::<Rate>().ok().map(|rate| (rate.events, rate.seconds));
        assert_eq!(rate("30"), Some((30.0, 3600.0)));
        assert_eq!(rate("0.5"), Some((0.5, 3600.0)));
        assert_eq!(rate("100/24h"), Some((100.0, 86_400.0)));
        assert_eq!(rate("0/1m"), Some((0.0, 60.0)));
        for invalid in ["", "many", "-1", "NaN", "inf", "100/", "/1h", "1.5/1h", "100/0s", "1/1h/1h"] {
            assert_eq!(rate(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn a_count_may_be_a_decimal_number() {
        let count = |text: &str| text.parse::<GoCount>().ok().map(|count| count.0);
        assert_eq!([count("30"), count("30.0"), count("0.5"), count("1e3")], [30, 30, 1, 1000].map(Some));
        assert_eq!([count("-1"), count("x"), count("")], [None; 3]);
    }
}
