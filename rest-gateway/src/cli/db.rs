//! `db`: resets a database, and applies a project's migrations to one.

use super::diff::{self, DiffArgs};
use super::dump::{self, DumpArgs};
use super::error::CommandError;
use super::report::{describe, list_files};
use super::target::{TargetArgs, confirm};
use crate::stack::project::{self, Reset, ResetOptions};
use crate::terminal::print;
use clap::{Args, Subcommand};
use sql_migrations::{RunRoles, Selection};
use std::time::Instant;

/// What to do with the database.
#[derive(Subcommand)]
pub(super) enum DbCommand {
    /// Recreate the running stack's database from the project's migrations and seeds. All its data is lost. With
    /// --db-url, drop everything that migrations can create, and run them.
    #[command(after_help = RESET_EXAMPLES)]
    Reset(ResetArgs),
    /// Apply the project's pending migrations to a database.
    #[command(after_help = PUSH_EXAMPLES)]
    Push(PushArgs),
    /// Write the schema, the data or the roles of a database as SQL.
    #[command(after_help = dump::EXAMPLES)]
    Dump(DumpArgs),
    /// Print what a database has beyond the project's migrations, or write it as a migration.
    #[command(after_help = diff::EXAMPLES)]
    Diff(DiffArgs),
}

const RESET_EXAMPLES: &str = "\
Examples:
  rest-gateway db reset                     # migrations and seeds
  rest-gateway db reset --no-seed
  rest-gateway db reset --version 20260102000000
  rest-gateway db reset --db-url postgres://postgres:…@db.example.org/postgres --yes";

const PUSH_EXAMPLES: &str = "\
Examples:
  rest-gateway db push --dry-run
  rest-gateway db push --db-url postgres://postgres:…@db.example.org/postgres --include-seed";

#[derive(Args)]
pub(super) struct ResetArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// Apply the migrations up to this version.
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
    /// Do not run the seeds.
    #[arg(long)]
    no_seed: bool,
    /// Do not ask before a database named by --db-url is emptied.
    #[arg(long, short)]
    yes: bool,
}

#[derive(Args)]
pub(super) struct PushArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// Print what would be run, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Also apply migrations that are older than the newest applied one.
    #[arg(long)]
    include_all: bool,
    /// Also run `supabase/roles.sql`.
    #[arg(long)]
    include_roles: bool,
    /// Also run the seeds that were not run yet.
    #[arg(long)]
    include_seed: bool,
    /// Do not ask.
    #[arg(long, short)]
    yes: bool,
}

/// Runs the command.
///
/// # Errors
/// When it fails, or the history and the files contradict each other.
pub(super) fn run(command: DbCommand) -> Result<(), CommandError> {
    let runtime = tokio::runtime::Runtime::new()?;
    match command {
        DbCommand::Reset(arguments) => runtime.block_on(reset(arguments)),
        DbCommand::Push(arguments) => runtime.block_on(push(arguments)),
        DbCommand::Dump(arguments) => dump::run(arguments, &runtime),
        DbCommand::Diff(arguments) => runtime.block_on(diff::run(arguments)),
    }
}

async fn reset(arguments: ResetArgs) -> Result<(), CommandError> {
    let started = Instant::now();
    let ResetArgs { target, version, no_seed, yes } = arguments;
    let target = target.resolve()?;
    let options = ResetOptions { without_seeds: no_seed, version };
    let Some(addresses) = &target.stack else {
        let target = target.of_project()?;
        if !yes && !confirm("Drop everything that migrations can have made in this database?", false)? {
            return Err(CommandError::Declined);
        }
        let report = project::reset_external(&target.config, &target.url, &options).await?;
        print(&format!("Reset: {}\n", describe(&report)));
        return Ok(());
    };
    let done = match project::reset(&target.config, &target.data, addresses, &options).await? {
        Reset::Copied => "nothing had changed, a copy".to_owned(),
        Reset::Ran(report) => describe(&report),
        Reset::Product => "migrations, the administrator's account and sample data".to_owned(),
    };
    let filled = project::refill(&target.config, addresses).await?;
    let buckets = match filled.buckets {
        0 => String::new(),
        buckets => format!(", {buckets} buckets with {} objects", filled.uploaded),
    };
    print(&format!("Reset in {:.2} s: {done}{buckets}\n", started.elapsed().as_secs_f64()));
    Ok(())
}

async fn push(arguments: PushArgs) -> Result<(), CommandError> {
    let target = arguments.target.resolve()?.of_project()?;
    let client = target.connect().await?;
    let mut project = project::project(&target.config);
    let folder = target.config.source.folder().join("migrations");
    let status = sql_migrations::status(&client, &folder).await?;
    if !status.plan.without_file.is_empty() {
        return Err(CommandError::WithoutFile(status.plan.without_file));
    }
    if !status.plan.out_of_order.is_empty() && !arguments.include_all {
        return Err(CommandError::OutOfOrder(list_files(&status.plan.out_of_order)));
    }
    project.selection = if arguments.include_all { Selection::All } else { Selection::Newer };
    project.run_roles = if arguments.include_roles { RunRoles::Now } else { RunRoles::Never };
    if !arguments.include_seed {
        project.seeds.clear();
    }
    let mut pending = status.plan.pending;
    pending.extend(status.plan.out_of_order);
    let seeds = sql_migrations::pending_seeds(&client, &project).await?;
    let roles = arguments.include_roles && project.roles.is_file();
    if pending.is_empty() && seeds.is_empty() && !roles {
        print("The database is up to date\n");
        return Ok(());
    }
    let mut wanted = list_files(&pending);
    wanted.extend(seeds.iter().map(|path| path.display().to_string()));
    if roles {
        wanted.insert(0, project.roles.display().to_string());
    }
    let wanted: String = wanted.iter().map(|name| format!("  {name}\n")).collect();
    if arguments.dry_run {
        print(&format!("Dry run, nothing was changed. Pending:\n{wanted}"));
        return Ok(());
    }
    print(&format!("To run:\n{wanted}"));
    if !arguments.yes && !confirm("Run them on the database?", true)? {
        return Err(CommandError::Declined);
    }
    project::fill_vault(&client, &target.config.db.vault).await?;
    let report = sql_migrations::run(&client, &project).await?;
    // For a Postgres whose owner cannot create the event triggers.
    client.batch_execute("notify pgrst, 'reload schema'").await?;
    print(&format!("Done: {}\n", describe(&report)));
    Ok(())
}
