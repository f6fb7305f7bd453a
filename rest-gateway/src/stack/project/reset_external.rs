//! `db reset --db-url`: empties a database that is not the stack's, and runs the project's SQL on it.
//!
//! A database with the platform of an earlier version gets the later migrations first, because that version has its history
//! in `public`, which a reset empties. Other databases, such as a hosted project's, have a platform of their own.

use super::error::ResetError;
use super::prepare::finish_database;
use super::reset::ResetOptions;
use super::sql::project;
use crate::config::Config;
use crate::stack::database::{roles, vault};
use sql_migrations::{ExistingRoles, Report, Selection};
use tokio_postgres::Client;

/// The histories of migrations: the present one, and that of earlier versions, which other programs have too.
const HISTORIES: &str = "select to_regclass('extensions.platform_migrations') is not null,
                           to_regclass('public.__diesel_schema_migrations') is not null";
/// The first migration of the platform.
const IS_EARLIER_PLATFORM: &str =
    "select exists (select from public.__diesel_schema_migrations where version = '20261101000001')";

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
    if has_platform(&client).await? {
        platform_schema::migrate::run(url).await?;
    }
    sql_migrations::clear(&client).await?;
    vault::fill(&client, &config.db.vault).await?;
    let report = sql_migrations::run(&client, &project).await?;
    finish_database(&client, config).await?;
    client.batch_execute("notify pgrst, 'reload schema'").await?;
    Ok(report)
}

/// Whether the database has the platform's migrations, of this version or of an earlier one.
async fn has_platform(client: &Client) -> Result<bool, tokio_postgres::Error> {
    let histories = client.query_one(HISTORIES, &[]).await?;
    let (is_present, may_be_earlier): (bool, bool) = (histories.get(0), histories.get(1));
    if is_present || !may_be_earlier {
        return Ok(is_present);
    }
    Ok(client.query_one(IS_EARLIER_PLATFORM, &[]).await?.get(0))
}
