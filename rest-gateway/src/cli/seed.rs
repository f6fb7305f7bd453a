//! `seed`: runs the seeds of a project, and fills its buckets.

use super::error::CommandError;
use super::report::describe;
use super::target::TargetArgs;
use crate::stack::project;
use crate::terminal::print;
use clap::{Args, Subcommand};
use sql_migrations::RunRoles;

/// The arguments of `seed`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct SeedArgs {
    #[command(flatten)]
    target: TargetArgs,
    #[command(subcommand)]
    command: Option<SeedCommand>,
}

#[derive(Subcommand)]
enum SeedCommand {
    /// Create the buckets of the configuration in the running stack, and upload the files of their `objects_path`.
    #[command(after_help = "Example:\n  rest-gateway seed buckets")]
    Buckets {
        #[command(flatten)]
        target: TargetArgs,
    },
}

pub(super) const EXAMPLES: &str = "\
Examples:
  rest-gateway seed             # the files of [db.seed] sql_paths that were not run yet
  rest-gateway seed buckets";

/// Runs the command.
///
/// # Errors
/// When a seed fails, or a file cannot be uploaded.
pub(super) fn run(arguments: SeedArgs) -> Result<(), CommandError> {
    let runtime = tokio::runtime::Runtime::new()?;
    match arguments.command {
        Some(SeedCommand::Buckets { target }) => runtime.block_on(buckets(target)),
        None => runtime.block_on(seed(arguments.target)),
    }
}

async fn seed(target: TargetArgs) -> Result<(), CommandError> {
    let target = target.resolve()?.of_project()?;
    let client = target.connect().await?;
    let mut project = project::project(&target.config);
    project.run_roles = RunRoles::Never;
    project.migrations = None;
    let report = sql_migrations::run(&client, &project).await?;
    for path in &report.changed_seeds {
        print(&format!("{}: changed, and not run again; `db reset` runs it\n", path.display()));
    }
    print(&format!("Done: {}\n", describe(&report)));
    Ok(())
}

async fn buckets(target: TargetArgs) -> Result<(), CommandError> {
    let target = target.resolve()?;
    let Some(addresses) = &target.stack else { return Err(CommandError::BucketsOfDatabase) };
    let filled = project::refill(&target.config, addresses).await?;
    let (buckets, uploaded, present) = (filled.buckets, filled.uploaded, filled.present);
    print(&format!("Done: {buckets} buckets, {uploaded} objects uploaded, {present} in place\n"));
    Ok(())
}
