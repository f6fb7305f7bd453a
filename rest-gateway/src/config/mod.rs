//! Parses `supabase-compat.toml` into types that only hold valid values, after replacing `env(NAME)`. Rejects unknown
//! keys, wrong types and invalid values, with the file, the line and what was expected there.

mod api;
mod auth;
mod db;
mod environment;
mod error;
mod functions;
mod mailpit;
mod postgrest;
mod site;
mod storage;
mod values;

use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use toml::de::DeTable;

pub use api::Api;
pub use auth::{Auth, AuthRateLimit, Email, OwnMail, Smtp, provider_variables};
pub use db::{Db, Passwords, Seed, Setting};
pub use error::ConfigError;
pub use functions::{EdgeRuntime, Function, Name, RateLimit, VariableName};
pub use mailpit::Mailpit;
pub use postgrest::Postgrest;
pub use site::Site;
pub use storage::{Bucket, BucketName, S3, Storage};
pub use values::{FileSize, HttpUrl, Networks, Number, PostgresUrl, Secret, StyleUrl};

/// The whole file. Every section is optional.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The absolute path of the file.
    #[serde(skip)]
    pub path: PathBuf,
    /// The folder of the file, which relative paths in it start from.
    #[serde(skip)]
    pub folder: PathBuf,
    pub api: Api,
    pub postgrest: Postgrest,
    pub db: Db,
    pub storage: Storage,
    pub auth: Auth,
    #[serde(alias = "inbucket", alias = "local_smtp")]
    pub mailpit: Mailpit,
    pub functions: BTreeMap<Name, Function>,
    pub edge_runtime: EdgeRuntime,
    pub admin: Admin,
    pub site: Site,
}

/// `[admin]`: the administrator's account.
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

impl Config {
    /// Reads a file, with the environment variables of this process.
    ///
    /// # Errors
    /// When the file cannot be read or is invalid.
    pub fn load(path: &Path) -> Result<Config, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|cause| match cause.kind() {
            ErrorKind::NotFound => ConfigError::Missing { path: path.to_owned() },
            _ => ConfigError::Unreadable { path: path.to_owned(), cause },
        })?;
        Config::parse(path, &text, |name| std::env::var(name).ok())
    }

    /// Parses a text as the content of the file at `path`. `variable` looks up `env(NAME)`.
    ///
    /// # Errors
    /// When the text is invalid.
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

    /// Makes a path in the file absolute.
    pub fn resolve(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// Checks that involve several values.
    fn check(&self) -> Result<(), (Option<std::ops::Range<usize>>, String)> {
        let checked = self
            .auth
            .check()
            .and_then(|()| self.storage.check())
            .and_then(|()| self.postgrest.check())
            .and_then(|()| self.site.check(&self.functions));
        checked.map_err(|(span, message)| (Some(span), message))
    }
}
