//! Validated input: bucket names, object keys, sizes and MIME types. Handlers parse text into these types, so that the
//! modules below them see valid values only.

use std::fmt;

use crate::error::{Error, Result};

/// The punctuation of Supabase's names, which is S3's safe characters and some more.
const PUNCTUATION: &[u8] = b"_!-.*'() &$=@;:+,?";

fn is_allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || PUNCTUATION.contains(&byte)
}

/// A bucket name: 1 to 100 bytes of ASCII letters, digits and punctuation, without a slash or outer spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketName(String);

impl BucketName {
    pub fn parse(text: &str) -> Result<Self> {
        let valid = (1..=100).contains(&text.len()) && text.trim() == text && text.bytes().all(is_allowed);
        if valid { Ok(Self(text.to_owned())) } else { Err(Error::InvalidBucketName) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BucketName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An object's name within its bucket: 1 to 1024 bytes of ASCII letters, digits, punctuation and slashes. It is part of a
/// key in S3, which has at most 1024 bytes too, and never a path here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectKey(String);

impl ObjectKey {
    pub fn parse(text: &str) -> Result<Self> {
        let valid =
            (1..=1024).contains(&text.len()) && text.bytes().all(|byte| is_allowed(byte) || byte == b'/');
        if valid {
            Ok(Self(text.to_owned()))
        } else {
            Err(Error::InvalidKey(text.chars().take(200).collect()))
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is the empty file with which Supabase's dashboard keeps an empty folder.
    pub fn is_folder_placeholder(&self) -> bool {
        self.0.ends_with(".emptyFolderPlaceholder")
    }
}

impl fmt::Display for ObjectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A size in bytes. Deserialised from a number, or from text with a decimal unit: `20MB` is 20,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(try_from = "SizeText")]
pub struct Size(pub i64);

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum SizeText {
    Bytes(i64),
    Text(String),
}

impl TryFrom<SizeText> for Size {
    type Error = &'static str;

    fn try_from(size: SizeText) -> Result<Self, Self::Error> {
        match size {
            SizeText::Bytes(bytes) if bytes >= 0 => Ok(Self(bytes)),
            SizeText::Bytes(_) => Err("a size is not negative"),
            SizeText::Text(text) => {
                parse_size(&text).map(Self).ok_or("a size is a number with b, kb, mb or gb")
            }
        }
    }
}

fn parse_size(text: &str) -> Option<i64> {
    let text = text.trim().to_ascii_lowercase();
    let (number, unit) =
        text.split_at(text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len()));
    let factor = match unit.trim() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let whole = whole.parse::<i64>().ok()?.checked_mul(factor)?;
    whole.checked_add(fraction_of(factor, fraction)?)
}

/// The decimal fraction `0.{digits}` of `unit`, in whole bytes: `fraction_of(1_000, "5")` is 500.
fn fraction_of(unit: i64, digits: &str) -> Option<i64> {
    /// The largest unit is 10⁹ bytes: further digits are fractions of a byte.
    const DIGITS: usize = 9;
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let digits = all_digits.then(|| &digits[..digits.len().min(DIGITS)])?;
    let places = u32::try_from(digits.len()).ok()?;
    let part = i128::from(unit) * digits.parse::<i128>().ok()? / 10_i128.pow(places);
    i64::try_from(part).ok()
}

/// Whether an entry of a bucket's `allowed_mime_types` is well formed: `type/subtype`, `type/*` or `*`.
pub fn is_mime_pattern(pattern: &str) -> bool {
    pattern == "*" || pattern.parse::<mime::Mime>().is_ok()
}

/// Rejects a type that is not in the bucket's `allowed_mime_types`. A missing or empty list allows every type.
pub fn check_mime(mimetype: &str, allowed: Option<&[String]>) -> Result<()> {
    let Some(allowed) = allowed.filter(|list| !list.is_empty()) else { return Ok(()) };
    let essence = mimetype.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_listed = allowed.iter().any(|pattern| {
        let pattern = pattern.to_ascii_lowercase();
        match pattern.strip_suffix('*') {
            Some(prefix) => essence.starts_with(prefix),
            None => essence == pattern,
        }
    });
    if is_listed { Ok(()) } else { Err(Error::InvalidMimeType(mimetype.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_decimal() {
        assert_eq!(parse_size("20MB"), Some(20_000_000));
        assert_eq!(parse_size("1 gb"), Some(1_000_000_000));
        assert_eq!(parse_size("17"), Some(17));
        assert_eq!(parse_size("1.5MB"), Some(1_500_000));
        assert_eq!(parse_size("0.25 kb"), Some(250));
        assert_eq!(parse_size("2.0000000001GB"), Some(2_000_000_000));
        for invalid in ["1.MB", ".5MB", "1.5.5MB", "1e3MB", "-1MB", "1,5MB"] {
            assert_eq!(parse_size(invalid), None, "{invalid}");
        }
        assert_eq!(parse_size("mb"), None);
        assert_eq!(parse_size("5 tb"), None);
        assert_eq!(parse_size("99999999999999999999"), None);
    }

    #[test]
    fn rejects_keys_with_other_characters() {
        assert!(ObjectKey::parse("a/b c/(1)&$=@;:+,?.png").is_ok());
        for invalid in ["", "é.png", "a\\b", "a\nb", "a%b", "a#b", "[x]"] {
            assert!(ObjectKey::parse(invalid).is_err(), "{invalid}");
        }
    }

    #[test]
    fn rejects_bucket_names_with_a_slash_or_outer_spaces() {
        assert!(BucketName::parse("hotel-images").is_ok());
        for invalid in ["", "a/b", " a", "a ", "ä"] {
            assert!(BucketName::parse(invalid).is_err(), "{invalid}");
        }
    }

    #[test]
    fn mime_patterns_match_exact_types_and_wildcards() {
        let list = ["image/*".to_owned(), "application/pdf".to_owned()];
        assert!(check_mime("image/png", Some(&list)).is_ok());
        assert!(check_mime("Application/PDF; charset=utf-8", Some(&list)).is_ok());
        assert!(check_mime("imagery/png", Some(&list)).is_err());
        assert!(check_mime("text/html", Some(&[])).is_ok());
        assert!(check_mime("text/html", Some(&["*".to_owned()])).is_ok());
    }
}
