//! What to start.

use std::path::PathBuf;

/// How the roles of the cluster log in.
#[derive(Clone)]
pub enum Auth {
    /// Every role logs in without a password.
    Trust,
    /// Roles log in with a password (scram-sha-256). This one becomes the superuser's when the cluster is created.
    Password(String),
}

/// The options of a server.
#[derive(Clone)]
pub struct Options {
    /// The folder for everything; created if it is missing.
    pub data_dir: PathBuf,
    /// The TCP port on loopback; 0 takes a free one.
    pub port: u16,
    /// How the roles log in.
    pub auth: Auth,
    /// False only where the data may be lost, as in tests: no fsync, and an immediate shutdown.
    pub durable: bool,
    /// Settings of `postgresql.conf`, by name.
    pub settings: Vec<(String, String)>,
    /// Extensions that `create extension` finds besides those of the installation.
    pub extensions: Vec<Extension>,
}

/// An extension in SQL.
#[derive(Debug, Clone, Hash)]
pub struct Extension {
    /// The name, for `create extension`.
    pub name: String,
    /// The version, for `pg_extension`.
    pub version: String,
    /// What it is, for `pg_available_extensions`.
    pub comment: String,
    /// The schema of its objects, which Postgres then creates where it is missing; `None` if the statement chooses.
    pub schema: Option<String>,
    /// What `create extension` runs. `@extschema@` in it is the chosen schema.
    pub script: String,
    /// Whether it takes the place of an extension of the same name in the installation.
    pub replaces_installed: bool,
}
