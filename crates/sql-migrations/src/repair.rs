//! Corrects the history without running a migration.

use crate::error::Error;
use crate::files::{Migration, Migrations};
use crate::run::locked;
use crate::split::split;
use crate::{history, session};
use std::path::Path;
use tokio_postgres::Client;

/// The state of a version to record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// It was applied, with the statements of its file.
    Applied,
    /// It was not.
    Reverted,
}

/// Records versions, or removes their records; without any, the history of all files. Returns the versions.
///
/// # Errors
/// When a version has no file, a file is unreadable, or the history cannot be changed. Nothing is changed then.
pub async fn repair(
    client: &Client,
    folder: &Path,
    versions: &[String],
    repair: Repair,
) -> Result<Vec<String>, Error> {
    let work = async {
        history::create(client).await?;
        let files = Migrations::find(folder)?.files;
        client.batch_execute("begin").await?;
        let result = match repair {
            Repair::Applied => record(client, folder, &files, versions).await,
            Repair::Reverted => forget(client, &files, versions).await,
        };
        client.batch_execute(if result.is_ok() { "commit" } else { "rollback" }).await?;
        result
    };
    locked(client, work).await
}

async fn record(
    client: &Client,
    folder: &Path,
    files: &[Migration],
    versions: &[String],
) -> Result<Vec<String>, Error> {
    let chosen: Vec<&Migration> = if versions.is_empty() {
        history::clear(client).await?;
        files.iter().collect()
    } else {
        let find = |version: &String| {
            let found = files.iter().find(|file| file.version == *version);
            found.ok_or_else(|| Error::NoFile { version: version.clone(), folder: folder.to_owned() })
        };
        versions.iter().map(find).collect::<Result<_, _>>()?
    };
    set_versions(client, &chosen).await?;
    Ok(chosen.iter().map(|file| file.version.clone()).collect())
}

/// Records migrations with the statements of their files.
pub(crate) async fn set_versions(client: &Client, files: &[&Migration]) -> Result<(), Error> {
    for file in files {
        let sql = session::read(&file.path)?;
        let statements: Vec<&str> = split(&sql).iter().map(|statement| statement.text).collect();
        history::set(client, file, &statements).await?;
    }
    Ok(())
}

async fn forget(client: &Client, files: &[Migration], versions: &[String]) -> Result<Vec<String>, Error> {
    let all: Vec<String> = files.iter().map(|file| file.version.clone()).collect();
    let mut removed = Vec::new();
    for version in if versions.is_empty() { &all } else { versions } {
        if history::remove(client, version).await? {
            removed.push(version.clone());
        }
    }
    Ok(removed)
}
