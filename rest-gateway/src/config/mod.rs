//! The configuration: `supabase-compat.toml`, the `supabase/config.toml` (or `.json`) of a Supabase project, or the
//! defaults of `supabase init`. It is parsed into types that only hold valid values. All errors of a file are reported at
//! once, with the line and what was expected there.
//!
//! - `source`: selects the file. `json`: one in JSON. `variables`, `dotenv`: the environment and `.env` files.
//! - `reader`: reads a document key by key. `error`: its errors.
//! - `api`, `auth`, `cluster`, `db`, `functions`, `mailpit`, `postgrest`, `realtime`, `site`, `storage`: a section each.
//!   `project_id`: the key.
//! - `services`: sections of services that the stack does not have.
//! - `values`: types of values.

mod admin;
mod api;
mod auth;
mod cluster;
mod db;
mod dotenv;
mod error;
mod functions;
mod json;
mod mailpit;
mod postgrest;
mod project_id;
mod reader;
mod realtime;
mod services;
mod site;
mod source;
mod storage;
mod values;
mod variables;

use crate::function_host::ServiceName;
use reader::{Document, Section};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::DeTable;
use variables::Variables;

pub use admin::Admin;
pub use api::{Api, Tls};
pub use auth::{
    Auth, AuthKeys, AuthRateLimit, Email, OwnMail, PasswordRequirements, Smtp, ThirdParty, provider_variables,
};
pub use cluster::{Cluster, RedisUrl};
pub use db::{Db, MajorVersion, Migrations, Passwords, Seed, Setting};
pub use dotenv::{DotenvError, parse as parse_dotenv};
pub use error::{ConfigError, Diagnostic};
pub use functions::{EdgeRuntime, Function, FunctionProgram, Name, RateLimit, VariableName};
pub use mailpit::Mailpit;
pub use postgrest::Postgrest;
pub use project_id::sanitize as project_id_of;
pub use realtime::Realtime;
pub use site::Site;
pub use source::ConfigSource;
pub use storage::{Bucket, BucketName, S3, Storage};
pub use values::{FileSize, HttpUrl, Networks, Number, PostgresUrl, Secret, SiteUrl, StyleUrl};

/// The whole configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where it comes from.
    pub source: ConfigSource,
    /// The absolute path of the file.
    pub path: PathBuf,
    /// Warnings for the start of the stack: keys without effect, features that are off.
    pub warnings: Vec<String>,
    /// The project's name on this machine.
    pub project_id: String,
    pub api: Api,
    pub postgrest: Postgrest,
    pub db: Db,
    pub storage: Storage,
    pub realtime: Realtime,
    pub cluster: Cluster,
    pub auth: Auth,
    pub mailpit: Mailpit,
    pub functions: BTreeMap<Name, Function>,
    pub edge_runtime: EdgeRuntime,
    pub admin: Admin,
    pub site: Site,
}

impl Config {
    /// Reads a file, with the environment variables of this process.
    ///
    /// # Errors
    /// When the file cannot be read or is invalid.
    pub fn load(path: &Path) -> Result<Config, ConfigError> {
        Config::load_source(&ConfigSource::file(path))
    }

    /// Reads the configuration of a source, with the environment variables of this process and the `.env` files.
    ///
    /// # Errors
    /// When a file cannot be read or is invalid.
    pub fn load_source(source: &ConfigSource) -> Result<Config, ConfigError> {
        let text = match source {
            ConfigSource::Defaults(_) => String::new(),
            ConfigSource::Stack(path) | ConfigSource::Project(path) => std::fs::read_to_string(path)
                .map_err(|cause| match cause.kind() {
                    ErrorKind::NotFound => ConfigError::Missing { path: path.clone() },
                    _ => ConfigError::Unreadable { path: path.clone(), cause },
                })?,
        };
        let mut variables = Variables::new(|name| std::env::var(name).ok());
        let diagnostics = variables.read_files(source)?;
        Config::read(source, &text, &variables, diagnostics)
    }

    /// Parses a text as the content of the file at `path`. `variable` looks up environment variables.
    ///
    /// # Errors
    /// When the text is invalid.
    pub fn parse(
        path: &Path,
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Config, ConfigError> {
        let source = ConfigSource::file(path);
        Config::read(&source, text, &Variables::new(variable), Vec::new())
    }

    /// Whether the stack is what the start command of Supabase's CLI runs: a project that only this machine reaches.
    #[must_use]
    pub fn is_local_project(&self) -> bool {
        self.source.is_project() && self.api.host.is_loopback() && self.api.external_url.is_none()
    }

    /// The functions that the gateway serves, by name.
    pub fn served_functions(&self) -> impl Iterator<Item = (&ServiceName, &Function)> {
        let functions = self.functions.iter().map(|(name, function)| (&name.0, function));
        functions.filter(|(_, function)| self.edge_runtime.enabled && function.enabled)
    }

    fn read(
        source: &ConfigSource,
        text: &str,
        variables: &Variables<'_>,
        mut diagnostics: Vec<Diagnostic>,
    ) -> Result<Config, ConfigError> {
        let table = match parse(source, text) {
            Ok(table) => table,
            Err(errors) => {
                diagnostics.extend(errors);
                return Err(ConfigError::Invalid { diagnostics });
            }
        };
        let mut document = Document::new(source, text, variables);
        let mut root = Section::root(&mut document, table);
        let mut config = Config::read_sections(&mut root, source);
        root.reject_unknown();
        let (errors, warnings) = document.finish();
        diagnostics.extend(errors);
        if !diagnostics.is_empty() {
            return Err(ConfigError::Invalid { diagnostics });
        }
        config.warnings = warnings;
        Ok(config)
    }

    fn read_sections(root: &mut Section<'_, '_>, source: &ConfigSource) -> Config {
        services::read(root);
        let mut functions = root.named_sections("functions", Function::read);
        functions::add_undeclared(root, &mut functions);
        Config {
            source: source.clone(),
            path: source.path().to_owned(),
            warnings: Vec::new(),
            project_id: project_id::read(root, source.project_folder()),
            api: root.section("api", Api::read),
            postgrest: root.section("postgrest", Postgrest::read),
            db: root.section("db", Db::read),
            storage: root.section("storage", Storage::read),
            realtime: root.section("realtime", Realtime::read),
            cluster: root.section("cluster", Cluster::read),
            auth: root.section("auth", Auth::read),
            mailpit: Mailpit::read(root),
            edge_runtime: root.section("edge_runtime", EdgeRuntime::read),
            admin: root.section("admin", Admin::read),
            site: root.section("site", |section| Site::read(section, &functions)),
            functions,
        }
    }
}

/// The table of a text in the format of its file, else its syntax errors.
fn parse<'t>(source: &ConfigSource, text: &'t str) -> Result<Spanned<DeTable<'t>>, Vec<Diagnostic>> {
    let at = |span: &Range<usize>, message: &str| Diagnostic::at(source.path(), text, span, message);
    if source.is_json() {
        return json::parse(text).map_err(|error| vec![at(&error.span, &error.message)]);
    }
    let (table, syntax_errors) = DeTable::parse_recoverable(text);
    if syntax_errors.is_empty() {
        return Ok(table);
    }
    let errors = syntax_errors.iter().map(|error| at(&error.span().unwrap_or(0..0), error.message()));
    let mut errors: Vec<Diagnostic> = errors.collect();
    // The parser may report further errors on the same line, which follow from the first.
    errors.dedup_by_key(|diagnostic| diagnostic.place.clone());
    Err(errors)
}
