//! `[functions.NAME]` and `[edge_runtime]`: the functions, their settings and their environment.

use super::values::{Number, Secret, text};
use crate::function_host::ServiceName;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// `[functions.NAME]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Function {
    pub enabled: bool,
    /// Whether the gateway verifies the token of every request.
    pub verify_jwt: bool,
    /// The function's binary; by default the one of its name in this executable's folder.
    pub entrypoint: Option<PathBuf>,
    pub rate_limit: Option<RateLimit>,
    /// Lets an administrators' function be called with only the public key, for a client that cannot log in.
    pub open_to_public_key: bool,
}

impl Default for Function {
    fn default() -> Function {
        Function {
            enabled: true,
            verify_jwt: true,
            entrypoint: None,
            rate_limit: None,
            open_to_public_key: false,
        }
    }
}

/// `requests` per client address in `interval` seconds.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimit {
    pub requests: Number<1, 1_000_000_000>,
    pub interval: Number<1, 86_400>,
}

/// A function's name, ordered alphabetically.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(pub ServiceName);

impl Ord for Name {
    fn cmp(&self, other: &Name) -> Ordering {
        self.0.as_str().cmp(other.0.as_str())
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(Name).map_err(D::Error::custom)
    }
}

/// `[edge_runtime]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EdgeRuntime {
    /// Environment variables of every function.
    pub secrets: BTreeMap<VariableName, Secret>,
}

/// The name of an environment variable that is not reserved.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct VariableName(pub String);

impl<'de> Deserialize<'de> for VariableName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a variable's name: capitals, digits and `_`, not beginning with SUPABASE_";
        text(deserializer, expected, |name| {
            let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
            let fits = name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(plain);
            (fits && !name.starts_with("SUPABASE_")).then(|| VariableName(name.to_owned()))
        })
    }
}
