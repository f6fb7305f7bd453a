//! Parses the values of settings. An empty text stands for the default, or for no value.

use std::str::FromStr;
use std::time::Duration;

use super::bad_setting::BadSetting;

/// A comma-separated list without empty items.
pub(super) fn list(value: &str) -> Vec<String> {
    value.split(',').map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}

/// A list with at least one item.
pub(super) fn non_empty(name: &str, value: &str, default: Vec<String>) -> Result<Vec<String>, BadSetting> {
    match list(value) {
        _ if value.is_empty() => Ok(default),
        list if list.is_empty() => Err(bad(name, value)),
        list => Ok(list),
    }
}

/// Rejects the schemas of Postgres itself.
pub(super) fn schemas(name: &str, value: &str, default: Vec<String>) -> Result<Vec<String>, BadSetting> {
    let schemas = non_empty(name, value, default)?;
    match schemas.iter().find(|schema| matches!(schema.as_str(), "pg_catalog" | "information_schema")) {
        Some(schema) => Err(bad(name, schema)),
        None => Ok(schemas),
    }
}

/// One of the names of `T`.
pub(super) fn choice<T: FromStr<Err = BadSetting>>(value: &str, default: T) -> Result<T, BadSetting> {
    if value.is_empty() { Ok(default) } else { value.parse() }
}

/// `None` for an empty text.
pub(super) fn optional<T: FromStr>(name: &str, value: &str) -> Result<Option<T>, BadSetting> {
    if value.is_empty() { Ok(None) } else { value.parse().map(Some).map_err(|_| bad(name, value)) }
}

/// Seconds such as `0.2`. `None` for an empty text.
pub(super) fn fraction_of_seconds(name: &str, value: &str) -> Result<Option<Duration>, BadSetting> {
    let seconds = optional(name, value)?.map(Duration::try_from_secs_f64);
    seconds.transpose().map_err(|_| bad(name, value))
}

/// A text for which `is_valid` holds.
pub(super) fn optional_if(
    name: &str,
    value: &str,
    is_valid: fn(&str) -> bool,
) -> Result<Option<String>, BadSetting> {
    match value {
        "" => Ok(None),
        _ if is_valid(value) => Ok(Some(value.to_owned())),
        _ => Err(bad(name, value)),
    }
}

/// A boolean, in the spellings that Postgres accepts.
pub(super) fn flag(name: &str, value: &str, default: bool) -> Result<bool, BadSetting> {
    if value.is_empty() { Ok(default) } else { parse_flag(value).ok_or_else(|| bad(name, value)) }
}

fn parse_flag(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

fn bad(name: &str, value: &str) -> BadSetting {
    BadSetting { setting: name.to_owned(), value: value.to_owned() }
}
