//! Template databases, which a reset copies: one with the platform's migrations, and one with all SQL of a project. A
//! comment on each holds the fingerprint of its content, by which an outdated one is recognised.

use super::error::ResetError;
use crate::stack::database::database_url::as_database;
use crate::stack::database::roles;
use sha2::{Digest, Sha256};
use sql_migrations::{Migrations, Project, find_files};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio_postgres::Client;

/// The database of the stack.
pub const DATABASE: &str = "postgres";
/// With the platform's migrations.
pub const PLATFORM: &str = "platform_template";
/// With the project's migrations and seeds.
pub const PROJECT: &str = "project_template";

/// How long the end of connections is waited for. The statement that needs it fails if one is left.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const DISCONNECT_INTERVAL: Duration = Duration::from_millis(5);

/// Connections to the cluster for the work on its databases.
pub struct Cluster {
    /// The connection string of any of its databases.
    pub url: String,
    /// A connection to `template1`, which no reset replaces.
    pub admin: Client,
}

impl Cluster {
    /// # Errors
    /// When the server is unreachable.
    pub async fn connect(url: &str) -> Result<Cluster, ResetError> {
        let admin = roles::connect(&as_database(url, "template1")).await?;
        Ok(Cluster { url: url.to_owned(), admin })
    }

    /// The connection string of one of its databases.
    pub fn url_of(&self, database: &str) -> String {
        as_database(&self.url, database)
    }

    /// Whether a database exists.
    ///
    /// # Errors
    /// When the query fails.
    pub async fn exists(&self, database: &str) -> Result<bool, ResetError> {
        let query = "select from pg_database where datname = $1";
        Ok(self.admin.query_opt(query, &[&database]).await?.is_some())
    }

    /// Runs a statement on a database. `%I` in it stands for the name.
    ///
    /// # Errors
    /// When the statement fails.
    pub async fn alter(&self, statement: &str, database: &str) -> Result<(), ResetError> {
        // `alter database` and the like take no parameters, so the server quotes the name.
        let quoted: String =
            self.admin.query_one("select format($1, $2::text)", &[&statement, &database]).await?.get(0);
        Ok(self.admin.batch_execute(&quoted).await?)
    }

    /// Drops a database if it exists, and ends its connections. Those that read a replication slot are ended first,
    /// because Postgres keeps a database with an active slot.
    ///
    /// # Errors
    /// When a statement fails.
    pub async fn drop(&self, database: &str) -> Result<(), ResetError> {
        self.disconnect(database).await?;
        self.alter("drop database if exists %I with (force)", database).await
    }

    /// Ends the connections to a database, and waits until they have ended.
    ///
    /// # Errors
    /// When the query fails.
    pub async fn disconnect(&self, database: &str) -> Result<(), ResetError> {
        // Without a timeout of its own, with which `pg_terminate_backend` waits at least 100 ms for each connection, one
        // after the other.
        let query = "select count(pg_terminate_backend(pid)) from pg_stat_activity \
                     where datname = $1 and pid <> pg_backend_pid()";
        let deadline = Instant::now() + DISCONNECT_TIMEOUT;
        while self.admin.query_one(query, &[&database]).await?.get::<_, i64>(0) > 0 {
            if Instant::now() >= deadline {
                break;
            }
            tokio::time::sleep(DISCONNECT_INTERVAL).await;
        }
        Ok(())
    }

    /// Whether a template exists and was made of the content with this fingerprint.
    ///
    /// # Errors
    /// When the query fails.
    pub async fn is_current(&self, template: &str, fingerprint: &str) -> Result<bool, ResetError> {
        let query = "select shobj_description(oid, 'pg_database') from pg_database where datname = $1";
        let row = self.admin.query_opt(query, &[&template]).await?;
        let comment: Option<String> = row.and_then(|row| row.get(0));
        Ok(comment.as_deref() == Some(fingerprint))
    }

    /// Records the fingerprint of a template, which from then on is valid.
    ///
    /// # Errors
    /// When the statement fails.
    pub async fn mark(&self, template: &str, fingerprint: &str) -> Result<(), ResetError> {
        // The fingerprint consists of hexadecimal digits.
        self.alter(&format!("comment on database %I is '{fingerprint}'"), template).await
    }
}

/// The fingerprint of a project's SQL: its files, the platform's migrations, and further conditions of the outcome.
///
/// # Errors
/// When a file is unreadable.
pub fn fingerprint(project: &Project, conditions: &[&str]) -> Result<String, ResetError> {
    let mut hasher = Sha256::new();
    hasher.update(platform_schema::FINGERPRINT);
    for condition in conditions {
        hash(&mut hasher, condition.as_bytes());
    }
    let mut files = vec![project.roles.clone()];
    if let Some(folder) = &project.migrations {
        files.extend(Migrations::find(folder)?.files.into_iter().map(|file| file.path));
    }
    files.extend(find_files(&project.seeds)?.files);
    for path in files {
        hash(&mut hasher, path.as_os_str().as_encoded_bytes());
        hash(&mut hasher, &content(&path)?);
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Each part with its length, so that no two sequences of parts are equal.
fn hash(hasher: &mut Sha256, part: &[u8]) {
    hasher.update((part.len() as u64).to_le_bytes());
    hasher.update(part);
}

/// The content of a file; empty if it does not exist, as `roles.sql` may not.
fn content(path: &Path) -> Result<Vec<u8>, ResetError> {
    match std::fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(|cause| ResetError::Read { path: path.to_owned(), cause }),
    }
}
