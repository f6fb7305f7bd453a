//! `db reset`: makes the database of a running stack anew, from its migrations and seeds. The services stay up and
//! connect again. A copy of the result serves the next reset, until a file of the project changes.
//!
//! The next database is made beside the present one, which it replaces when it is complete. A failing migration
//! therefore leaves the present one as it is.

use super::super::addresses::Addresses;
use super::super::data_folder::POSTGRES_FOLDER;
use super::super::roles;
use super::error::ResetError;
use super::prepare::prepare_database;
use super::product;
use super::sql::project;
use super::templates::{self, Cluster, fingerprint};
use crate::config::Config;
use sql_migrations::{ExistingRoles, Report, Selection};
use std::path::Path;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

/// The database of the stack.
const DATABASE: &str = "postgres";
/// The replaced database, until it is dropped.
const EARLIER: &str = "postgres_before_reset";
/// The database that replaces it.
const NEXT: &str = "postgres_next";
/// A template, until it is complete.
const BUILDING: &str = "platform_building";

/// What a reset runs.
#[derive(Debug, Clone, Default)]
pub struct ResetOptions {
    /// Leaves the seeds out.
    pub without_seeds: bool,
    /// The last migration.
    pub version: Option<String>,
}

/// What a reset has done.
#[derive(Debug)]
pub enum Reset {
    /// Nothing had changed: the database is a copy.
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
    let cluster = Cluster::connect(&addresses.db_url).await?;
    if !is_own(&cluster.admin, data).await? {
        return Err(ResetError::NotOwn);
    }
    cluster.admin.execute("select pg_advisory_lock(hashtext('reset'))", &[]).await?;
    recover(&cluster).await?;
    let stored = stored_bytes(&cluster).await?;
    let outcome = replace(&cluster, config, data, addresses, options).await?;
    let client = roles::connect(&addresses.db_url).await?;
    release_bytes(&client, &stored).await?;
    Ok(outcome)
}

/// Whether the server is the one of the data folder.
async fn is_own(admin: &Client, data: &Path) -> Result<bool, ResetError> {
    let log = postgres_server::log_file(&data.join(POSTGRES_FOLDER));
    let folder: String = admin.query_one("select current_setting('data_directory')", &[]).await?.get(0);
    let own = log.parent().and_then(|folder| folder.canonicalize().ok());
    Ok(own.is_some_and(|own| Path::new(&folder).starts_with(own)))
}

/// Undoes a reset that was interrupted, for example by a loss of power.
///
/// # Errors
/// When a statement fails.
pub async fn undo_interrupted(url: &str) -> Result<(), ResetError> {
    recover(&Cluster::connect(url).await?).await
}

async fn recover(cluster: &Cluster) -> Result<(), ResetError> {
    if cluster.exists(EARLIER).await? {
        cluster.drop(DATABASE).await?;
        restore_earlier(cluster).await?;
    }
    for unfinished in [NEXT, BUILDING] {
        if cluster.exists(unfinished).await? {
            cluster.drop(unfinished).await?;
        }
    }
    Ok(())
}

async fn replace(
    cluster: &Cluster,
    config: &Config,
    data: &Path,
    addresses: &Addresses,
    options: &ResetOptions,
) -> Result<Reset, ResetError> {
    let mut project = project(config);
    project.existing_roles = ExistingRoles::Keep;
    if options.without_seeds {
        project.seeds.clear();
    }
    let version = options.version.as_deref().unwrap_or_default();
    let exposure = if config.api.auto_expose_new_tables { "open" } else { "closed" };
    let is_project = config.source.is_project();
    let content = fingerprint(&project, &[version, exposure, &addresses.jwt_secret])?;
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
            return Ok(Reset::Product);
        }
        let client = roles::connect(&url).await?;
        prepare_database(&client, config, &addresses.jwt_secret, true).await?;
        Ok(Reset::Ran(sql_migrations::run(&client, &project).await?))
    };
    // Its future is large.
    let outcome = with_settings(cluster, Box::pin(build)).await?;
    if is_project {
        keep_copy(cluster, &content).await?;
    }
    swap(cluster).await?;
    Ok(outcome)
}

/// Runs `build`, which makes the next database, and gives that the settings of the database: a migration names the
/// database when it sets one. Those from before are dropped, and are back if `build` fails.
async fn with_settings(
    cluster: &Cluster,
    build: impl Future<Output = Result<Reset, ResetError>>,
) -> Result<Reset, ResetError> {
    let earlier = settings(cluster, DATABASE, DATABASE).await?;
    cluster.alter("alter database %I reset all", DATABASE).await?;
    let built = build.await;
    cluster.disconnect(NEXT).await?;
    if built.is_ok() {
        cluster.admin.batch_execute(&settings(cluster, DATABASE, NEXT).await?).await?;
    } else {
        cluster.drop(NEXT).await?;
        cluster.alter("alter database %I reset all", DATABASE).await?;
        cluster.admin.batch_execute(&earlier).await?;
    }
    built
}

