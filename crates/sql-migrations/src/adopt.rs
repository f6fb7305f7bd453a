//! Records the files of a project as run, for a database that has their outcome already.

use crate::error::Error;
use crate::files::Migrations;
use crate::pattern::find_files;
use crate::project::Project;
use crate::repair::set_versions;
use crate::run::{hash_of, recorded_path};
use crate::{history, session};
use tokio_postgres::Client;

/// Records all seeds, and all migrations unless the database has a history of its own. Returns the versions of these
/// migrations. Runs in the transaction of the caller.
///
/// # Errors
/// When a file is unreadable, or the history cannot be written.
pub async fn adopt(client: &Client, project: &Project) -> Result<Vec<String>, Error> {
    history::create(client).await?;
    for path in find_files(&project.seeds)?.files {
        let hash = hash_of(&session::read_bytes(&path)?);
        history::set_seed(client, &recorded_path(&project.root, &path), &hash).await?;
    }
    let Some(folder) = &project.migrations else { return Ok(Vec::new()) };
    if !history::versions(client).await?.is_empty() {
        return Ok(Vec::new());
    }
    let files = Migrations::find(folder)?.files;
    set_versions(client, &files.iter().collect::<Vec<_>>()).await?;
    Ok(files.into_iter().map(|file| file.version).collect())
}
