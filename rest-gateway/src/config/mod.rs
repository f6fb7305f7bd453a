//! `supabase-compat.toml`: read, its `env(NAME)` replaced, and turned into types that hold only what is possible.
//! Rejects an unknown key, a wrong type and an impossible value, by file and line and with what was expected there.

mod api;
mod auth;
mod db;
mod environment;
mod error;
mod functions;
mod postgrest;
mod storage;
mod values;

use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use toml::de::DeTable;

pub use api::Api;
pub use auth::{Auth, AuthRateLimit};
pub use db::{Db, Passwords, Seed, Setting};
pub use error::ConfigError;
pub use functions::{EdgeRuntime, Function, Name, RateLimit, VariableName};
pub use postgrest::Postgrest;
pub use storage::{Bucket, BucketName, S3, Storage};
pub use values::{FileSize, HttpUrl, Networks, Number, PostgresUrl, Secret};

/// The whole file; every section may be left out.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The file itself.
    #[serde(skip)]
    pub path: PathBuf,
    /// Where paths in the file start from: its folder.
    #[serde(skip)]
    pub folder: PathBuf,
    pub api: Api,
    pub postgrest: Postgrest,
    pub db: Db,
    pub storage: Storage,
    pub auth: Auth,
    pub functions: BTreeMap<Name, Function>,
    pub edge_runtime: EdgeRuntime,
    pub admin: Admin,
    pub site: Site,
}

/// The administrator's account.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Admin {
    pub username: String,
    pub password: Option<Secret>,
}

impl Default for Admin {
    fn default() -> Admin {
        Admin { username: "admin".into(), password: None }
    }
}

/// The built page.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Site {
    pub dist: Option<PathBuf>,
}

impl Config {
    /// Reads a file with the variables of this process.
    pub fn load(path: &Path) -> Result<Config, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|cause| match cause.kind() {
            ErrorKind::NotFound => ConfigError::Missing { path: path.to_owned() },
            _ => ConfigError::Unreadable { path: path.to_owned(), cause },
        })?;
        Config::parse(path, &text, |name| std::env::var(name).ok())
    }

    /// Reads a text as if it were the file at `path`; `variable` looks up `env(NAME)`.
    pub fn parse(
        path: &Path,
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Config, ConfigError> {
        let at = |span: Option<std::ops::Range<usize>>, message: String| {
            ConfigError::at(path, text, span, message)
        };
        let mut table = DeTable::parse(text).map_err(|error| at(error.span(), error.message().to_owned()))?;
        environment::replace(table.get_mut(), &variable).map_err(|missing| {
            let message = format!("the environment variable {} is not set", missing.name);
            at(Some(missing.span), message)
        })?;
        let mut config = Config::deserialize(toml::Deserializer::from(table))
            .map_err(|error| at(error.span(), error.message().to_owned()))?;
        config.check().map_err(|(span, message)| at(span, message))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        config.path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        config.folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        Ok(config)
    }

    /// A path of the file as one that holds from anywhere.
    pub fn resolve(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// What no value tells by itself.
    fn check(&self) -> Result<(), (Option<std::ops::Range<usize>>, String)> {
        let checked =
            self.auth.check().and_then(|()| self.storage.check()).and_then(|()| self.postgrest.check());
        checked.map_err(|(span, message)| (Some(span), message))
    }
}
