//! `db reset --db-url`: empties a database that is not the stack's, and runs the project's SQL on it.

use super::error::ResetError;
use super::prepare::finish_database;
use super::reset::ResetOptions;
use super::sql::project;
use crate::config::Config;
use crate::stack::database::{roles, vault};
use sql_migrations::{ExistingRoles, Report, Selection};

/// Drops everything but the platform, and runs migrations and seeds.
///
/// # Errors
/// When the database cannot be reached, or a statement fails.
pub async fn reset_external(
    config: &Config,
    url: &str,
    options: &ResetOptions,
) -> Result<Report, ResetError> {
    let mut project = project(config);
    project.existing_roles = ExistingRoles::Keep;
    if options.without_seeds {
        project.seeds.clear();
    }
    if let Some(version) = &options.version {
        project.selection = Selection::UpTo(version.clone());
    }
    let client = roles::connect(url).await?;
    sql_migrations::clear(&client).await?;
    vault::fill(&client, &config.db.vault).await?;
    let report = sql_migrations::run(&client, &project).await?;
    finish_database(&client, config).await?;
    client.batch_execute("notify pgrst, 'reload schema'").await?;
    Ok(report)
}
