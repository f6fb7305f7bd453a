//! The process's configuration: a snapshot of its environment variables, read by type.
//!
//! Rejects a variable that is missing or that does not parse, by its name and what was expected. Values are never
//! part of an error, since many of them are secrets.

use std::collections::BTreeMap;
use std::str::FromStr;

/// The variables of `docs/processes.md`, as this process got them.
#[derive(Clone)]
pub struct Environment(BTreeMap<String, String>);

/// Why a process cannot start with the environment it got.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// A variable that this process cannot do without.
    #[error("the environment variable {0} is missing")]
    Missing(&'static str),
    /// A variable whose value means nothing here.
    #[error("the environment variable {name} must be {expected}")]
    Invalid {
        /// The variable.
        name: &'static str,
        /// What its value should have been.
        expected: &'static str,
    },
    /// A variable whose value cannot be used for a reason that the value alone does not show.
    #[error("the environment variable {name} cannot be used: {cause}")]
    Unusable {
        /// The variable.
        name: &'static str,
        /// Why not, without a part of the value.
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Environment {
    /// The variables of this process.
    pub fn of_process() -> Environment {
        // A variable that is not Unicode is none of ours.
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        Environment(variables.collect())
    }

    /// The given variables alone.
    pub fn from_pairs<K: Into<String>, V: Into<String>>(
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Environment {
        Environment(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// The value of a variable; an empty one counts as absent.
    pub fn optional(&self, name: &'static str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The value of a variable that must be there.
    pub fn required(&self, name: &'static str) -> Result<&str, EnvironmentError> {
        self.optional(name).ok_or(EnvironmentError::Missing(name))
    }

    /// A variable as a `T`, e.g. a number; `expected` completes 'must be …'.
    pub fn parsed<T: FromStr>(
        &self,
        name: &'static str,
        expected: &'static str,
    ) -> Result<Option<T>, EnvironmentError> {
        self.optional(name)
            .map(|value| value.parse().map_err(|_| EnvironmentError::Invalid { name, expected }))
            .transpose()
    }

    /// `true` or `false`; false when absent.
    pub fn flag(&self, name: &'static str) -> Result<bool, EnvironmentError> {
        Ok(self.parsed(name, "true or false")?.unwrap_or(false))
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
}
