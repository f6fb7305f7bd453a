//! Brings a database up to date with a project.

use crate::error::Error;
use crate::extensions::Extensions;
use crate::files::{Migration, Migrations};
use crate::pattern::find_files;
use crate::plan::Plan;
use crate::project::{Project, RunRoles};
use crate::session::{ExistingRoles, FileRunner, read_bytes};
use crate::{history, session};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tokio_postgres::Client;

/// The key of the advisory lock that keeps two runs on one database apart. The number is arbitrary.
const LOCK: i64 = 7_405_219_331_604_118_273;

/// The timeout for the lock.
const LOCK_TIMEOUT: &str = "set lock_timeout to '60s'";

/// The objects of migrations belong to `postgres`, also when an administrator of the platform or a temporary login runs
/// them.
const AS_POSTGRES: &str = r"
    do $$ begin
      if session_user = 'supabase_admin' or session_user like 'cli\_login\_%' then
        set role postgres;
      end if;
    end $$;
";

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
    /// Files in the folder of migrations that are not migrations.
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
    locked(client, run_locked(client, project)).await
}

/// Compares the files of a project with the history, and changes nothing.
///
/// # Errors
/// When the folder or the history is unreadable.
pub async fn status(client: &Client, migrations: &Path) -> Result<Status, Error> {
    let found = Migrations::find(migrations)?;
    let applied = if history::exists(client).await? { history::versions(client).await? } else { Vec::new() };
    Ok(Status {
        plan: Plan::new(&found.files, &applied),
        files: found.files,
        skipped: found.skipped,
        applied,
    })
}

/// The files of a project, and the history of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// Ordered by version.
    pub files: Vec<Migration>,
    /// Files in the folder of migrations that are not migrations.
    pub skipped: Vec<PathBuf>,
    /// The versions of the history.
    pub applied: Vec<String>,
    /// The differences.
    pub plan: Plan,
}

/// The seeds of a project that were never run, in order.
///
/// # Errors
/// When a pattern names a folder, or the history is unreadable.
pub async fn pending_seeds(client: &Client, project: &Project) -> Result<Vec<PathBuf>, Error> {
    let known =
        if history::has_seeds(client).await? { history::seeds(client).await? } else { HashMap::new() };
    let found = find_files(&project.seeds)?.files;
    let is_new = |path: &PathBuf| !known.contains_key(&recorded_path(&project.root, path));
    Ok(found.into_iter().filter(is_new).collect())
}

/// Runs `work` under the lock.
pub(crate) async fn locked<T>(
    client: &Client,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    client.batch_execute(AS_POSTGRES).await?;
    client.batch_execute(LOCK_TIMEOUT).await?;
    client.execute("select pg_advisory_lock($1)", &[&LOCK]).await?;
    let result = work.await;
    let unlocked = client.execute("select pg_advisory_unlock($1)", &[&LOCK]).await;
    let result = result?;
    unlocked?;
    Ok(result)
}

async fn run_locked(client: &Client, project: &Project) -> Result<Report, Error> {
    let mut report = Report::default();
    let is_new = !history::exists(client).await?;
    let found = project.migrations.as_deref().map(Migrations::find).transpose()?.unwrap_or_default();
    let applied = if is_new { Vec::new() } else { history::versions(client).await? };
    let mut plan = Plan::new(&found.files, &applied);
    plan.select(&project.selection);
    let extensions = Extensions::of_server(client, &project.stand_ins).await?;
    check_extensions(&extensions, &plan.pending)?;
    let mut runner = FileRunner { client, extensions: &extensions, existing_roles: ExistingRoles::Keep };
    let runs_roles = match project.run_roles {
        RunRoles::First => is_new,
        RunRoles::Now => true,
        RunRoles::Never => false,
    };
    if runs_roles && project.roles.is_file() {
        let record = async |_: &[&str]| history::create(client).await;
        runner.run(&project.roles, record).await?;
        report.roles = true;
    }
    history::create(client).await?;
    runner.existing_roles = project.existing_roles;
    if project.migrations.is_some() {
        for migration in plan.pending {
            let record = async |statements: &[&str]| history::add(client, &migration, statements).await;
            runner.run(&migration.path, record).await?;
            report.applied.push(migration);
        }
        report.out_of_order = plan.out_of_order;
        report.without_file = plan.without_file;
        report.skipped = found.skipped;
    }
    seed(&runner, project, &mut report).await?;
    Ok(report)
}

/// Reports the extensions of all files that the server lacks.
fn check_extensions(extensions: &Extensions, pending: &[Migration]) -> Result<(), Error> {
    let mut missing = Vec::new();
    for migration in pending {
        missing.extend(extensions.missing(&migration.path, &session::read(&migration.path)?));
    }
    if missing.is_empty() { Ok(()) } else { Err(Error::Extensions(missing)) }
}

async fn seed(runner: &FileRunner<'_>, project: &Project, report: &mut Report) -> Result<(), Error> {
    let client = runner.client;
    let found = find_files(&project.seeds)?;
    let known = history::seeds(client).await?;
    for path in found.files {
        let hash = hash_of(&read_bytes(&path)?);
        let name = recorded_path(&project.root, &path);
        match known.get(&name) {
            Some(earlier) if *earlier == hash => {}
            Some(_) => {
                history::set_seed(client, &name, &hash).await?;
                report.changed_seeds.push(path);
            }
            None => {
                let record = async |_: &[&str]| history::set_seed(client, &name, &hash).await;
                runner.run(&path, record).await?;
                report.seeded.push(path);
            }
        }
    }
    report.unmatched_seeds = found.unmatched;
    Ok(())
}

/// The hash of a seed, as the command line records it.
pub(crate) fn hash_of(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `supabase/seed.sql`, as the command line records it.
pub(crate) fn recorded_path(root: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(root).unwrap_or(path);
    let components: PathBuf = inside.components().collect();
    components.display().to_string().replace('\\', "/")
}
