//! Replaces the database of a running stack by another one, which is built beside it and replaces it when it is complete.
//! If the build fails or the process is killed, the stack keeps its current database.

use super::super::addresses::Addresses;
use super::super::data_folder::POSTGRES_FOLDER;
use super::super::roles;
use super::error::ResetError;
use super::prepare::{ProjectError, finish_database, prepare_database};
use super::templates::{self, Cluster};
use crate::config::Config;
use std::path::Path;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

/// The database of the stack.
pub const DATABASE: &str = "postgres";
/// The replaced database, until it is dropped.
const EARLIER: &str = "postgres_before_reset";
/// The database that replaces it.
pub const NEXT: &str = "postgres_next";
/// The beginning of the names of the databases that `db diff` makes.
pub const SHADOW: &str = "shadow_";
/// A template, until it is complete.
const BUILDING: &str = "platform_building";

/// The outcome of a build.
#[derive(Debug)]
pub enum Built<T> {
    /// The new database replaces the current one.
    Keep(T),
    /// The new database is dropped.
    Discard(T),
}

/// Why the next database does not replace the current one.
enum Stop<T, E> {
    Discarded(T),
    Failed(E),
}

impl<T, E: From<ResetError>> From<ResetError> for Stop<T, E> {
    fn from(error: ResetError) -> Stop<T, E> {
        Stop::Failed(error.into())
    }
}

/// Replaces the database by a new one with the platform's migrations, to which `build` gets the connection string. The new
/// database has none of the settings that `alter database` has given the current one.
///
/// # Errors
/// When the stack's Postgres is an external one, or `build` or a statement fails.
pub async fn replace<T, E: From<ResetError>>(
    config: &Config,
    addresses: &Addresses,
    data: &Path,
    build: impl AsyncFnOnce(&str) -> Result<Built<T>, E>,
) -> Result<T, E> {
    let cluster = open(addresses, data).await?;
    ensure_platform(&cluster).await?;
    let make = async {
        create(&cluster, config, addresses).await?;
        match build(&cluster.url_of(NEXT)).await.map_err(Stop::Failed)? {
            Built::Keep(value) => Ok((value, finish(&cluster, config).await?)),
            Built::Discard(value) => Err(Stop::Discarded(value)),
        }
    };
    // Its future is large.
    let made: Result<(T, Vec<String>), Stop<T, E>> = Box::pin(make).await;
    match made {
        Ok((value, stored)) => {
            cluster.disconnect(NEXT).await?;
            swap(&cluster).await?;
            orphan_blobs(addresses, &stored).await?;
            Ok(value)
        }
        Err(stop) => {
            cluster.drop(NEXT).await?;
            match stop {
                Stop::Discarded(value) => Ok(value),
                Stop::Failed(error) => Err(error),
            }
        }
    }
}

/// Creates the next database.
async fn create(cluster: &Cluster, config: &Config, addresses: &Addresses) -> Result<(), ResetError> {
    cluster.alter("create database postgres_next template %I", templates::PLATFORM).await?;
    let client = roles::connect(&cluster.url_of(NEXT)).await?;
    let prepared = prepare_database(&client, config, &addresses.jwt_secret, true).await;
    prepared.map_err(|error: ProjectError| error.into())
}

/// Completes the next database, and lists the blobs of the current one, which may have changed during a long build.
async fn finish(cluster: &Cluster, config: &Config) -> Result<Vec<String>, ResetError> {
    finish_next(&roles::connect(&cluster.url_of(NEXT)).await?, config).await?;
    stored_blobs(cluster).await
}

/// Completes the next database after its SQL. Its scheduled jobs name it, and it is about to be renamed.
///
/// # Errors
/// When a statement fails.
pub async fn finish_next(client: &Client, config: &Config) -> Result<(), ResetError> {
    finish_database(client, config).await?;
    if client.query_one("select to_regclass('cron.job') is not null", &[]).await?.get(0) {
        let moved = "update cron.job set database = $1 where database = $2";
        client.execute(moved, &[&DATABASE, &NEXT]).await?;
    }
    Ok(())
}

