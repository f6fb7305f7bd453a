//! `[db]`: the Postgres that the stack starts, or the external one that it uses.

use super::reader::{Kind, Section};
use super::values::{Number, Port, PostgresUrl, ReplicaUrl, Secret};
use serde::{Deserialize, Deserializer, de::Error as _};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The section.
#[derive(Debug, Clone)]
pub struct Db {
    pub port: Port,
    /// The major version to start; by default any supported one.
    pub major_version: Option<MajorVersion>,
    /// An external Postgres to use instead of starting one, or the pooler in front of it.
    url: Option<PostgresUrl>,
    /// Postgres itself, if `url` is a pooler in transaction mode.
    direct_url: Option<PostgresUrl>,
    /// Replicas of it that answer reads.
    pub read_urls: Vec<ReplicaUrl>,
    pub passwords: Passwords,
    pub settings: BTreeMap<String, Setting>,
    pub migrations: Migrations,
    pub seed: Seed,
    /// Secrets of a project's vault by name.
    pub vault: BTreeMap<String, Secret>,
}

impl Db {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Db {
        read_ignored(section);
        Db {
            port: section.value("port", Number(54322)),
            major_version: major_version(section),
            url: section.own_optional("url"),
            direct_url: direct_url(section),
            read_urls: section.own("read_urls", Vec::new()),
            passwords: section.section("passwords", Passwords::read),
            settings: section.map("settings"),
            migrations: section.section("migrations", Migrations::read),
            seed: section.section("seed", Seed::read),
            vault: section.map("vault"),
        }
    }
}

impl Db {
    /// The external Postgres itself.
    #[must_use]
    pub fn direct_url(&self) -> Option<&PostgresUrl> {
        self.direct_url.as_ref().or(self.url.as_ref())
    }

    /// The pooler in transaction mode in front of it.
    #[must_use]
    pub fn pooler_url(&self) -> Option<&PostgresUrl> {
        self.url.as_ref().filter(|_| self.direct_url.is_some())
    }
}

/// A major version of Postgres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MajorVersion {
    pub number: u32,
    /// Whether the stack must not start with another one. A Supabase project prefers the hosted version, and nearly
    /// always works with others.
    pub is_required: bool,
}

fn major_version(section: &mut Section<'_, '_>) -> Option<MajorVersion> {
    let is_required = !section.is_project();
    let number = if is_required {
        section.optional::<Number<15, 99>>("major_version").map(Number::get)
    } else {
        section.optional::<Number<12, 99>>("major_version").map(Number::get)
    };
    Some(MajorVersion { number: u32::try_from(number?).ok()?, is_required })
}

fn direct_url(section: &mut Section<'_, '_>) -> Option<PostgresUrl> {
    let direct_url = section.own_optional("direct_url");
    if direct_url.is_some() && !section.was_read("url") {
        section.reject("direct_url", "it is for a pooler at [db] url, which is missing");
    }
    direct_url
}

/// Keys of Supabase that the stack does not support.
fn read_ignored(section: &mut Section<'_, '_>) {
    section.ignore(&[
        ("shadow_port", Kind::Number(54320)),
        ("health_timeout", Kind::Text("2m")),
        ("root_key", Kind::Any),
    ]);
    if !section.value("orioledb_version", String::new()).is_empty() {
        section.reject("orioledb_version", "this stack does not have OrioleDB; remove the key");
    }
    section.reject_if_enabled(
        "pooler",
        &[
            ("port", Kind::Any),
            ("pool_mode", Kind::Any),
            ("default_pool_size", Kind::Any),
            ("max_client_conn", Kind::Any),
        ],
    );
    let networks = [("allowed_cidrs", Kind::Any), ("allowed_cidrs_v6", Kind::Any)];
    section.ignore_service("network_restrictions", false, &networks);
    section.ignore_service("ssl_enforcement", false, &[]);
}

/// Passwords of the login roles. `up` generates those that are absent.
#[derive(Debug, Clone, Default)]
pub struct Passwords {
    /// The superuser of the stack's own Postgres.
    pub postgres: Option<Secret>,
    pub authenticator: Option<Secret>,
    pub supabase_auth_admin: Option<Secret>,
    pub supabase_storage_admin: Option<Secret>,
    pub supabase_realtime_admin: Option<Secret>,
}

impl Passwords {
    fn read(section: &mut Section<'_, '_>) -> Passwords {
        Passwords {
            postgres: section.own_optional("postgres"),
            authenticator: section.own_optional("authenticator"),
            supabase_auth_admin: section.own_optional("supabase_auth_admin"),
            supabase_storage_admin: section.own_optional("supabase_storage_admin"),
            supabase_realtime_admin: section.own_optional("supabase_realtime_admin"),
        }
    }
}

/// `[db.migrations]`.
#[derive(Debug, Clone)]
pub struct Migrations {
    /// Whether `up` applies a project's `migrations` folder.
    pub enabled: bool,
}

impl Migrations {
    fn read(section: &mut Section<'_, '_>) -> Migrations {
        section.warn_outside_of_projects(&["enabled"]);
        section.ignore(&[("schema_paths", Kind::List(&[])), ("checks", Kind::Any)]);
        Migrations { enabled: section.value("enabled", true) }
    }
}

/// `[db.seed]`: the data of a new database.
#[derive(Debug, Clone)]
pub struct Seed {
    pub enabled: bool,
    /// Patterns of SQL files, absolute.
    pub sql_paths: Vec<PathBuf>,
    /// Whether `up` inserts the product's sample hotels.
    pub sample_hotels: bool,
}

impl Seed {
    fn read(section: &mut Section<'_, '_>) -> Seed {
        section.warn_outside_of_projects(&["sql_paths"]);
        Seed {
            enabled: section.value("enabled", true),
            sql_paths: section.paths("sql_paths", &["./seed.sql"]),
            sample_hotels: section.own("sample_hotels", false),
        }
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
