//! The SQL of a Supabase project: `supabase/roles.sql`, `supabase/migrations` and the seeds of `[db.seed]`.

use super::roles;
use crate::config::Config;
use crate::terminal::Progress;
use sql_migrations::{Project, Report};

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

/// Extensions and a publication.
const EXPECTED: &str = include_str!("project.sql");
/// Makes what the login creates in `public` open to the API's roles, as a local project of Supabase's has it.
const EXPOSE_NEW_TABLES: &str = "
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;
";
const HIDE_NEW_TABLES: &str = "
    alter default privileges in schema public revoke all on tables from anon, authenticated;
    alter default privileges in schema public revoke all on sequences from anon, authenticated;
    alter default privileges in schema public revoke execute on functions from anon, authenticated;
";

/// Gives the stack's own Postgres what a project takes for granted, and runs what the database lacks. The stack's own
/// configuration has no project.
///
/// # Errors
/// When a statement fails.
pub(super) async fn prepare(
    config: &Config,
    url: &str,
    is_own_postgres: bool,
    progress: &Progress,
) -> Result<(), ProjectError> {
    if !config.source.is_project() {
        return Ok(());
    }
    progress
        .step("Project", async {
            let client = roles::connect(url).await?;
            // An external database has objects and privileges of its own.
            if is_own_postgres {
                client.batch_execute(EXPECTED).await?;
                let is_open = config.api.auto_expose_new_tables;
                client.batch_execute(if is_open { EXPOSE_NEW_TABLES } else { HIDE_NEW_TABLES }).await?;
            }
            let report = sql_migrations::run(&client, &project(config)).await?;
            warn(config, &report);
            Ok(((), describe(&report)))
        })
        .await
}

fn project(config: &Config) -> Project {
    let folder = config.source.folder();
    let (migrations, seed) = (&config.db.migrations, &config.db.seed);
    Project {
        root: config.source.project_folder().to_owned(),
        roles: folder.join("roles.sql"),
        migrations: migrations.enabled.then(|| folder.join("migrations")),
        seeds: if seed.enabled { seed.sql_paths.clone() } else { Vec::new() },
    }
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
