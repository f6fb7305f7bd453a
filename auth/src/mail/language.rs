//! The languages of the built-in mails.

use std::str::FromStr;

use serde_json::Value;

use crate::metadata::Metadata;

/// The fields of `user_metadata` that may name a user's language, first one first.
const FIELDS: [&str; 3] = ["lang", "locale", "language"];

/// A language of the built-in mails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    #[default]
    French,
    English,
}

impl Language {
    /// The language of an account, if its metadata names one that mails have.
    pub fn of_account(metadata: &Metadata) -> Option<Language> {
        let named = FIELDS.iter().filter_map(|field| metadata.get(*field).and_then(Value::as_str));
        named.filter_map(|name| name.parse().ok()).next()
    }

    /// The tag for HTML's `lang`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::French => "fr",
            Language::English => "en",
        }
    }
}

/// A language without built-in mails.
#[derive(Debug, thiserror::Error)]
#[error("no language of mails")]
pub(crate) struct UnknownLanguage;

/// From a tag such as `fr`, `fr-FR` or `en_GB`.
impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(tag: &str) -> Result<Language, UnknownLanguage> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "fr" => Ok(Language::French),
            "en" => Ok(Language::English),
            _ => Err(UnknownLanguage),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_names_a_language_by_its_tag() {
        let of = |json: Value| Language::of_account(json.as_object().unwrap());
        assert_eq!(of(serde_json::json!({ "locale": "en_GB" })), Some(Language::English));
        assert_eq!(of(serde_json::json!({ "lang": "de", "language": "FR-ca" })), Some(Language::French));
        assert_eq!(of(serde_json::json!({ "lang": 7, "locale": "corse" })), None);
    }
}
