//! Sentences by key in the ten languages, from a JSON file that is compiled into the program.

use crate::language::{CODES, Language};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::OnceLock;

type Translations = BTreeMap<String, String>;

/// A dictionary over JSON of the form `{"key": {"fr": "…", "en": "…", …}, …}`.
///
/// `{name}` in a sentence is a placeholder. The label of a form field has the key `field.NAME`. [`sentences!`] declares the
/// dictionary of a crate.
///
/// [`sentences!`]: crate::sentences
pub struct Dictionary {
    json: &'static str,
    parsed: OnceLock<BTreeMap<String, Translations>>,
}

/// Declares the dictionary over `sentences.json` beside the calling file, with the test that no translation is missing.
#[macro_export]
macro_rules! sentences {
    ($(#[$documentation:meta])* $visibility:vis static $name:ident) => {
        $(#[$documentation])*
        $visibility static $name: $crate::Dictionary = $crate::Dictionary::new(include_str!("sentences.json"));

        #[cfg(test)]
        mod sentences {
            #[test]
            fn every_sentence_is_complete() {
                assert_eq!(super::$name.defects(), Vec::<String>::new());
            }
        }
    };
}

impl Dictionary {
    /// A dictionary over `json`, which is parsed on first use.
    pub const fn new(json: &'static str) -> Dictionary {
        Dictionary { json, parsed: OnceLock::new() }
    }

    /// The sentence under `key`, each placeholder replaced by its value. The key itself when there is no such sentence.
    pub fn sentence(&self, key: &str, language: Language, values: &[(&str, &dyn Display)]) -> String {
        let sentence = self.text(key, language).unwrap_or(key).to_owned();
        values.iter().fold(sentence, |sentence, (name, value)| {
            sentence.replace(&format!("{{{name}}}"), &value.to_string())
        })
    }

    /// What the site calls the form field `name`; `name` itself when it has no label.
    pub fn field_label<'a>(&'a self, name: &'a str, language: Language) -> &'a str {
        self.text(&format!("field.{name}"), language).unwrap_or(name)
    }

    /// For a crate's tests: every key that lacks one of the ten languages or has a further one, that is blank in one of
    /// them, or whose placeholders differ between them. Each entry is one line.
    pub fn defects(&self) -> Vec<String> {
        if self.parsed().is_empty() {
            return vec!["the file is empty or not JSON of the expected form".to_owned()];
        }
        let keys = self.parsed().iter();
        keys.flat_map(|(key, translations)| {
            translation_defects(translations).into_iter().map(move |defect| format!("{key}: {defect}"))
        })
        .collect()
    }

    fn text(&self, key: &str, language: Language) -> Option<&str> {
        self.parsed().get(key)?.get(language.code()).map(String::as_str)
    }

    /// An unreadable file counts as empty here; `defects` reports it in the tests.
    fn parsed(&self) -> &BTreeMap<String, Translations> {
        self.parsed.get_or_init(|| serde_json::from_str(self.json).unwrap_or_default())
    }
}

fn translation_defects(translations: &Translations) -> Vec<String> {
    let mut defects = Vec::new();
    let expected = translations.get(CODES[0]).map(|sentence| placeholders(sentence)).unwrap_or_default();
    for code in CODES {
        match translations.get(code) {
            None => defects.push(format!("{code} is missing")),
            Some(sentence) if sentence.trim().is_empty() => defects.push(format!("{code} is blank")),
            Some(sentence) if placeholders(sentence) != expected => {
                defects.push(format!("{code} has other placeholders"));
            }
            Some(_) => {}
        }
    }
    let unknown = translations.keys().filter(|code| !CODES.contains(&code.as_str()));
    defects.extend(unknown.map(|code| format!("{code} is none of the languages")));
    defects
}

fn placeholders(sentence: &str) -> BTreeSet<&str> {
    sentence.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPLETE: &str = r#""fr": "{n} ans", "en": "{n} years", "de": "{n} Jahre", "it": "{n} anni", "es": "{n} años",
        "da": "{n} år", "sv": "{n} år", "ja": "{n}年", "ko": "{n}년", "zh": "{n}年""#;

    fn dictionary(json: String) -> Dictionary {
        Dictionary::new(json.leak())
    }

    #[test]
    fn placeholders_are_replaced_by_their_values() {
        let dictionary = dictionary(format!(r#"{{"age": {{{COMPLETE}}}}}"#));
        let german = Language::from_code("de").unwrap();
        assert_eq!(dictionary.sentence("age", german, &[("n", &7)]), "7 Jahre");
        assert_eq!(dictionary.sentence("height", german, &[]), "height");
        assert_eq!(dictionary.field_label("shoeSize", german), "shoeSize");
        assert_eq!(dictionary.defects(), Vec::<String>::new());
    }

    #[test]
    fn a_missing_blank_unknown_or_different_translation_is_a_defect() {
        let defects = |changed: String| dictionary(format!(r#"{{"age": {{{changed}}}}}"#)).defects();
        assert_eq!(defects(COMPLETE.replace(r#""en": "{n} years", "#, "")), ["age: en is missing"]);
        assert_eq!(defects(COMPLETE.replace("{n} Jahre", " ")), ["age: de is blank"]);
        assert_eq!(defects(COMPLETE.replace("{n} anni", "{m} anni")), ["age: it has other placeholders"]);
        assert_eq!(
            defects(format!(r#"{COMPLETE}, "pt": "{{n}} anos""#)),
            ["age: pt is none of the languages"]
        );
        assert_eq!(dictionary("{".to_owned()).defects().len(), 1);
    }
}
