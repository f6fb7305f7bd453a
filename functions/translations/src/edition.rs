//! A dictionary overlaid with the editors' texts, as JSON and as gzip. It is cached until an editor changes a text.

use crate::dictionaries::SiteLanguage;
use crate::queries::EditedText;
use actix_web::http::header::EntityTag;
use actix_web::web::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value};
use service_kit::Error;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The response body of one language.
pub(crate) struct Edition {
    edited: Vec<EditedText>,
    /// Changes with every change of a text.
    pub(crate) tag: EntityTag,
    pub(crate) json: Bytes,
    pub(crate) gzip: Bytes,
}

/// The newest edition of each language.
#[derive(Default)]
pub(crate) struct Editions(Mutex<HashMap<&'static str, Arc<Edition>>>);

impl Editions {
    /// The edition of `language` with these texts of the editors.
    pub(crate) async fn of(
        &self,
        language: SiteLanguage,
        edited: Vec<EditedText>,
    ) -> Result<Arc<Edition>, Error> {
        let last = self.last().get(language.code).cloned();
        if let Some(last) = last.filter(|last| last.edited == edited) {
            return Ok(last);
        }
        // Takes tens of milliseconds, mostly for compression.
        let composed = tokio::task::spawn_blocking(move || Edition::compose(language, edited)).await;
        let composed = Arc::new(composed.map_err(Error::internal)??);
        self.last().insert(language.code, composed.clone());
        Ok(composed)
    }

    fn last(&self) -> MutexGuard<'_, HashMap<&'static str, Arc<Edition>>> {
        // Safe after a panic: an insertion is complete or did not happen.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Edition {
    fn compose(language: SiteLanguage, edited: Vec<EditedText>) -> Result<Edition, Error> {
        let json = if edited.is_empty() {
            language.dictionary.to_owned()
        } else {
            let mut texts = serde_json::from_str(language.dictionary).map_err(Error::internal)?;
            for EditedText { key, value } in &edited {
                put(&mut texts, key, value);
            }
            Value::Object(texts).to_string()
        };
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(json.as_bytes()).map_err(Error::internal)?;
        let gzip = encoder.finish().map_err(Error::internal)?;
        let mut hasher = DefaultHasher::new();
        json.hash(&mut hasher);
        // Weak, because the plain and the compressed body share it.
        let tag = EntityTag::new_weak(format!("{:016x}", hasher.finish()));
        Ok(Edition { edited, tag, json: json.into(), gzip: gzip.into() })
    }
}

/// Sets the text at `namespace.key.key`. A path that goes through a text, or ends at an object, is no key of the site
/// and changes nothing.
fn put(texts: &mut Map<String, Value>, path: &str, text: &str) {
    match path.split_once('.') {
        Some((group, rest)) => {
            let group = texts.entry(group).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(group) = group {
                put(group, rest, text);
            }
        }
        None if texts.get(path).is_some_and(Value::is_object) => {}
        None => {
            texts.insert(path.to_owned(), text.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn with(path: &str) -> Value {
        let Value::Object(mut texts) = json!({ "home": { "hero": { "title": "Corse" }, "end": "Fin" } })
        else {
            unreachable!()
        };
        put(&mut texts, path, "nouveau");
        Value::Object(texts)
    }

    #[test]
    fn replaces_the_text_of_a_key() {
        assert_eq!(
            with("home.hero.title"),
            json!({ "home": { "hero": { "title": "nouveau" }, "end": "Fin" } })
        );
    }

    #[test]
    fn adds_a_key_that_the_dictionary_lacks() {
        assert_eq!(with("home.hero.text")["home"]["hero"]["text"], "nouveau");
        assert_eq!(with("other.text")["other"]["text"], "nouveau");
    }

    #[test]
    fn a_path_that_is_no_key_changes_nothing() {
        let unchanged = json!({ "home": { "hero": { "title": "Corse" }, "end": "Fin" } });
        for path in ["home", "home.hero", "home.end.more"] {
            assert_eq!(with(path), unchanged, "{path}");
        }
    }
}
