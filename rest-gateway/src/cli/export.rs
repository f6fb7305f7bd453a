//! `export`: arguments and progress.

use super::error::CommandError;
use super::target::TargetArgs;
use crate::moving::{self, Exported};
use crate::stack::storage_command;
use crate::terminal::{Progress, print};
use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  rest-gateway export --to backup
  rest-gateway import --dump backup             # on another stack

The folder gets roles.sql, schema.sql and data.sql, as `supabase db dump` writes them; platform.sql with the project's
triggers and policies on auth and storage; history.sql with the history of migrations; and storage/ with a folder for
each bucket.";

#[derive(Args)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// The folder, which must not exist.
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    /// Leave out the bytes of the objects.
    #[arg(long)]
    without_objects: bool,
}

/// Runs the command.
///
/// # Errors
/// When the database cannot be dumped, or the bytes of an object are missing.
pub(super) fn run(arguments: ExportArgs) -> Result<(), CommandError> {
    tokio::runtime::Runtime::new()?.block_on(export(arguments))
}

async fn export(arguments: ExportArgs) -> Result<(), CommandError> {
    let ExportArgs { target, to, without_objects } = arguments;
    let to = std::env::current_dir()?.join(to);
    let target = target.resolve()?;
    let (s3, api_url) = match &target.stack {
        Some(stack) => (Some(stack.s3_url.as_str()), stack.api_url.as_str()),
        None => (target.config.storage.s3.endpoint.as_ref().map(|url| url.0.as_str()), "http://127.0.0.1"),
    };
    let storage = match s3.filter(|url| !without_objects && !url.is_empty()) {
        Some(s3) => Some(storage_command(&target.config, &target.data, &target.url, s3, api_url)?),
        None => None,
    };
    let progress = Progress::start();
    let on_progress = |done: &str| progress.report("Export", done);
    let exported = progress
        .step("Export", async {
            let exported = moving::export(&target.url, storage, &to, &on_progress).await?;
            let detail = describe(&exported);
            Ok::<_, CommandError>((exported, detail))
        })
        .await?;
    for file in exported.files {
        print(&format!("  {}\n", to.join(file).display()));
    }
    Ok(())
}

fn describe(exported: &Exported) -> String {
    let copied = exported.copied;
    format!("{} objects with {:.1} MB", copied.objects, copied.bytes as f64 / 1e6)
}