/// Replaces the database by a copy of the project's template.
async fn copy(cluster: &Cluster) -> Result<(), ResetError> {
    cluster.alter("create database postgres_next template %I", templates::PROJECT).await?;
    cluster.admin.batch_execute(&settings(cluster, templates::PROJECT, NEXT).await?).await?;
    swap(cluster).await
}

/// Puts the next database in the place of the database. Only in this moment the services lose their connections.
async fn swap(cluster: &Cluster) -> Result<(), ResetError> {
    set_aside(cluster).await?;
    cluster.alter("alter database %I rename to postgres", NEXT).await?;
    cluster.drop(EARLIER).await
}

/// Makes the template with the platform's migrations, unless it is up to date.
///
/// # Errors
/// When a statement fails.
pub(super) async fn ensure_platform(cluster: &Cluster) -> Result<(), ResetError> {
    if cluster.is_current(templates::PLATFORM, platform_schema::FINGERPRINT).await? {
        return Ok(());
    }
    cluster.alter("create database %I template template0", BUILDING).await?;
    platform_schema::migrate::run(&cluster.url_of(BUILDING)).await?;
    cluster.disconnect(BUILDING).await?;
    cluster.drop(templates::PLATFORM).await?;
    cluster.alter("alter database %I rename to platform_template", BUILDING).await?;
    cluster.mark(templates::PLATFORM, platform_schema::FINGERPRINT).await
}

/// Keeps a copy of the complete next database for the reset after this one.
async fn keep_copy(cluster: &Cluster, content: &str) -> Result<(), ResetError> {
    cluster.drop(templates::PROJECT).await?;
    cluster.alter("create database project_template template %I", NEXT).await?;
    cluster.admin.batch_execute(&settings(cluster, NEXT, templates::PROJECT).await?).await?;
    cluster.mark(templates::PROJECT, content).await
}

/// Ends the connections to the database, admits no others, and gives it its other name.
async fn set_aside(cluster: &Cluster) -> Result<(), ResetError> {
    cluster.alter("alter database %I allow_connections false", DATABASE).await?;
    let moved = async {
        cluster.disconnect(DATABASE).await?;
        cluster.alter("alter database %I rename to postgres_before_reset", DATABASE).await
    };
    if let Err(error) = moved.await {
        cluster.alter("alter database %I allow_connections true", DATABASE).await?;
        return Err(error);
    }
    Ok(())
}

async fn restore_earlier(cluster: &Cluster) -> Result<(), ResetError> {
    cluster.alter("alter database %I rename to postgres", EARLIER).await?;
    cluster.alter("alter database %I allow_connections true", DATABASE).await
}

/// The statements that give one database the settings of another, which are not part of a template.
async fn settings(cluster: &Cluster, from: &str, to: &str) -> Result<String, ResetError> {
    let query = "
        select coalesce(string_agg(format(
          '%s set %I = %s',
          case setting.setrole when 0 then format('alter database %I', $2::text)
            else format('alter role %s in database %I', setting.setrole::regrole, $2::text) end,
          name,
          -- Lists are stored as they are written.
          case when name in ('search_path', 'temp_tablespaces', 'session_preload_libraries') then value
            else quote_literal(value) end
        ), ';'), '')
        from pg_db_role_setting as setting, unnest(setting.setconfig) as entry,
          lateral (select split_part(entry, '=', 1), substr(entry, strpos(entry, '=') + 1)) as parts (name, value)
        where setting.setdatabase = (select oid from pg_database where datname = $1)";
    Ok(cluster.admin.query_one(query, &[&from, &to]).await?.get(0))
}

/// The names in S3 of everything that the database refers to.
async fn stored_bytes(cluster: &Cluster) -> Result<Vec<String>, ResetError> {
    let client = roles::connect(&cluster.url_of(DATABASE)).await?;
    let query = "select version from storage.objects where version is not null
                 union select variant from storage.variants
                 union select version from storage.orphaned_blobs";
    let rows = match client.query(query, &[]).await {
        // A reset also repairs a database that lost these tables.
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => Vec::new(),
        rows => rows?,
    };
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Lets the storage service remove bytes that no row refers to any more.
async fn release_bytes(client: &Client, versions: &[String]) -> Result<(), ResetError> {
    let query = "insert into storage.orphaned_blobs (version, expires_at) select unnest($1::text[]), now()
                 on conflict do nothing";
    client.execute(query, &[&versions]).await?;
    Ok(())
}
