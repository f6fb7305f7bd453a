//! `db reset`: recreates the database of a running stack from its migrations and seeds. The services stay up and
//! reconnect. The next reset copies the result, until a file of the project changes.

use super::database_settings;
use super::error::ResetError;
use super::prepare::prepare_database;
use super::product;
use super::replace::{NEXT, ensure_platform, finish_next, open, swap, with_settings};
use super::sql::project;
use super::templates::{self, Cluster, fingerprint};
use crate::config::Config;
use crate::stack::data_folder::addresses::Addresses;
use crate::stack::database::roles;
use sql_migrations::{ExistingRoles, Report, Selection};
use std::path::Path;

/// What a reset runs.
#[derive(Debug, Clone, Default)]
pub struct ResetOptions {
    /// Skips the seeds.
    pub without_seeds: bool,
    /// The last migration.
    pub version: Option<String>,
}

/// What a reset has done.
#[derive(Debug)]
pub enum Reset {
    /// The database is a copy of the last reset's result, because no file has changed.
    Copied,
    /// The project's SQL was run.
    Ran(Report),
    /// The product's migrations were applied.
    Product,
}

/// Replaces the database of the stack that runs on `data`.
///
/// # Errors
/// When the stack's Postgres is an external one, or a statement fails. The database is as before then.
pub async fn reset(
    config: &Config,
    data: &Path,
    addresses: &Addresses,
    options: &ResetOptions,
) -> Result<Reset, ResetError> {
    let cluster = &open(addresses, data).await?;
    let mut project = project(config);
    project.existing_roles = ExistingRoles::Keep;
    if options.without_seeds {
        project.seeds.clear();
    }
    let version = options.version.as_deref().unwrap_or_default();
    let exposure = if config.api.auto_expose_new_tables { "open" } else { "closed" };
    let is_project = config.source.is_project();
    let mut conditions = vec![version, exposure, &addresses.jwt_secret];
    conditions.extend(config.api.schemas.iter().map(String::as_str));
    conditions.extend(config.db.vault.iter().flat_map(|(name, secret)| [name.as_str(), &secret.0]));
    let content = fingerprint(&project, &conditions)?;
    if is_project && cluster.is_current(templates::PROJECT, &content).await? {
        copy(cluster).await?;
        return Ok(Reset::Copied);
    }
    ensure_platform(cluster).await?;
    if let Some(version) = &options.version {
        project.selection = Selection::UpTo(version.clone());
    }
    let build = async {
        cluster.alter("create database postgres_next template %I", templates::PLATFORM).await?;
        let url = cluster.url_of(NEXT);
        if !is_project {
            product::fill(&url, config, data).await?;
            return Ok::<_, ResetError>(Reset::Product);
        }
        let client = roles::connect(&url).await?;
        prepare_database(&client, config, &addresses.jwt_secret, true).await?;
        let report = sql_migrations::run(&client, &project).await?;
        finish_next(&client, config).await?;
        Ok(Reset::Ran(report))
    };
    // Its future is large.
    let outcome = with_settings(cluster, Box::pin(build)).await?;
    if is_project {
        keep_copy(cluster, &content).await?;
    }
    swap(cluster).await?;
    Ok(outcome)
}

/// Replaces the database by a copy of the project's template.
async fn copy(cluster: &Cluster) -> Result<(), ResetError> {
    cluster.alter("create database postgres_next template %I", templates::PROJECT).await?;
    database_settings::copy(cluster, templates::PROJECT, NEXT).await?;
    swap(cluster).await
}

/// Keeps a copy of the complete next database for the reset after this one.
async fn keep_copy(cluster: &Cluster, content: &str) -> Result<(), ResetError> {
    cluster.drop(templates::PROJECT).await?;
    cluster.alter("create database project_template template %I", NEXT).await?;
    database_settings::copy(cluster, NEXT, templates::PROJECT).await?;
    cluster.mark(templates::PROJECT, content).await
}
