//! `[postgrest]`: settings of the REST engine beyond `[api]`, by PostgREST's names with `_` for `-`. Rejects unknown
//! settings, settings that belong to another section, and invalid values.

use rest_engine::Config as EngineConfig;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// Settings that belong to another section, and where.
const IN_OTHER_SECTIONS: [(&str, &str); 8] = [
    ("db_uri", "[db] url"),
    ("db_schemas", "[api] schemas"),
    ("db_extra_search_path", "[api] extra_search_path"),
    ("db_max_rows", "[api] max_rows"),
    ("db_pool", "[api] db_pool"),
    ("jwt_secret", "[auth] jwt_secret"),
    ("jwt_secret_is_base64", "[auth] jwt_secret"),
    ("server_cors_allowed_origins", "a setting of the REST API alone, without a configuration"),
];

/// The section.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Postgrest {
    settings: BTreeMap<String, Spanned<Value>>,
}

/// A value in PostgREST's text format, in which a list is separated by commas. A table contains app settings.
#[derive(Debug, Clone)]
enum Value {
    Text(String),
    AppSettings(BTreeMap<String, String>),
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "expected a text, a number, true or false, a list of texts, or a table of texts"
        )]
        enum TomlValue {
            Text(String),
            Number(i64),
            Fraction(f64),
            Flag(bool),
            List(Vec<String>),
            Table(BTreeMap<String, String>),
        }
        Ok(match TomlValue::deserialize(deserializer)? {
            TomlValue::Text(text) => Value::Text(text),
            TomlValue::Number(number) => Value::Text(number.to_string()),
            TomlValue::Fraction(number) => Value::Text(number.to_string()),
            TomlValue::Flag(flag) => Value::Text(flag.to_string()),
            TomlValue::List(items) => Value::Text(items.join(",")),
            TomlValue::Table(table) => Value::AppSettings(table),
        })
    }
}

impl Postgrest {
    /// Names and values in the engine's format.
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        let pairs = self.settings.iter().flat_map(|(name, value)| match value.get_ref() {
            Value::Text(text) => vec![(name.clone(), text.clone())],
            Value::AppSettings(table) => {
                table.iter().map(|(app, value)| (format!("app.settings.{app}"), value.clone())).collect()
            }
        });
        pairs.collect()
    }

    /// Checks that every name is a setting of this section, and every value is valid.
    pub(super) fn check(&self) -> Result<(), (Range<usize>, String)> {
        for (name, value) in &self.settings {
            let reject = |message: String| Err((value.span(), message));
            if let Some((_, place)) = IN_OTHER_SECTIONS.iter().find(|(other, _)| other == name) {
                return reject(format!("{name} is {place}"));
            }
            let pairs = match (name.as_str(), value.get_ref()) {
                ("app_settings", Value::AppSettings(_)) => continue,
                (_, Value::Text(text)) => [(name.clone(), text.clone())],
                (_, Value::AppSettings(_)) => return reject(format!("{name} is no table")),
            };
            if let Err(error) = EngineConfig::new("").with_settings(&pairs) {
                return reject(error.to_string());
            }
        }
        Ok(())
    }
}
