//! The site's dictionaries, compiled into this program.

/// Pairs of a language code and its dictionary, a JSON object of namespaces.
const DICTIONARIES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/dictionaries.rs"));

/// A language of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SiteLanguage {
    /// ISO 639-1 code.
    pub(crate) code: &'static str,
    /// `{namespace: {key: text or nested keys}}`.
    pub(crate) dictionary: &'static str,
}

impl SiteLanguage {
    /// The language of a code (`de`) or of a tag that begins with one (`de-AT`).
    pub(crate) fn of(tag: &str) -> Option<SiteLanguage> {
        let code = tag.split(['-', '_']).next().unwrap_or_default();
        let found = DICTIONARIES.iter().find(|(language, _)| language.eq_ignore_ascii_case(code));
        found.map(|&(code, dictionary)| SiteLanguage { code, dictionary })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_all_ten_languages() {
        for code in ["da", "de", "en", "es", "fr", "it", "ja", "ko", "sv", "zh"] {
            assert_eq!(SiteLanguage::of(code).map(|language| language.code), Some(code));
        }
        assert_eq!(DICTIONARIES.len(), 10);
    }

    #[test]
    fn ignores_the_region() {
        assert_eq!(SiteLanguage::of("de-AT").map(|language| language.code), Some("de"));
        assert_eq!(SiteLanguage::of("ZH_hant").map(|language| language.code), Some("zh"));
    }

    #[test]
    fn other_languages_are_unknown() {
        for tag in ["", "pt", "french", "../fr"] {
            assert_eq!(SiteLanguage::of(tag), None, "{tag}");
        }
    }
}
