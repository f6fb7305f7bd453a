//! `[db]`: the Postgres that the stack starts, or the external one that it uses.

use super::values::{Number, Port, PostgresUrl, Secret};
use serde::{Deserialize, Deserializer, de::Error as _};
use std::collections::BTreeMap;

/// The section.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Db {
    pub port: Port,
    /// The major version to start; by default any supported one.
    pub major_version: Option<Number<15, 99>>,
    /// An external Postgres to use instead of starting one.
    pub url: Option<PostgresUrl>,
    pub passwords: Passwords,
    pub settings: BTreeMap<String, Setting>,
    pub seed: Seed,
}

impl Default for Db {
    fn default() -> Db {
        Db {
            port: Number(54322),
            major_version: None,
            url: None,
            passwords: Passwords::default(),
            settings: BTreeMap::new(),
            seed: Seed::default(),
        }
    }
}

/// Passwords of the login roles. `up` generates those that are absent.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Passwords {
    /// The superuser of the stack's own Postgres.
    pub postgres: Option<Secret>,
    pub authenticator: Option<Secret>,
    pub supabase_auth_admin: Option<Secret>,
    pub supabase_storage_admin: Option<Secret>,
}

/// `[db.seed]`: whether `up` inserts sample data.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Seed {
    pub enabled: bool,
}

impl Default for Seed {
    fn default() -> Seed {
        Seed { enabled: true }
    }
}

/// The value of a `postgresql.conf` setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting(pub String);

impl<'de> Deserialize<'de> for Setting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match toml::Value::deserialize(deserializer)? {
            toml::Value::String(text) => Ok(Setting(text)),
            toml::Value::Integer(number) => Ok(Setting(number.to_string())),
            toml::Value::Float(number) => Ok(Setting(number.to_string())),
            toml::Value::Boolean(flag) => Ok(Setting(if flag { "on" } else { "off" }.into())),
            _ => Err(D::Error::custom("expected a text, a number, true or false")),
        }
    }
}
