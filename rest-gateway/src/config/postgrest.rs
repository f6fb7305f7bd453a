//! `[postgrest]`: settings of the REST engine beyond `[api]`, by PostgREST's names with `_` for `-`. Rejects unknown
//! settings, settings that belong to another section, and invalid values.

use super::reader::Section;
use rest_engine::Config as EngineConfig;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// Settings that belong to another section, and where.
const IN_OTHER_SECTIONS: [(&str, &str); 10] = [
    ("db_uri", "[db] url"),
    ("db_direct_uri", "[db] direct_url"),
    ("db_read_uris", "[db] read_urls"),
    ("db_schemas", "[api] schemas"),
    ("db_extra_search_path", "[api] extra_search_path"),
    ("db_max_rows", "[api] max_rows"),
    ("db_pool", "[api] db_pool"),
    ("jwt_secret", "[auth] jwt_secret"),
    ("jwt_secret_is_base64", "[auth] jwt_secret"),
    ("server_cors_allowed_origins", "a setting of the REST API alone, without a configuration"),
];

/// The section.
#[derive(Debug, Clone, Default)]
pub struct Postgrest {
    settings: BTreeMap<String, Value>,
    app_settings: BTreeMap<String, String>,
}

/// A value in PostgREST's text format, in which a list is separated by commas.
#[derive(Debug, Clone)]
struct Value(String);

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a text, a number, true or false, or a list of texts")]
        enum TomlValue {
            Text(String),
            Number(i64),
            Fraction(f64),
            Flag(bool),
            List(Vec<String>),
        }
        Ok(Value(match TomlValue::deserialize(deserializer)? {
            TomlValue::Text(text) => text,
            TomlValue::Number(number) => number.to_string(),
            TomlValue::Fraction(number) => number.to_string(),
            TomlValue::Flag(flag) => flag.to_string(),
            TomlValue::List(items) => items.join(","),
        }))
    }
}

impl Postgrest {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Postgrest {
        let app_settings = section.map("app_settings");
        let settings: BTreeMap<String, Value> = section.remaining();
        for (name, Value(value)) in &settings {
            if let Some((_, place)) = IN_OTHER_SECTIONS.iter().find(|(other, _)| other == name) {
                section.reject(name, &format!("it is {place}"));
            } else if let Err(error) = EngineConfig::new("").with_settings(&[(name.clone(), value.clone())]) {
                section.reject(name, &error.to_string());
            }
        }
        Postgrest { settings, app_settings }
    }

    /// Names and values in the engine's format.
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        let settings = self.settings.iter().map(|(name, value)| (name.clone(), value.0.clone()));
        let app = self.app_settings.iter();
        settings.chain(app.map(|(name, value)| (format!("app.settings.{name}"), value.clone()))).collect()
    }
}
