//! `[postgrest]`: what the REST engine does beyond `[api]`, by PostgREST's own names with `_` for `-`. Rejects a name that
//! is no setting, one that another section has, and a value that its setting cannot have.

use rest_engine::Config as EngineConfig;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// Settings that have their place elsewhere in the file.
const ELSEWHERE: [(&str, &str); 8] = [
    ("db_uri", "[db] url"),
    ("db_schemas", "[api] schemas"),
    ("db_extra_search_path", "[api] extra_search_path"),
    ("db_max_rows", "[api] max_rows"),
    ("db_pool", "[api] db_pool"),
    ("jwt_secret", "[auth] jwt_secret"),
    ("jwt_secret_is_base64", "[auth] jwt_secret"),
    ("server_cors_allowed_origins", "a setting of the REST API alone, without a configuration"),
];

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Postgrest {
    settings: BTreeMap<String, Spanned<Value>>,
}

/// A value as PostgREST reads it from a text; a list is one with commas, a table holds app settings.
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
        enum Written {
            Text(String),
            Number(i64),
            Fraction(f64),
            Flag(bool),
            List(Vec<String>),
            Table(BTreeMap<String, String>),
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::Text(text) => Value::Text(text),
            Written::Number(number) => Value::Text(number.to_string()),
            Written::Fraction(number) => Value::Text(number.to_string()),
            Written::Flag(flag) => Value::Text(flag.to_string()),
            Written::List(items) => Value::Text(items.join(",")),
            Written::Table(table) => Value::AppSettings(table),
        })
    }
}

impl Postgrest {
    /// Names and values as the engine takes them.
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

    /// Whether each is a setting of this section with a value that it can have.
    pub(super) fn check(&self) -> Result<(), (Range<usize>, String)> {
        for (name, value) in &self.settings {
            let refuse = |message: String| Err((value.span(), message));
            if let Some((_, place)) = ELSEWHERE.iter().find(|(other, _)| other == name) {
                return refuse(format!("{name} is {place}"));
            }
            let pairs = match (name.as_str(), value.get_ref()) {
                ("app_settings", Value::AppSettings(_)) => continue,
                (_, Value::Text(text)) => [(name.clone(), text.clone())],
                (_, Value::AppSettings(_)) => return refuse(format!("{name} is no table")),
            };
            if let Err(error) = EngineConfig::new("").with_settings(&pairs) {
                return refuse(error.to_string());
            }
        }
        Ok(())
    }
}
