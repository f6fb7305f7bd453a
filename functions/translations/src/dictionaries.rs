//! The dictionaries that the site ships, as they were when this program was built.

/// By language code, each a JSON object of namespaces.
const DICTIONARIES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/dictionaries.rs"));

/// A language of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Language {
    /// Its code, of two letters.
    pub(crate) code: &'static str,
    /// Its dictionary: `{namespace: {key: text or further keys}}`.
    pub(crate) dictionary: &'static str,
}

impl Language {
    /// The language of a code such as `de`, or of a tag that begins with it, such as `de-AT`.
    pub(crate) fn of(tag: &str) -> Option<Language> {
        let code = tag.split(['-', '_']).next().unwrap_or_default();
        let found = DICTIONARIES.iter().find(|(language, _)| language.eq_ignore_ascii_case(code));
        found.map(|&(code, dictionary)| Language { code, dictionary })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ten_languages_are_there() {
        for code in ["da", "de", "en", "es", "fr", "it", "ja", "ko", "sv", "zh"] {
            assert_eq!(Language::of(code).map(|language| language.code), Some(code));
        }
        assert_eq!(DICTIONARIES.len(), 10);
    }

    #[test]
    fn a_region_is_passed_over() {
        assert_eq!(Language::of("de-AT").map(|language| language.code), Some("de"));
        assert_eq!(Language::of("ZH_hant").map(|language| language.code), Some("zh"));
    }

    #[test]
    fn other_languages_are_unknown() {
        for tag in ["", "pt", "french", "../fr"] {
            assert_eq!(Language::of(tag), None, "{tag}");
        }
    }
}
