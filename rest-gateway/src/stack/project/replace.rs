//! Replaces the database of a running stack by another one, which is built beside it and replaces it when it is complete.
//! If the build fails or the process is killed, the stack keeps its current database.

use super::database_settings;
use super::error::ResetError;
use super::prepare::{ProjectError, finish_database, prepare_database};
use super::templates::{self, Cluster, DATABASE};
use crate::config::Config;
use crate::stack::data_folder::POSTGRES_FOLDER;
use crate::stack::data_folder::addresses::Addresses;
use crate::stack::database::roles;
use std::path::Path;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

/// The replaced database, until it is dropped.
const EARLIER: &str = "postgres_before_reset";
/// The database that replaces it.
pub const NEXT: &str = "postgres_next";
/// The prefix of the names of the databases that `db diff` creates.
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
            Built::Keep(value) => {
                let client = roles::connect(&cluster.url_of(NEXT)).await.map_err(ResetError::from)?;
                finish_next(&client, config).await?;
                Ok(value)
            }
            Built::Discard(value) => Err(Stop::Discarded(value)),
        }
    };
    // Its future is large.
    let made: Result<T, Stop<T, E>> = Box::pin(make).await;
    match made {
        Ok(value) => {
            swap(&cluster).await?;
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

/// Connects for a replacement, and waits until another one has ended.
///
/// # Errors
/// When the stack's Postgres is an external one, or cannot be reached.
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
    database_settings::restore(cluster).await?;
    if cluster.exists(EARLIER).await? {
        cluster.drop(DATABASE).await?;
        restore_earlier(cluster).await?;
    }
    // A process that was killed while it renamed the database has left it closed.
    if cluster.exists(DATABASE).await? {
        cluster.alter("alter database %I allow_connections true", DATABASE).await?;
    }
    for unfinished in [NEXT, BUILDING] {
        if cluster.exists(unfinished).await? {
            cluster.drop(unfinished).await?;
        }
    }
    Ok(())
}

/// Runs `build`, which creates the next database. Its migrations set `alter database` settings on the current database;
/// these move to the next one. During the build, the current database does not have its own settings.
///
/// # Errors
/// When `build` or a statement fails.
pub async fn with_settings<T>(
    cluster: &Cluster,
    build: impl Future<Output = Result<T, ResetError>>,
) -> Result<T, ResetError> {
    database_settings::save(cluster).await?;
    database_settings::clear(cluster, DATABASE).await?;
    let built = build.await;
    cluster.disconnect(NEXT).await?;
    if built.is_ok() {
        database_settings::copy(cluster, DATABASE, NEXT).await?;
    } else {
        cluster.drop(NEXT).await?;
    }
    database_settings::restore(cluster).await?;
    built
}

/// Replaces the database by the next one, which records the blobs of the current one as orphaned. The services lose their
/// connections at this step, not before.
///
/// # Errors
/// When a statement fails.
pub async fn swap(cluster: &Cluster) -> Result<(), ResetError> {
    set_aside(cluster).await?;
    if let Err(error) = put_in_place(cluster).await {
        restore_earlier(cluster).await?;
        return Err(error);
    }
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
    // An interrupted run may have left one.
    cluster.drop(BUILDING).await?;
    cluster.alter("create database %I template template0", BUILDING).await?;
    platform_schema::migrate::run(&cluster.url_of(BUILDING)).await?;
    cluster.disconnect(BUILDING).await?;
    cluster.drop(templates::PLATFORM).await?;
    cluster.alter("alter database %I rename to platform_template", BUILDING).await?;
    cluster.mark(templates::PLATFORM, platform_schema::FINGERPRINT).await
}

/// Ends the connections to the database, admits no new ones, and renames it. The services do not know the new name.
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
    cluster.alter("alter database %I allow_connections true", EARLIER).await
}

/// Gives the next database the name of the one that was set aside.
async fn put_in_place(cluster: &Cluster) -> Result<(), ResetError> {
    orphan_blobs(cluster).await?;
    cluster.disconnect(NEXT).await?;
    cluster.alter("alter database %I rename to postgres", NEXT).await
}

async fn restore_earlier(cluster: &Cluster) -> Result<(), ResetError> {
    cluster.alter("alter database %I rename to postgres", EARLIER).await?;
    cluster.alter("alter database %I allow_connections true", DATABASE).await
}

/// Records the blobs of the replaced database that have no row in the next one as orphaned, so that the storage service
/// removes them. Called after the connections to the replaced database have ended.
async fn orphan_blobs(cluster: &Cluster) -> Result<(), ResetError> {
    let (versions, paths): (Vec<String>, Vec<Option<String>>) =
        stored_blobs(&roles::connect(&cluster.url_of(EARLIER)).await?).await?.into_iter().unzip();
    let client = roles::connect(&cluster.url_of(NEXT)).await?;
    let query = "insert into storage.orphaned_blobs (version, path, expires_at)
                 select version, path, now() from unnest($1::text[], $2::text[]) as stored (version, path)
                 where not exists (select from storage.objects where objects.version = stored.version)
                 on conflict do nothing";
    client.execute(query, &[&versions, &paths]).await?;
    // Bytes that lie at two places, or at the former one, are looked for at both.
    let query =
        "insert into storage.unmoved_blobs (version) select unnest($1::text[]) on conflict do nothing";
    client.execute(query, &[&versions]).await?;
    Ok(())
}

/// The bytes in S3 that the database refers to: their version, and the object's bucket and name if they are part of the key.
async fn stored_blobs(client: &Client) -> Result<Vec<(String, Option<String>)>, ResetError> {
    let query = "select version, bucket_id || '/' || name from storage.objects where version is not null
                 union select variant, null from storage.variants
                 union select version, path from storage.orphaned_blobs";
    let rows = match client.query(query, &[]).await {
        // A reset also repairs a database that lost these tables.
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => Vec::new(),
        rows => rows?,
    };
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}
