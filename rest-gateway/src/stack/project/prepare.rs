//! Prepares the database at the start of a stack: roles, privileges, migrations and seeds.

use super::sql::project;
use crate::config::Config;
use crate::stack::database::{roles, vault};
use crate::stack::keys::Keys;
use crate::terminal::Progress;
use platform_schema::{local, stand_ins};
use sql_migrations::Report;
use tokio_postgres::Client;

/// The schema of queues for the API.
const QUEUES: &str = "pgmq_public";

/// Why the project's SQL could not be run.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    #[error(transparent)]
    Sql(#[from] sql_migrations::Error),
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] postgres_connect::Error),
    #[error("the database cannot be prepared for the project: {}", roles::reason(.0))]
    Prepare(#[from] tokio_postgres::Error),
}

/// Sets the roles and privileges that a project expects, and runs the project's pending SQL.
/// `superuser_password` is that of the stack's own Postgres.
///
/// # Errors
/// When a statement fails.
pub async fn prepare(
    config: &Config,
    keys: &Keys,
    url: &str,
    superuser_password: Option<&str>,
    progress: &Progress,
) -> Result<(), ProjectError> {
    progress
        .step("Project", async {
            let client = roles::connect(url).await?;
            if let Some(password) = superuser_password {
                local::shape_roles(&client).await?;
                roles::set_password(&client, roles::PLATFORM_ADMIN, password).await?;
            }
            prepare_database(&client, config, &keys.jwt_secret, superuser_password.is_some()).await?;
            let report = sql_migrations::run(&client, &project(config)).await?;
            finish_database(&client, config).await?;
            warn(config, &report);
            Ok(((), describe(&report)))
        })
        .await
}

/// Sets what belongs to one database: settings, default privileges and secrets.
///
/// # Errors
/// When a statement fails.
pub async fn prepare_database(
    client: &Client,
    config: &Config,
    jwt_secret: &str,
    is_own_postgres: bool,
) -> Result<(), ProjectError> {
    local::set_exposure(client, config.api.auto_expose_new_tables).await?;
    if is_own_postgres {
        local::set_app_settings(client, jwt_secret, config.auth.jwt_expiry.get()).await?;
    }
    Ok(vault::fill(client, &config.db.vault).await?)
}

/// What follows the project's SQL: the schema by which the API uses queues, where `[api] schemas` names it.
///
/// # Errors
/// When a statement fails.
pub async fn finish_database(client: &Client, config: &Config) -> Result<(), ProjectError> {
    if config.api.schemas.iter().any(|schema| schema == QUEUES) {
        stand_ins::expose_queues(client).await?;
    }
    Ok(())
}

fn describe(report: &Report) -> String {
    let (applied, seeded) = (report.applied.len(), report.seeded.len());
    match (applied, seeded) {
        (0, 0) => "up to date".to_owned(),
        (applied, 0) => format!("{applied} migrations applied"),
        (applied, seeded) => format!("{applied} migrations applied, {seeded} seeds run"),
    }
}

/// Logs a warning for each migration and seed that was not run.
fn warn(config: &Config, report: &Report) {
    for migration in &report.out_of_order {
        tracing::warn!("{}: not applied, because a newer migration is", migration.path.display());
    }
    for version in &report.without_file {
        tracing::warn!("the migration {version} is applied, and supabase/migrations has no file of it");
    }
    for path in &report.skipped {
        tracing::warn!("{}: not applied; a migration is called <digits>_<name>.sql", path.display());
    }
    for path in &report.changed_seeds {
        tracing::warn!("{}: changed, and not run again", path.display());
    }
    // Without seeds in the configuration, the default need not exist.
    let unmatched = report.unmatched_seeds.iter().filter(|path| !path.ends_with("seed.sql"));
    for path in unmatched.filter(|_| config.db.seed.enabled) {
        tracing::warn!("{}: [db.seed] sql_paths names no file", path.display());
    }
}
