//! Lenient JSON numbers. Clients in some languages send numbers as strings.

use std::fmt;

use serde::Deserializer;
use serde::de::{Error, Unexpected, Visitor};

/// Deserialises an integer, or a string of its decimal digits. For serde's `deserialize_with`.
pub fn integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    deserializer.deserialize_any(Integer)
}

struct Integer;

impl Visitor<'_> for Integer {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<i64, E> {
        Ok(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<i64, E> {
        Ok(i64::try_from(value).unwrap_or(i64::MAX))
    }

    /// Accepts a whole number with a fraction, e.g. `60.0`.
    fn visit_f64<E: Error>(self, value: f64) -> Result<i64, E> {
        let whole = value.fract() == 0.0 && value.is_finite();
        // The cast saturates.
        if whole { Ok(value as i64) } else { Err(E::invalid_value(Unexpected::Float(value), &self)) }
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<i64, E> {
        value.trim().parse().map_err(|_| E::invalid_value(Unexpected::Str(value), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Option<i64> {
        integer(&mut serde_json::Deserializer::from_str(json)).ok()
    }

    #[test]
    fn accepts_numbers_and_strings_of_digits() {
        assert_eq!(read("60"), Some(60));
        assert_eq!(read("\"60\""), Some(60));
        assert_eq!(read("60.0"), Some(60));
        assert_eq!(read("-1"), Some(-1));
        assert_eq!(read("1e30"), Some(i64::MAX));
        for invalid in ["60.5", "\"sixty\"", "\"\"", "null", "true", "[60]"] {
            assert_eq!(read(invalid), None, "{invalid}");
        }
    }
}
