//! Types of values, each with its validation. Errors say what was expected and never contain the value, which may be a
//! secret.

use crate::trusted_proxies::TrustedProxies;
use postgres_connect::{AddressError, Connector};
use serde::de::{Deserializer, Error as _, Unexpected, Visitor};
use serde::{Deserialize, de};
use std::fmt;

/// An integer from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number<const MIN: u64, const MAX: u64>(pub u64);

impl<const MIN: u64, const MAX: u64> Number<MIN, MAX> {
    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Number<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Whole<const MIN: u64, const MAX: u64>;
        impl<const MIN: u64, const MAX: u64> Visitor<'_> for Whole<MIN, MAX> {
            type Value = u64;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from {MIN} to {MAX}")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<u64, E> {
                let invalid = || E::invalid_value(Unexpected::Signed(value), &self);
                u64::try_from(value).ok().filter(|value| (MIN..=MAX).contains(value)).ok_or_else(invalid)
            }
        }
        deserializer.deserialize_any(Whole::<MIN, MAX>).map(Number)
    }
}

/// A TCP port; 0 picks a free one.
pub type Port = Number<0, 65535>;

impl From<Port> for u16 {
    fn from(port: Port) -> u16 {
        u16::try_from(port.0).unwrap_or(u16::MAX)
    }
}

/// A number of bytes, such as `"50MiB"`. As in Supabase, every unit is a power of 1024.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileSize(pub u64);

impl FileSize {
    fn parse(text: &str) -> Option<FileSize> {
        let text = text.trim();
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let factor: u64 = match text[digits..].trim().to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "k" | "kb" | "kib" => 1 << 10,
            "m" | "mb" | "mib" => 1 << 20,
            "g" | "gb" | "gib" => 1 << 30,
            _ => return None,
        };
        let (whole, fraction) = text[..digits].split_once('.').unwrap_or((&text[..digits], "0"));
        let whole = whole.parse::<u64>().ok()?.checked_mul(factor)?;
        let bytes = whole.checked_add(decimal_fraction_of(factor, fraction)?)?;
        (bytes > 0).then_some(FileSize(bytes))
    }
}

/// The fraction `0.digits` of `unit`, rounded down: 512 for 1,024 and `5`.
fn decimal_fraction_of(unit: u64, digits: &str) -> Option<u64> {
    /// Further digits are less than a byte of the largest unit.
    const DIGITS: usize = 10;
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let digits = all_digits.then(|| &digits[..digits.len().min(DIGITS)])?;
    let places = u32::try_from(digits.len()).ok()?;
    u64::try_from(u128::from(unit) * digits.parse::<u128>().ok()? / 10_u128.pow(places)).ok()
}

impl<'de> Deserialize<'de> for FileSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "a size such as \"50MiB\"", FileSize::parse)
    }
}

/// A duration in Go's notation, such as `1m30s`, as supabase/auth reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoDuration(pub String);

impl GoDuration {
    fn parse(text: &str) -> Option<GoDuration> {
        let is_digit = |letter: char| letter.is_ascii_digit() || letter == '.';
        let mut rest = text;
        while !rest.is_empty() {
            let (number, tail) = rest.split_at(rest.find(|letter| !is_digit(letter))?);
            let (unit, tail) = tail.split_at(tail.find(is_digit).unwrap_or(tail.len()));
            number.parse::<f64>().ok()?;
            rest = ["ns", "us", "ms", "s", "m", "h"].contains(&unit).then_some(tail)?;
        }
        (!text.is_empty()).then(|| GoDuration(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for GoDuration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "a duration such as \"1m30s\"", GoDuration::parse)
    }
}

/// The URL of an HTTP service, without a trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpUrl(pub String);

impl<'de> Deserialize<'de> for HttpUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "an address such as \"https://example.org\"", |text| {
            let uri: hyper::Uri = text.parse().ok()?;
            let http = matches!(uri.scheme_str(), Some("http" | "https")) && uri.query().is_none();
            (http && uri.host().is_some()).then(|| HttpUrl(text.trim_end_matches('/').to_owned()))
        })
    }
}

/// The address of the project's site. An app's has a scheme of its own, such as `myapp://`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteUrl(pub String);

