//! One value: written in the file, or the text of an environment variable, which converts to the type of the key.

use serde::de::DeserializeOwned;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

/// A value before it has its type.
pub enum Leaf<'d> {
    Written(Spanned<DeValue<'d>>),
    Variable(String),
}

/// Why a value does not have the type of its key.
pub struct LeafError {
    /// The place within the value.
    pub span: Option<Range<usize>>,
    pub message: String,
}

/// The name in a text that is `env(NAME)` as a whole.
pub fn variable_name(text: &str) -> Option<&str> {
    let name = text.strip_prefix("env(")?.strip_suffix(')')?;
    (!name.is_empty() && !name.contains(['(', ')'])).then_some(name)
}

impl Leaf<'_> {
    /// Whether this is an empty text, which stands for an absent value in Supabase's files.
    pub fn is_empty_text(&self) -> bool {
        match self {
            Leaf::Written(value) => value.get_ref().as_str() == Some(""),
            Leaf::Variable(text) => text.is_empty(),
        }
    }

    /// Whether this is a text that dotenvx has encrypted.
    pub fn is_encrypted(&self) -> bool {
        let text = match self {
            Leaf::Written(value) => value.get_ref().as_str(),
            Leaf::Variable(text) => Some(text.as_str()),
        };
        text.is_some_and(|text| text.starts_with("encrypted:"))
    }

    /// The value with its type.
    pub fn parse<T: DeserializeOwned>(self) -> Result<T, LeafError> {
        match self {
            Leaf::Written(value) => T::deserialize(ValueDeserializer::from(value))
                .map_err(|error| LeafError { span: error.span(), message: expectation(error.message()) }),
            Leaf::Variable(text) => parse_variable(&text),
        }
    }
}

/// Reads the text as a text, a number, a boolean or a list separated by commas: the first of these that is valid for the
/// key.
fn parse_variable<T: DeserializeOwned>(text: &str) -> Result<T, LeafError> {
    let as_text = T::deserialize(toml::Value::String(text.to_owned()));
    let error = match as_text {
        Ok(value) => return Ok(value),
        Err(error) => LeafError { span: None, message: expectation(error.message()) },
    };
    let number = text.parse().map(toml::Value::Integer).ok();
    let fraction = text.parse().map(toml::Value::Float).ok();
    let flag = match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "1" => Some(toml::Value::Boolean(true)),
        "false" | "f" | "0" => Some(toml::Value::Boolean(false)),
        _ => None,
    };
    let items = text.split(',').map(|item| toml::Value::String(item.trim().to_owned()));
    let list = Some(toml::Value::Array(items.collect()));
    let candidates = [number, fraction, flag, list].into_iter().flatten();
    candidates.into_iter().find_map(|candidate| T::deserialize(candidate).ok()).ok_or(error)
}

/// The part of serde's message that says what was expected. The part before it may repeat the value, which may be a
/// secret.
pub fn expectation(message: &str) -> String {
    let Some((_, expected)) = message.split_once("expected ") else { return message.to_owned() };
    let expected = match expected.trim() {
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a string" => "a text",
        "a map" => "a table",
        other => other,
    };
    format!("expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::values::{FileSize, Port, Secret};

    fn variable<T: DeserializeOwned>(text: &str) -> Result<T, String> {
        Leaf::Variable(text.to_owned()).parse().map_err(|error: LeafError| error.message)
    }

    #[test]
    fn a_variable_converts_to_the_type_of_its_key() {
        assert_eq!(variable::<Port>("5432").map(u16::from), Ok(5432));
        assert_eq!(variable::<bool>("true"), Ok(true));
        assert_eq!(variable::<bool>("0"), Ok(false));
        assert_eq!(variable::<String>("5432"), Ok("5432".to_owned()));
        assert_eq!(variable::<FileSize>("5MiB").map(|size| size.0), Ok(5 << 20));
        assert_eq!(variable::<Vec<String>>("a, b"), Ok(vec!["a".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn an_error_says_what_was_expected_and_not_what_was_there() {
        assert_eq!(variable::<Port>("hunter2"), Err("expected a whole number from 0 to 65535".to_owned()));
        assert_eq!(variable::<bool>("hunter2"), Err("expected true or false".to_owned()));
        assert_eq!(variable::<Secret>(""), Err("expected a text that is not empty".to_owned()));
    }

    #[test]
    fn only_a_whole_text_is_a_reference() {
        assert_eq!(variable_name("env(NAME)"), Some("NAME"));
        for text in ["env()", "env(NAME", "an env(NAME)", "env(NAME) ", "NAME"] {
            assert_eq!(variable_name(text), None, "{text}");
        }
    }
}
