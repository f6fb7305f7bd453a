//! Brings a database up to date with a project.

use crate::error::Error;
use crate::files::{Migration, Migrations};
use crate::pattern::find_files;
use crate::plan::Plan;
use crate::{history, session};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use tokio_postgres::Client;

/// Two runs on the same database take turns. The number is arbitrary.
const LOCK: i64 = 7_405_219_331_604_118_273;

/// For that long, one waits for the other.
const LOCK_TIMEOUT: &str = "set lock_timeout to '60s'";

/// The SQL of a project.
#[derive(Debug, Clone)]
pub struct Project {
    /// The folder above `supabase/`. Paths of the history start here.
    pub root: PathBuf,
    /// Run once, before the first migration.
    pub roles: PathBuf,
    /// The folder of migrations; `None` runs none.
    pub migrations: Option<PathBuf>,
    /// Patterns of seeds, absolute. Each file is run once.
    pub seeds: Vec<PathBuf>,
}

/// What was done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Whether `roles.sql` was run.
    pub roles: bool,
    /// Applied migrations.
    pub applied: Vec<Migration>,
    /// Migrations that were not applied, because a newer one was before.
    pub out_of_order: Vec<Migration>,
    /// Applied versions without a file.
    pub without_file: Vec<String>,
    /// Files in the folder of migrations that are none.
    pub skipped: Vec<PathBuf>,
    /// Seeds that were run.
    pub seeded: Vec<PathBuf>,
    /// Seeds that changed after they were run. They are not run again.
    pub changed_seeds: Vec<PathBuf>,
    /// Patterns of seeds without a file.
    pub unmatched_seeds: Vec<PathBuf>,
}

/// Runs what the database lacks: roles on the first run, pending migrations, new seeds. Each file is a transaction with its
/// record, so that a failure leaves the database as it was before the file.
///
/// # Errors
/// When a file is unreadable or one of its statements fails.
pub async fn run(client: &Client, project: &Project) -> Result<Report, Error> {
    client.batch_execute(LOCK_TIMEOUT).await?;
    client.execute("select pg_advisory_lock($1)", &[&LOCK]).await?;
    let report = run_locked(client, project).await;
    let unlocked = client.execute("select pg_advisory_unlock($1)", &[&LOCK]).await;
    let report = report?;
    unlocked?;
    Ok(report)
}

async fn run_locked(client: &Client, project: &Project) -> Result<Report, Error> {
    let mut report = Report::default();
    let is_new = !history::exists(client).await?;
    if is_new && project.roles.is_file() {
        session::run_file(client, &project.roles, async |_: &[&str]| history::create(client).await).await?;
        report.roles = true;
    }
    history::create(client).await?;
    if let Some(folder) = &project.migrations {
        let found = Migrations::find(folder)?;
        let plan = Plan::new(&found.files, &history::versions(client).await?);
        for migration in plan.pending {
            let record = async |statements: &[&str]| history::add(client, &migration, statements).await;
            session::run_file(client, &migration.path, record).await?;
            report.applied.push(migration);
        }
        report.out_of_order = plan.out_of_order;
        report.without_file = plan.without_file;
        report.skipped = found.skipped;
    }
    seed(client, project, &mut report).await?;
    Ok(report)
}

async fn seed(client: &Client, project: &Project, report: &mut Report) -> Result<(), Error> {
    let found = find_files(&project.seeds)?;
    let known = history::seeds(client).await?;
    for path in found.files {
        let bytes = std::fs::read(&path).map_err(|cause| Error::Read { path: path.clone(), cause })?;
        let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let name = recorded_path(&project.root, &path);
        match known.get(&name) {
            Some(earlier) if *earlier == hash => {}
            Some(_) => {
                history::set_seed(client, &name, &hash).await?;
                report.changed_seeds.push(path);
            }
            None => {
                let record = async |_: &[&str]| history::set_seed(client, &name, &hash).await;
                session::run_file(client, &path, record).await?;
                report.seeded.push(path);
            }
        }
    }
    report.unmatched_seeds = found.unmatched;
    Ok(())
}

/// `supabase/seed.sql`, as the command line records it.
fn recorded_path(root: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(root).unwrap_or(path);
    let components: PathBuf = inside.components().collect();
    components.display().to_string().replace('\\', "/")
}
