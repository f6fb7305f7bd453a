//! The process's configuration: a snapshot of its environment variables, with typed access.
//!
//! An error names the variable and the expected form, never the value, because many values are secrets.

use std::collections::BTreeMap;
use std::str::FromStr;

/// Variables, each with another name under which it may be set.
pub type Aliases = &'static [(&'static str, &'static str)];

/// Environment variables, those of `docs/processes.md` among them.
#[derive(Clone)]
pub struct Environment(BTreeMap<String, String>);

/// Why the environment cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// A required variable is missing or empty.
    #[error("the environment variable {0} is missing")]
    Missing(&'static str),
    /// The value does not have the expected form.
    #[error("the environment variable {name} must be {expected}")]
    Invalid {
        /// The variable.
        name: &'static str,
        /// The expected form; completes 'must be …'.
        expected: &'static str,
    },
    /// The value has the expected form, but cannot be used.
    #[error("the environment variable {name} cannot be used: {cause}")]
    Unusable {
        /// The variable.
        name: &'static str,
        /// The reason, without a part of the value.
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Environment {
    /// The variables of this process.
    pub fn of_process() -> Environment {
        // No variable that services read is outside Unicode.
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        Environment(variables.collect())
    }

    /// Exactly these variables.
    pub fn from_pairs<K: Into<String>, V: Into<String>>(
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Environment {
        Environment(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// These variables and others, which replace those of the same name.
    #[must_use]
    pub fn with(&self, others: impl IntoIterator<Item = (String, String)>) -> Environment {
        let mut variables = self.0.clone();
        variables.extend(others);
        Environment(variables)
    }

    /// The variables, each with its value.
    pub fn into_pairs(self) -> impl Iterator<Item = (String, String)> {
        self.0.into_iter()
    }

    /// These variables, and those that are missing under their other names.
    #[must_use]
    pub fn with_aliases(mut self, aliases: Aliases) -> Environment {
        for (name, other) in aliases {
            if let (None, Some(value)) = (self.optional(name), self.optional(other).map(str::to_owned)) {
                self.0.insert((*name).to_owned(), value);
            }
        }
        self
    }

    /// The value of a variable. An empty one counts as missing.
    pub fn optional(&self, name: &'static str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The variables whose names begin with `prefix`, without it. An empty value counts as missing.
    pub fn with_prefix(&self, prefix: &'static str) -> impl Iterator<Item = (&str, &str)> {
        let named = self.0.iter().filter_map(move |(name, value)| Some((name.strip_prefix(prefix)?, value)));
        named.map(|(name, value)| (name, value.as_str())).filter(|(_, value)| !value.is_empty())
    }

    /// The value of a required variable.
    ///
    /// # Errors
    /// [`EnvironmentError::Missing`].
    pub fn required(&self, name: &'static str) -> Result<&str, EnvironmentError> {
        self.optional(name).ok_or(EnvironmentError::Missing(name))
    }

    /// A variable parsed as a `T`, e.g. a number, if it is set. `expected` completes 'must be …' in the error.
    ///
    /// # Errors
    /// [`EnvironmentError::Invalid`].
    pub fn parsed<T: FromStr>(
        &self,
        name: &'static str,
        expected: &'static str,
    ) -> Result<Option<T>, EnvironmentError> {
        self.optional(name)
            .map(|value| value.parse().map_err(|_| EnvironmentError::Invalid { name, expected }))
            .transpose()
    }

    /// A flag, in the forms that Go's `strconv.ParseBool` reads: `true`, `True`, `TRUE`, `t`, `T` and `1`, and the same
    /// of `false`. False when missing.
    ///
    /// # Errors
    /// [`EnvironmentError::Invalid`] for any other value.
    pub fn flag(&self, name: &'static str) -> Result<bool, EnvironmentError> {
        self.flag_or(name, false)
    }

    /// As [`Environment::flag`], with another value when missing.
    ///
    /// # Errors
    /// [`EnvironmentError::Invalid`] for any other value.
    pub fn flag_or(&self, name: &'static str, default: bool) -> Result<bool, EnvironmentError> {
        let Some(text) = self.optional(name) else { return Ok(default) };
        parse_flag(text).ok_or(EnvironmentError::Invalid { name, expected: "true or false" })
    }
}

/// A flag in one of the forms of [`Environment::flag`].
pub fn parse_flag(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "True" | "TRUE" => Some(true),
        "0" | "f" | "F" | "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_variable_is_named() {
        let error = Environment::from_pairs([("PORT", "")]).required("PORT").unwrap_err();
        assert_eq!(error.to_string(), "the environment variable PORT is missing");
    }

    #[test]
    fn an_invalid_variable_is_named_without_its_value() {
        let environment = Environment::from_pairs([("GOTRUE_JWT_EXP", "hunter2")]);
        let error = environment.parsed::<u64>("GOTRUE_JWT_EXP", "a number of seconds").unwrap_err();
        assert_eq!(error.to_string(), "the environment variable GOTRUE_JWT_EXP must be a number of seconds");
    }

    #[test]
    fn a_flag_has_the_forms_of_go() {
        let flag = |value: &str| {
            Environment::from_pairs([("GOTRUE_DISABLE_SIGNUP", value)]).flag("GOTRUE_DISABLE_SIGNUP")
        };
        for value in ["1", "t", "T", "true", "True", "TRUE"] {
            assert!(flag(value).unwrap(), "{value}");
        }
        for value in ["0", "f", "F", "false", "False", "FALSE", ""] {
            assert!(!flag(value).unwrap(), "{value}");
        }
        for value in ["yes", "tRUE", "on", "2"] {
            assert!(flag(value).is_err(), "{value}");
        }
    }
}