/// Connects for a replacement, and waits for another one to end.
///
/// # Errors
/// When the stack's Postgres is an external one, or is not reached.
pub async fn open(addresses: &Addresses, data: &Path) -> Result<Cluster, ResetError> {
    let cluster = Cluster::connect(&addresses.db_url).await?;
    if !is_own(&cluster.admin, data).await? {
        return Err(ResetError::NotOwn);
    }
    cluster.admin.execute("select pg_advisory_lock(hashtext('reset'))", &[]).await?;
    recover(&cluster).await?;
    Ok(cluster)
}

/// Whether the server is the one of the data folder.
async fn is_own(admin: &Client, data: &Path) -> Result<bool, ResetError> {
    let log = postgres_server::log_file(&data.join(POSTGRES_FOLDER));
    let folder: String = admin.query_one("select current_setting('data_directory')", &[]).await?.get(0);
    let own = log.parent().and_then(|folder| folder.canonicalize().ok());
    Ok(own.is_some_and(|own| Path::new(&folder).starts_with(own)))
}

/// Undoes a replacement that was interrupted, for example by a loss of power, and drops what a killed `db diff` left. To be
/// called before other processes use the server.
///
/// # Errors
/// When a statement fails.
pub async fn undo_interrupted(url: &str) -> Result<(), ResetError> {
    let cluster = Cluster::connect(url).await?;
    recover(&cluster).await?;
    let shadows =
        "select datname::text from pg_database where datname::text ~ ('^' || $1::text || '[0-9]+$')";
    for shadow in cluster.admin.query(shadows, &[&SHADOW]).await? {
        cluster.drop(shadow.get::<_, &str>(0)).await?;
    }
    Ok(())
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

/// Runs `build`, which creates the next database, and moves the settings of the current database to it. A migration sets
/// them by `alter database` with the current database's name, so they are cleared before, and restored if `build` fails.
/// They are lost if the process is killed between the two steps.
///
/// # Errors
/// When `build` or a statement fails.
pub async fn with_settings<T>(
    cluster: &Cluster,
    build: impl Future<Output = Result<T, ResetError>>,
) -> Result<T, ResetError> {
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

/// Replaces the database by the next one. Only here the services lose their connections.
///
/// # Errors
/// When a statement fails.
pub async fn swap(cluster: &Cluster) -> Result<(), ResetError> {
    set_aside(cluster).await?;
    cluster.alter("alter database %I rename to postgres", NEXT).await?;
    cluster.drop(EARLIER).await
}

/// Creates the template with the platform's migrations, unless it is up to date.
///
/// # Errors
/// When a migration or a statement fails.
pub async fn ensure_platform(cluster: &Cluster) -> Result<(), ResetError> {
    if cluster.is_current(templates::PLATFORM, platform_schema::FINGERPRINT).await? {
        return Ok(());
    }
    // One that was interrupted has left it.
    cluster.drop(BUILDING).await?;
    cluster.alter("create database %I template template0", BUILDING).await?;
    platform_schema::migrate::run(&cluster.url_of(BUILDING)).await?;
    cluster.disconnect(BUILDING).await?;
    cluster.drop(templates::PLATFORM).await?;
    cluster.alter("alter database %I rename to platform_template", BUILDING).await?;
    cluster.mark(templates::PLATFORM, platform_schema::FINGERPRINT).await
}

/// Ends the connections to the database, admits no new ones, and renames it.
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

/// The statements that copy the settings of one database to another. `create database … template` does not copy them.
///
/// # Errors
/// When the query fails.
pub async fn settings(cluster: &Cluster, from: &str, to: &str) -> Result<String, ResetError> {
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
///
/// # Errors
/// When the query fails.
pub async fn stored_blobs(cluster: &Cluster) -> Result<Vec<String>, ResetError> {
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

/// Records blobs without a row as orphaned, so that the storage service removes them.
///
/// # Errors
/// When the new database is not reached, or refuses the statement.
pub async fn orphan_blobs(addresses: &Addresses, versions: &[String]) -> Result<(), ResetError> {
    let client = roles::connect(&addresses.db_url).await?;
    let query = "insert into storage.orphaned_blobs (version, expires_at)
                 select version, now() from unnest($1::text[]) as stored (version)
                 where not exists (select from storage.objects where objects.version = stored.version)
                 on conflict do nothing";
    client.execute(query, &[&versions]).await?;
    Ok(())
}
