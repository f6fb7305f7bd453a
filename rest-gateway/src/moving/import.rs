//! `import`: fills a stack's database from a dump of a hosted project, and its storage with the objects' bytes. An import is
//! atomic: a stack's database is built beside the current one and replaces it at the end; any other database is filled in
//! one transaction.
//!
//! A dump is code. Its statements run with the privileges of the connection, which on a stack's own Postgres are those of a
//! superuser, so only dumps of trusted origin may be imported.

use super::error::ImportError;
use super::files::{Copied, transfer};
use super::load::Loader;
use super::report::Report;
use super::source;
use crate::config::Config;
use crate::stack::project::{self, Built, connect, is_platform_schema};
use crate::stack::{Addresses, StorageCommand, storage_command};
use std::path::{Path, PathBuf};
use tokio_postgres::Client;

/// Tables of the platform that hold data of a project.
const DATA_TABLES: [&str; 2] = ["auth.users", "storage.objects"];
const HISTORY: &str = "supabase_migrations";
/// Gives every object whose version is not a UUID a new one, because keys in S3 are UUIDs.
const SET_VERSIONS: &str = "
    update storage.objects set version = gen_random_uuid()::text
    where version is null
      or version !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'";
/// The jobs of a dump run in the database `postgres` of the hosted project, and most of them as its owner `postgres`.
const MOVE_JOBS: &str = "
    do $$ begin
      if to_regclass('cron.job') is not null then
        update cron.job set database = current_database() where database = 'postgres';
        update cron.job set username = current_user where username = 'postgres';
      end if;
    end $$";
/// The server's listeners: the REST engine, and the worker of `cron`, which no trigger has notified during the import.
const COMMIT: &str = "commit; notify pgrst, 'reload schema'; notify extension_workers, 'cron'";
const COUNT_OBJECTS: &str = "select count(*) from storage.objects";
/// The environment variables of the S3 to copy from: those of the AWS SDKs, and their names in the storage service. Later
/// entries take precedence, as in the SDKs.
const SOURCE_VARIABLES: [(&str, &str); 6] = [
    ("AWS_ACCESS_KEY_ID", "SOURCE_AWS_ACCESS_KEY_ID"),
    ("AWS_SECRET_ACCESS_KEY", "SOURCE_AWS_SECRET_ACCESS_KEY"),
    ("AWS_DEFAULT_REGION", "SOURCE_S3_REGION"),
    ("AWS_REGION", "SOURCE_S3_REGION"),
    ("AWS_ENDPOINT_URL", "SOURCE_S3_ENDPOINT"),
    ("AWS_ENDPOINT_URL_S3", "SOURCE_S3_ENDPOINT"),
];

/// What is imported, and how.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    pub dumps: Vec<PathBuf>,
    /// A folder, `s3://`, or `s3://bucket/prefix`.
    pub objects: Option<String>,
    /// Runs everything, and rolls it back.
    pub dry_run: bool,
    /// Replaces a database with data.
    pub replace: bool,
    /// Leaves out statements that fail.
    pub ignore_errors: bool,
}

/// What was imported.
#[derive(Debug, Default)]
pub struct Imported {
    pub report: Report,
    pub copied: Copied,
}

/// A project's configuration and the data folder of its stack.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub config: &'a Config,
    pub data: &'a Path,
}

/// Imports into the running stack.
///
/// # Errors
/// When the database has data, a statement cannot be run, or a file differs. The stack is as before then.
pub async fn import_into_stack(
    place: Place<'_>,
    addresses: &Addresses,
    options: &ImportOptions,
    on_progress: &(dyn Fn(&str) + Sync),
) -> Result<Imported, ImportError> {
    if !options.replace && !options.dry_run {
        let used = used_tables(&connect(&addresses.db_url).await?).await?;
        if !used.is_empty() {
            return Err(ImportError::NotEmpty(used.join(", ")));
        }
    }
    let storage = storage(place, &addresses.db_url, Some(&addresses.s3_url), &addresses.api_url, options)?;
    let build = async |url: &str| {
        let client = connect(url).await?;
        let imported = fill(&client, place.config, options, "", storage, on_progress).await?;
        if options.dry_run {
            // Roles belong to the server, so that they would outlive the dropped database.
            client.batch_execute("rollback").await?;
            return Ok::<_, ImportError>(Built::Discard(imported));
        }
        client.batch_execute("commit").await?;
        Ok(Built::Keep(imported))
    };
    project::replace(place.config, addresses, place.data, build).await
}

