//! `migration`: the files of `supabase/migrations`, and the history of migrations in a database.

use super::error::CommandError;
use super::report::{describe, display_path, list_files};
use super::target::TargetArgs;
use super::workspace::enter;
use crate::config::Config;
use crate::stack::{DEFAULT_FOLDER, project};
use crate::terminal::print;
use chrono::{NaiveDateTime, Utc};
use clap::{Subcommand, ValueEnum};
use sql_migrations::{Repair, RunRoles, Selection, Status};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The digits of a version: year, month, day, hour, minute, second.
pub(super) const VERSION: &str = "%Y%m%d%H%M%S";

/// What to do with the migrations.
#[derive(Subcommand)]
pub(super) enum MigrationCommand {
    /// Create a migration, named by the time: empty, or with the text on standard input.
    #[command(after_help = NEW_EXAMPLES)]
    New {
        /// A name in a few words, such as `create_todos`.
        name: String,
        /// The configuration; by default the one that `up` finds.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// List the files and the applied versions of a database, side by side.
    #[command(after_help = "Example:\n  rest-gateway migration list")]
    List {
        #[command(flatten)]
        target: TargetArgs,
    },
    /// Apply the pending migrations.
    #[command(after_help = "Example:\n  rest-gateway migration up")]
    Up {
        #[command(flatten)]
        target: TargetArgs,
        /// Also apply migrations that are older than the newest applied one.
        #[arg(long)]
        include_all: bool,
    },
    /// Correct a database's history of migrations, without running any.
    #[command(after_help = REPAIR_EXAMPLES)]
    Repair {
        #[command(flatten)]
        target: TargetArgs,
        /// The state to record.
        #[arg(long, value_enum)]
        status: RepairStatus,
        /// The versions; by default those of all files.
        versions: Vec<String>,
    },
}

const NEW_EXAMPLES: &str = "\
Examples:
  rest-gateway migration new create_todos
  echo 'create table todos (id int primary key);' | rest-gateway migration new create_todos";

const REPAIR_EXAMPLES: &str = "\
Examples:
  rest-gateway migration repair --status reverted 20260101000000
  rest-gateway migration repair --status applied           # all files";

/// The value of `--status`.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum RepairStatus {
    /// The versions were applied.
    Applied,
    /// The versions were not applied.
    Reverted,
}

/// Runs the command.
///
/// # Errors
/// When it fails, or the history and the files contradict each other.
pub(super) fn run(command: MigrationCommand) -> Result<(), CommandError> {
    let runtime = tokio::runtime::Runtime::new()?;
    match command {
        MigrationCommand::New { name, config } => create(&name, config.as_deref()),
        MigrationCommand::List { target } => runtime.block_on(list(target)),
        MigrationCommand::Up { target, include_all } => runtime.block_on(apply(target, include_all)),
        MigrationCommand::Repair { target, status, versions } => {
            runtime.block_on(correct(target, status, &versions))
        }
    }
}

fn create(name: &str, config: Option<&Path>) -> Result<(), CommandError> {
    let (source, _) = enter(config, PathBuf::from(DEFAULT_FOLDER))?;
    let name = migration_name(name)?;
    let folder = source.folder().join("migrations");
    let path = folder.join(format!("{}_{name}.sql", Utc::now().format(VERSION)));
    let content = piped_input()?;
    let write = || {
        fs::create_dir_all(&folder)?;
        fs::write(&path, content)
    };
    write().map_err(|cause| CommandError::Write { path: path.clone(), cause })?;
    print(&format!("Created {}\n", display_path(&path).display()));
    Ok(())
}

/// A name as part of a file's name.
///
/// # Errors
/// When it cannot be one.
pub(super) fn migration_name(words: &str) -> Result<String, CommandError> {
    let name = words.split_whitespace().collect::<Vec<_>>().join("_");
    if name.is_empty() || name.contains(['/', '\\']) || name.starts_with('.') {
        return Err(CommandError::MigrationName(name));
    }
    Ok(name)
}

/// Standard input if it is a pipe or a file, which end; nothing otherwise.
fn piped_input() -> Result<String, CommandError> {
    use std::os::unix::fs::FileTypeExt;
    let mut content = String::new();
    let kind = fs::metadata("/dev/stdin").map(|found| found.file_type());
    if kind.is_ok_and(|kind| kind.is_fifo() || kind.is_file()) {
        std::io::stdin().lock().read_to_string(&mut content)?;
    }
    Ok(content)
}

fn folder(config: &Config) -> PathBuf {
    config.source.folder().join("migrations")
}

async fn list(target: TargetArgs) -> Result<(), CommandError> {
    let target = target.resolve()?.of_project()?;
    let client = target.connect().await?;
    print(&table(&sql_migrations::status(&client, &folder(&target.config)).await?));
    Ok(())
}

async fn apply(target: TargetArgs, include_all: bool) -> Result<(), CommandError> {
    let target = target.resolve()?.of_project()?;
    let client = target.connect().await?;
    let plan = sql_migrations::status(&client, &folder(&target.config)).await?.plan;
    if !plan.without_file.is_empty() {
        return Err(CommandError::WithoutFile(plan.without_file));
    }
    if !plan.out_of_order.is_empty() && !include_all {
        return Err(CommandError::OutOfOrder(list_files(&plan.out_of_order)));
    }
    let mut project = project::project(&target.config);
    project.run_roles = RunRoles::Never;
    project.selection = if include_all { Selection::All } else { Selection::Newer };
    project.seeds.clear();
    let report = sql_migrations::run(&client, &project).await?;
    for migration in &report.applied {
        print(&format!("Applied {}\n", display_path(&migration.path).display()));
    }
    client.batch_execute("notify pgrst, 'reload schema'").await?;
    print(&format!("Done: {}\n", describe(&report)));
    Ok(())
}

async fn correct(target: TargetArgs, status: RepairStatus, versions: &[String]) -> Result<(), CommandError> {
    let target = target.resolve()?.of_project()?;
    let client = target.connect().await?;
    let (repair, word) = match status {
        RepairStatus::Applied => (Repair::Applied, "applied"),
        RepairStatus::Reverted => (Repair::Reverted, "reverted"),
    };
    let changed = sql_migrations::repair(&client, &folder(&target.config), versions, repair).await?;
    match changed.as_slice() {
        [] => print("Nothing to correct\n"),
        changed => print(&format!("Recorded as {word}: {}\n", changed.join(", "))),
    }
    Ok(())
}

/// The table of `migration list`.
fn table(status: &Status) -> String {
    let local: BTreeSet<&str> = status.files.iter().map(|file| file.version.as_str()).collect();
    let remote: BTreeSet<&str> = status.applied.iter().map(String::as_str).collect();
    let mut all: Vec<&str> = local.union(&remote).copied().collect();
    all.sort_by_key(|version| (version.trim_start_matches('0').len(), version.trim_start_matches('0')));
    let mut text = format!("{:>16} | {:>14} | Time (UTC)\n", "Local", "Remote");
    text += &format!("{}|{}|{}\n", "-".repeat(17), "-".repeat(16), "-".repeat(21));
    for version in all {
        let known =
            |set: &BTreeSet<&str>| if set.contains(version) { version.to_owned() } else { String::new() };
        text += &format!("{:>16} | {:>14} | {}\n", known(&local), known(&remote), time(version));
    }
    text
}

/// The time that a version stands for; the version itself if it is none.
fn time(version: &str) -> String {
    let parsed = NaiveDateTime::parse_from_str(version, VERSION);
    parsed.map_or_else(|_| version.to_owned(), |time| time.format("%Y-%m-%d %H:%M:%S").to_string())
}
