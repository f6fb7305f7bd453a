//! `import`: arguments, progress and report.

use super::error::CommandError;
use super::target::TargetArgs;
use crate::moving::{self, ImportOptions, Imported, Place};
use crate::stack::project;
use crate::terminal::{Progress, print};
use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  supabase db dump --db-url \"$SOURCE\" -f roles.sql --role-only
  supabase db dump --db-url \"$SOURCE\" -f schema.sql
  supabase db dump --db-url \"$SOURCE\" -f data.sql --use-copy --data-only
  rest-gateway import --dump roles.sql schema.sql data.sql --dry-run

  pg_dump \"$SOURCE\" -Fc -f project.dump        # instead of the three files
  rest-gateway import --dump project.dump --storage files/
  AWS_ENDPOINT_URL=https://….supabase.co/storage/v1/s3 AWS_REGION=… AWS_ACCESS_KEY_ID=… \\
    AWS_SECRET_ACCESS_KEY=… rest-gateway import --dump project.dump --storage s3://
  rest-gateway import --dump exported/          # what `export --to exported` has written";

#[derive(Args)]
pub(super) struct ImportArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// The dump: SQL files in the order in which they are run, an archive of `pg_dump`, or a folder of `export`.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    dump: Vec<PathBuf>,
    /// The bytes of the objects: a folder with a folder for each bucket, `s3://` for an S3 that has these buckets, or
    /// `s3://bucket/prefix`. Variables AWS_… name the S3 and its keys.
    #[arg(long, value_name = "PLACE")]
    storage: Option<String>,
    /// Run and compare everything, and roll it back.
    #[arg(long)]
    dry_run: bool,
    /// Import into a running stack that has data. Its database is replaced.
    #[arg(long, conflicts_with = "db_url")]
    replace: bool,
    /// Leave out statements that fail, instead of importing nothing.
    #[arg(long)]
    ignore_errors: bool,
}

/// Runs the command.
///
/// # Errors
/// When nothing was imported, or the services do not answer with the new database.
pub(super) fn run(arguments: ImportArgs) -> Result<(), CommandError> {
    tokio::runtime::Runtime::new()?.block_on(import(arguments))
}

async fn import(arguments: ImportArgs) -> Result<(), CommandError> {
    let ImportArgs { target, mut dump, mut storage, dry_run, replace, ignore_errors } = arguments;
    // `resolve` may change the current folder to that of the project.
    let current = std::env::current_dir()?;
    dump.iter_mut().for_each(|path| *path = current.join(&path));
    if let Some(folder) = storage.as_mut().filter(|place| !place.starts_with("s3://")) {
        *folder = current.join(&folder).display().to_string();
    }
    let target = target.resolve()?.of_project()?;
    let options = ImportOptions { dumps: dump, objects: storage, dry_run, replace, ignore_errors };
    let progress = Progress::start();
    let on_progress = |done: &str| progress.report("Import", done);
    let place = Place { config: &target.config, data: &target.data };
    let imported = progress
        .step("Import", async {
            let imported = match &target.stack {
                Some(stack) => moving::import_into_stack(place, stack, &options, &on_progress).await?,
                None => moving::import_into_database(place, &target.url, &options, &on_progress).await?,
            };
            let detail = describe(&imported, dry_run);
            Ok::<_, CommandError>((imported, detail))
        })
        .await?;
    print_report(&imported);
    if let Some(stack) = target.stack.as_ref().filter(|_| !dry_run) {
        project::refill(&target.config, stack).await?;
    }
    Ok(())
}

fn describe(imported: &Imported, dry_run: bool) -> String {
    let Imported { report, copied } = imported;
    let done = if dry_run { "would import" } else { "imported" };
    let mut text = format!(
        "{done} {} statements and {} rows of {} tables",
        report.run,
        report.row_count(),
        report.rows.len()
    );
    if copied.objects > 0 {
        text += &format!(", {} objects with {:.1} MB", copied.objects, copied.bytes as f64 / 1e6);
    }
    text
}

fn print_report(imported: &Imported) {
    let report = &imported.report;
    for (table, rows) in &report.rows {
        print(&format!("  {table}: {rows} rows\n"));
    }
    if report.not_needed > 0 {
        print(&format!("{} statements are about objects that the platform has\n", report.not_needed));
    }
    for (what, lines) in [("left out", &report.omitted), ("rejected and left out", &report.failed)] {
        if lines.count > 0 {
            print(&format!("{} statements were {what}:\n{lines}", lines.count));
        }
    }
    for note in &report.notes {
        print(&format!("Note: {note}\n"));
    }
}
