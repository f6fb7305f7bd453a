//! What a client may call things: bucket names, object keys, sizes and MIME types. Text becomes one of these types
//! where it enters, and what does not fit is refused here.

use std::fmt;

use crate::error::{Error, Result};

const PUNCTUATION: &[u8] = b"_!-.*'() &$=@;:+,?";

fn allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || PUNCTUATION.contains(&byte)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketName(String);

impl BucketName {
    pub fn parse(text: &str) -> Result<Self> {
        let fits = (1..=100).contains(&text.len()) && text.trim() == text && text.bytes().all(allowed);
        if fits { Ok(Self(text.to_owned())) } else { Err(Error::InvalidBucketName) }
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

/// An object's name within its bucket. It is never a path: bytes lie in S3 under a version of our own making.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectKey(String);

impl ObjectKey {
    pub fn parse(text: &str) -> Result<Self> {
        let fits = (1..=1024).contains(&text.len()) && text.bytes().all(|byte| allowed(byte) || byte == b'/');
        if fits {
            Ok(Self(text.to_owned()))
        } else {
            Err(Error::InvalidKey(text.chars().take(200).collect()))
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file by which a dashboard keeps an empty folder visible.
    pub fn is_folder_placeholder(&self) -> bool {
        self.0.ends_with(".emptyFolderPlaceholder")
    }
}

impl fmt::Display for ObjectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A size as bytes or as text with a decimal unit: `20MB` is 20,000,000.
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
    whole.checked_add(part_of(factor, fraction)?)
}

/// The part of `unit` that decimal digits name, in whole bytes: of 1,000 and `5` it is 500.
fn part_of(unit: i64, digits: &str) -> Option<i64> {
    /// What is finer than a byte of the largest unit has no effect.
    const DIGITS: usize = 9;
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let digits = all_digits.then(|| &digits[..digits.len().min(DIGITS)])?;
    let places = u32::try_from(digits.len()).ok()?;
    let part = i128::from(unit) * digits.parse::<i128>().ok()? / 10_i128.pow(places);
    i64::try_from(part).ok()
}

/// Whether an entry of a bucket's list of MIME types is well formed: `type/subtype`, `type/*` or `*`.
pub fn is_mime_pattern(pattern: &str) -> bool {
    pattern == "*" || pattern.parse::<mime::Mime>().is_ok()
}

/// Refuses a file whose type is not on the bucket's list. No list, or an empty one, takes everything.
pub fn check_mime(mimetype: &str, allowed: Option<&[String]>) -> Result<()> {
    let Some(allowed) = allowed.filter(|list| !list.is_empty()) else { return Ok(()) };
    let essence = mimetype.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let fits = allowed.iter().any(|pattern| {
        let pattern = pattern.to_ascii_lowercase();
        match pattern.strip_suffix('*') {
            Some(start) => essence.starts_with(start),
            None => essence == pattern,
        }
    });
    if fits { Ok(()) } else { Err(Error::InvalidMimeType(mimetype.to_owned())) }
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
        for refused in ["1.MB", ".5MB", "1.5.5MB", "1e3MB", "-1MB", "1,5MB"] {
            assert_eq!(parse_size(refused), None, "{refused}");
        }
        assert_eq!(parse_size("mb"), None);
        assert_eq!(parse_size("5 tb"), None);
        assert_eq!(parse_size("99999999999999999999"), None);
    }

    #[test]
    fn keys_keep_to_the_published_alphabet() {
        assert!(ObjectKey::parse("a/b c/(1)&$=@;:+,?.png").is_ok());
        for refused in ["", "é.png", "a\\b", "a\nb", "a%b", "a#b", "[x]"] {
            assert!(ObjectKey::parse(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_bucket_name_has_no_slash_and_no_space_around_it() {
        assert!(BucketName::parse("hotel-images").is_ok());
        for refused in ["", "a/b", " a", "a ", "ä"] {
            assert!(BucketName::parse(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn mime_lists_match_whole_types_and_families() {
        let list = ["image/*".to_owned(), "application/pdf".to_owned()];
        assert!(check_mime("image/png", Some(&list)).is_ok());
        assert!(check_mime("Application/PDF; charset=utf-8", Some(&list)).is_ok());
        assert!(check_mime("imagery/png", Some(&list)).is_err());
        assert!(check_mime("text/html", Some(&[])).is_ok());
        assert!(check_mime("text/html", Some(&["*".to_owned()])).is_ok());
    }
}
