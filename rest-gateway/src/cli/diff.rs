//! `db diff`: what a database has beyond the project's migrations, as SQL or as a new migration.

use super::error::CommandError;
use super::migration::{VERSION, migration_name};
use super::report::display_path;
use super::target::TargetArgs;
use crate::schema_diff::{self, SchemaDiff};
use crate::stack::project::Shadow;
use crate::stack::{DataFolder, user_cache};
use crate::terminal::print;
use chrono::{TimeDelta, Utc};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const EXAMPLES: &str = "\
Examples:
  rest-gateway db diff                      # what was changed by hand in the stack's database
  rest-gateway db diff -f add_todos         # the same as a migration
  rest-gateway db diff --schema public,shop
  rest-gateway db diff --db-url postgres://postgres:…@db.example.org/postgres

The migrations are applied to a shadow database of the running stack. The schemas are compared by @supabase/pg-delta,
which needs Node.js or Deno and is installed from npm at its first use.";

#[derive(Args)]
pub(super) struct DiffArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// Write the difference as a migration of this name instead of printing it.
    #[arg(long, short, value_name = "NAME")]
    file: Option<String>,
    /// Compare these schemas only.
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',')]
    schema: Vec<String>,
}

/// Runs the command. What the difference drops is named on standard error.
///
/// # Errors
/// When no stack runs, a migration fails, or the schemas cannot be compared.
pub(super) async fn run(arguments: DiffArgs) -> Result<(), CommandError> {
    let name = arguments.file.as_deref().map(migration_name).transpose()?;
    let target = arguments.target.resolve()?.of_project()?;
    let addresses = match target.stack {
        Some(addresses) => addresses,
        None => DataFolder::running(&target.data)?,
    };
    let shadow = Shadow::create(&target.config, &addresses).await?;
    let cache = user_cache()?;
    let project = target.config.source.project_folder();
    let diff = schema_diff::diff(&shadow.url, &target.url, &arguments.schema, project, &cache).await;
    shadow.drop().await?;
    let diff = diff?;
    warn(&diff);
    if diff.files.is_empty() {
        eprintln!("The database is as the migrations make it");
        return Ok(());
    }
    match name {
        None => print(&diff.files.join("\n")),
        Some(name) => {
            let folder = target.config.source.folder().join("migrations");
            for path in write(&folder, &name, &diff.files)? {
                print(&format!("Created {}\n", display_path(&path).display()));
            }
            eprintln!("`migration repair --status applied` records it where its changes are made already");
        }
    }
    Ok(())
}

fn warn(diff: &SchemaDiff) {
    for statement in &diff.drops {
        eprintln!("Drops or loses data: {statement}");
    }
    for object in &diff.unmanaged {
        eprintln!("Not compared: {object}");
    }
}

/// Writes each part as a migration. Their versions are a second apart, because a version is used once.
fn write(folder: &Path, name: &str, parts: &[String]) -> Result<Vec<PathBuf>, CommandError> {
    let now = Utc::now();
    let mut paths = Vec::new();
    for (index, part) in (0..).zip(parts) {
        let version = (now + TimeDelta::seconds(index)).format(VERSION);
        let path = folder.join(format!("{version}_{name}.sql"));
        let write = || {
            fs::create_dir_all(folder)?;
            fs::write(&path, part)
        };
        write().map_err(|cause| CommandError::Write { path: path.clone(), cause })?;
        paths.push(path);
    }
    Ok(paths)
}
