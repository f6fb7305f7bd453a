//! `test`: runs a project's tests of its database, and creates new ones.

use super::error::CommandError;
use super::report::display_path;
use super::target::{Target, TargetArgs};
use super::workspace::enter;
use crate::pgtap::{Pgtap, find_tests, run_file};
use crate::stack::DEFAULT_FOLDER;
use crate::terminal::print;
use clap::{Args, Subcommand};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokio::process::Command;

/// What to do with the tests.
#[derive(Subcommand)]
pub(super) enum TestCommand {
    /// Run the tests of `supabase/tests` on a database. They use the extension pgTAP, which is created for the time of the
    /// run. `pg_prove` runs them if it is on the PATH.
    #[command(after_help = DB_EXAMPLES)]
    Db(TestDbArgs),
    /// Create a test in `supabase/tests`.
    #[command(after_help = "Example:\n  rest-gateway test new todos")]
    New {
        /// A name, such as `todos`.
        name: String,
    },
}

const DB_EXAMPLES: &str = "\
Examples:
  rest-gateway test db
  rest-gateway test db supabase/tests/todos_test.sql
  rest-gateway test db --db-url postgres://postgres:…@db.example.org/postgres";

const TEMPLATE: &str = "\
begin;
select plan(1);

select has_schema('public');

select * from finish();
rollback;
";

#[derive(Args)]
pub(super) struct TestDbArgs {
    /// Files and folders; by default `supabase/tests`.
    paths: Vec<PathBuf>,
    #[command(flatten)]
    target: TargetArgs,
}

/// Runs the command. The exit code says whether all tests have passed.
///
/// # Errors
/// When there are no tests, or they cannot be run.
pub(super) fn run(command: TestCommand) -> Result<ExitCode, CommandError> {
    match command {
        TestCommand::Db(arguments) => tokio::runtime::Runtime::new()?.block_on(test_db(arguments)),
        TestCommand::New { name } => create(&name).map(|()| ExitCode::SUCCESS),
    }
}

async fn test_db(arguments: TestDbArgs) -> Result<ExitCode, CommandError> {
    // Before the project's folder becomes the current one.
    let current = std::env::current_dir()?;
    let named: Vec<PathBuf> = arguments.paths.iter().map(|path| current.join(path)).collect();
    let target = arguments.target.resolve()?;
    let folder = target.config.source.folder().join("tests");
    let paths = if named.is_empty() { vec![folder] } else { named };
    let tests = find_tests(&paths).map_err(|(path, cause)| CommandError::Read { path, cause })?;
    if tests.is_empty() {
        return Err(CommandError::NoTests(paths));
    }
    let client = target.connect().await?;
    let extension = Pgtap::ensure(&client).await?;
    let passed = match prove(&target, &tests).await {
        Ok(passed) => Ok(passed),
        Err(error) if error.kind() == ErrorKind::NotFound => run_here(&target, &tests).await,
        Err(error) => Err(error.into()),
    };
    if let (Ok(false), Pgtap::Missing { major }) = (&passed, &extension) {
        eprintln!(
            "This Postgres does not have the extension pgtap. The Debian package postgresql-{major}-pgtap contains it."
        );
    }
    // Also after an error.
    extension.remove(&client).await?;
    Ok(if passed? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the tests by `pg_prove`, which prints the results. Not found if it is not installed.
async fn prove(target: &Target, tests: &[PathBuf]) -> std::io::Result<bool> {
    let mut command = Command::new("pg_prove");
    // The connection string contains the password, and a command line is visible to other users.
    command.env("PGOPTIONS", "-c search_path=\"$user\",public,extensions").args(tests);
    for (name, value) in target.libpq_variables().map_err(std::io::Error::other)? {
        command.env(name, value);
    }
    Ok(command.status().await?.success())
}

async fn run_here(target: &Target, tests: &[PathBuf]) -> Result<bool, CommandError> {
    let (mut failed, mut run) = (0, 0);
    for path in tests {
        // Each file has a connection of its own, as with psql.
        let client = target.connect().await?;
        client.batch_execute("set search_path = \"$user\", public, extensions").await?;
        let outcome = run_file(&client, path).await?;
        run += outcome.run;
        let errors = outcome.errors();
        let name = display_path(path);
        if errors.is_empty() {
            print(&format!("{} .. ok, {} tests\n", name.display(), outcome.run));
        } else {
            failed += 1;
            print(&format!("{} .. failed\n", name.display()));
            errors.iter().flat_map(|it| it.lines()).for_each(|line| print(&format!("    {line}\n")));
        }
    }
    let files = tests.len();
    print(&match failed {
        0 => format!("All {run} tests of {files} files have passed\n"),
        failed => format!("{failed} of {files} files have failed\n"),
    });
    Ok(failed == 0)
}

fn create(name: &str) -> Result<(), CommandError> {
    let (source, _) = enter(None, PathBuf::from(DEFAULT_FOLDER))?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.');
    if name.is_empty() || !name.chars().all(is_name) || name.starts_with('.') {
        return Err(CommandError::TestName(name.to_owned()));
    }
    let path = source.folder().join("tests").join(format!("{name}_test.sql"));
    let write = || {
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        std::io::Write::write_all(&mut fs::File::create_new(&path)?, TEMPLATE.as_bytes())
    };
    write().map_err(|cause| CommandError::Write { path: path.clone(), cause })?;
    print(&format!("Created {}\n", display_path(&path).display()));
    Ok(())
}