impl<'de> Deserialize<'de> for SiteUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "an address such as \"https://example.org\" or \"myapp://home\"", |text| {
            let (scheme, rest) = text.split_once(':')?;
            let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
            let is_web = matches!(scheme, "http" | "https");
            let has_host = text.parse::<hyper::Uri>().is_ok_and(|uri| uri.host().is_some());
            let is_address = is_scheme && rest.starts_with('/') && !text.contains(char::is_whitespace);
            let plain = if is_web { text.trim_end_matches('/') } else { text };
            (is_address && (has_host || !is_web)).then(|| SiteUrl(plain.to_owned()))
        })
    }
}

/// The URL of a map style. It may have a query, because providers expect their key there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyleUrl(pub String);

impl<'de> Deserialize<'de> for StyleUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "an address such as \"https://tiles.example.org/style.json\"", |text| {
            let uri: hyper::Uri = text.parse().ok()?;
            let http = matches!(uri.scheme_str(), Some("http" | "https"));
            (http && uri.host().is_some()).then(|| StyleUrl(text.to_owned()))
        })
    }
}

/// A Postgres connection string in URL form.
#[derive(Clone)]
pub struct PostgresUrl(pub String);

impl PostgresUrl {
    /// Accepts only the URL form, because other roles' logins are inserted into it. Files that it refers to must exist.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<PostgresUrl, String> {
        let is_url = text.starts_with("postgres://") || text.starts_with("postgresql://");
        match Connector::parse(text) {
            Ok(_) if is_url => Ok(PostgresUrl(text.to_owned())),
            Ok(_) | Err(AddressError::Address(_)) => Err(format!("expected {POSTGRES_URL}")),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// A Postgres connection string in URL form that names one server.
#[derive(Debug, Clone)]
pub struct ReplicaUrl(pub PostgresUrl);

impl<'de> Deserialize<'de> for ReplicaUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let url = PostgresUrl::deserialize(deserializer)?;
        let servers = Connector::parse(&url.0).map_or(0, |server| server.config().get_hosts().len());
        if servers > 1 {
            return Err(D::Error::custom("expected the address of one server, because its lag is measured"));
        }
        Ok(ReplicaUrl(url))
    }
}

const POSTGRES_URL: &str = "an address such as \"postgres://user:password@host:5432/database\"";

impl<'de> Deserialize<'de> for PostgresUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PostgresUrl::parse(&text(deserializer, POSTGRES_URL, |text| Some(text.to_owned()))?)
            .map_err(D::Error::custom)
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PostgresUrl(…)")
    }
}

/// A text that is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "a text that is not empty", |text| {
            (!text.is_empty()).then(|| Secret(text.to_owned()))
        })
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Addresses and CIDR networks of trusted proxies.
#[derive(Debug, Clone, Default)]
pub struct Networks(pub TrustedProxies);

impl<'de> Deserialize<'de> for Networks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        TrustedProxies::parse(texts).map(Networks).map_err(D::Error::custom)
    }
}

/// Deserializes a string with `parse`. The error contains only what was expected.
pub fn text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &'static str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    struct Text(&'static str);
    impl Visitor<'_> for Text {
        type Value = String;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
        fn visit_str<E: de::Error>(self, value: &str) -> Result<String, E> {
            Ok(value.to_owned())
        }
    }
    let value = deserializer.deserialize_str(Text(expected))?;
    parse(&value).ok_or_else(|| D::Error::custom(format!("expected {expected}")))
}

#[cfg(test)]
mod tests {
    use super::FileSize;

    #[test]
    fn all_units_are_powers_of_1024() {
        let parse = |text| FileSize::parse(text).map(|size| size.0);
        assert_eq!(parse("50MiB"), Some(50 * 1024 * 1024));
        assert_eq!(parse("5MB"), Some(5 * 1024 * 1024));
        assert_eq!(parse("1 kb"), Some(1024));
        assert_eq!(parse("7"), Some(7));
        assert_eq!(parse("1.5MB"), Some(1024 * 1024 * 3 / 2));
        assert_eq!(parse("0.5 KiB"), Some(512));
        for invalid in [
            "",
            "MiB",
            "-1MiB",
            "0",
            "5 apples",
            "99999999999GiB",
            "1.MB",
            ".5MB",
            "1.5.5MB",
            "0.0MB",
            "1e3MB",
        ] {
            assert_eq!(parse(invalid), None, "{invalid}");
        }
    }
}
