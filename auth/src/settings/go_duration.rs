//! Durations in Go's notation, as supabase/auth's settings have them.

use std::str::FromStr;
use std::time::Duration;

/// A duration in Go's notation: numbers with units, such as `1h30m`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GoDuration(pub Duration);

/// A text that is not a duration.
#[derive(Debug, thiserror::Error)]
#[error("time: invalid duration {0:?}")]
pub(crate) struct InvalidDuration(String);

impl FromStr for GoDuration {
    type Err = InvalidDuration;

    fn from_str(text: &str) -> Result<GoDuration, InvalidDuration> {
        let invalid = || InvalidDuration(text.to_owned());
        if text == "0" {
            return Ok(GoDuration(Duration::ZERO));
        }
        let mut rest = text;
        let mut seconds = 0.0;
        while !rest.is_empty() {
            let digits = rest.find(|letter: char| letter != '.' && !letter.is_ascii_digit());
            let (number, tail) = rest.split_at(digits.ok_or_else(invalid)?);
            let unit_length =
                tail.find(|letter: char| letter == '.' || letter.is_ascii_digit()).unwrap_or(tail.len());
            let (unit, tail) = tail.split_at(unit_length);
            seconds +=
                number.parse::<f64>().map_err(|_| invalid())? * seconds_of(unit).ok_or_else(invalid)?;
            rest = tail;
        }
        let duration = Duration::try_from_secs_f64(seconds).map_err(|_| invalid())?;
        if text.is_empty() { Err(invalid()) } else { Ok(GoDuration(duration)) }
    }
}

fn seconds_of(unit: &str) -> Option<f64> {
    match unit {
        "ns" => Some(1e-9),
        "us" | "µs" => Some(1e-6),
        "ms" => Some(1e-3),
        "s" => Some(1.0),
        "m" => Some(60.0),
        "h" => Some(3600.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_notation_of_go() {
        let parsed = |text: &str| text.parse::<GoDuration>().ok().map(|duration| duration.0.as_millis());
        assert_eq!(parsed("24h"), Some(86_400_000));
        assert_eq!(parsed("1h30m"), Some(5_400_000));
        assert_eq!(parsed("1.5s"), Some(1500));
        assert_eq!(parsed("0"), Some(0));
        for invalid in ["", "24", "h", "1d", "-1h", "1h 2m"] {
            assert_eq!(parsed(invalid), None, "{invalid}");
        }
    }
}