/// Imports into any database with the platform's migrations.
///
/// # Errors
/// As [`import_into_stack`].
pub async fn import_into_database(
    place: Place<'_>,
    url: &str,
    options: &ImportOptions,
    on_progress: &(dyn Fn(&str) + Sync),
) -> Result<Imported, ImportError> {
    let client = connect(url).await?;
    let migrated = "select to_regclass('extensions.platform_migrations') is not null";
    if !client.query_one(migrated, &[]).await?.get::<_, bool>(0) {
        return Err(ImportError::NotMigrated);
    }
    let used = used_tables(&client).await?;
    if !used.is_empty() {
        return Err(ImportError::NotEmptyDatabase(used.join(", ")));
    }
    let s3 = place.config.storage.s3.endpoint.as_ref().map(|endpoint| endpoint.0.as_str());
    let storage = storage(place, url, s3, "http://127.0.0.1", options)?;
    let imported = fill(&client, place.config, options, MOVE_JOBS, storage, on_progress).await?;
    client.batch_execute(if options.dry_run { "rollback" } else { COMMIT }).await?;
    Ok(imported)
}

/// The storage service and its arguments, if there are bytes to copy.
fn storage(
    place: Place<'_>,
    db_url: &str,
    s3_url: Option<&str>,
    api_url: &str,
    options: &ImportOptions,
) -> Result<Option<StorageCommand>, ImportError> {
    let Some(from) = options.objects.clone().or_else(|| exported_objects(&options.dumps)) else {
        return Ok(None);
    };
    let s3_url = s3_url.ok_or(ImportError::NoS3)?;
    let mut storage = storage_command(place.config, place.data, db_url, s3_url, api_url)
        .map_err(|error| ImportError::Storage(error.to_string()))?;
    let command = &mut storage.command;
    command.args = vec!["import".into(), "--from".into(), from.into()];
    if options.dry_run {
        command.args.push("--check".into());
    }
    for (name, variable) in SOURCE_VARIABLES {
        command.env.extend(std::env::var(name).ok().map(|value| (variable.to_owned(), value)));
    }
    Ok(Some(storage))
}

/// The folder with the objects' bytes that `export` writes beside a dump.
fn exported_objects(dumps: &[PathBuf]) -> Option<String> {
    let folder = dumps.iter().map(|dump| dump.join(source::OBJECTS)).find(|folder| folder.is_dir())?;
    folder.to_str().map(str::to_owned)
}

/// Loads the files, changes their rows by `edit`, and copies the bytes. Leaves the transaction open.
async fn fill(
    client: &Client,
    config: &Config,
    options: &ImportOptions,
    edit: &str,
    storage: Option<StorageCommand>,
    on_progress: &(dyn Fn(&str) + Sync),
) -> Result<Imported, ImportError> {
    let files = source::files(&options.dumps)?;
    let mut loader = Loader::begin(client, options.ignore_errors, on_progress).await?;
    for file in &files {
        on_progress(&file.display().to_string());
        loader.load(file).await?;
    }
    client.batch_execute(edit).await?;
    if storage.is_some() {
        client.batch_execute(SET_VERSIONS).await?;
    }
    loader.restore_checks().await?;
    let mut report = loader.report;
    if report.failed.count > 0 && !options.ignore_errors {
        return Err(ImportError::Statements(Box::new(report)));
    }
    let adopted = sql_migrations::adopt(client, &project::project(config)).await?;
    if !adopted.is_empty() {
        report.notes.push(format!(
            "the dump has no history of migrations, so the files of the project count as applied: {}",
            adopted.join(", ")
        ));
    }
    let copied = match storage {
        Some(storage) => transfer(&storage, storage.command.args.clone(), client, on_progress).await?,
        None => {
            let objects: i64 = client.query_one(COUNT_OBJECTS, &[]).await?.get(0);
            if objects > 0 {
                report
                    .notes
                    .push(format!("no bytes of the {objects} objects were copied; --storage names them"));
            }
            Copied::default()
        }
    };
    Ok(Imported { report, copied })
}

/// Tables with rows: those of the project, accounts and objects.
async fn used_tables(client: &Client) -> Result<Vec<String>, ImportError> {
    let query = "select nspname::text, relname::text, format('%I.%I', nspname, relname) from pg_class
                 join pg_namespace on pg_namespace.oid = relnamespace where relkind = 'r' order by 1, 2";
    let mut used = Vec::new();
    for row in client.query(query, &[]).await? {
        let (schema, table, quoted): (String, String, String) = (row.get(0), row.get(1), row.get(2));
        let is_project = !is_platform_schema(&schema) && schema != HISTORY;
        if is_project || DATA_TABLES.contains(&format!("{schema}.{table}").as_str()) {
            let exists = format!("select exists (select from {quoted})");
            if client.query_one(&exists, &[]).await?.get(0) {
                used.push(quoted);
            }
        }
    }
    Ok(used)
}
