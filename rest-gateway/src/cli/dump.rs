//! `db dump`: arguments, and the file that is written.

use super::error::CommandError;
use super::target::TargetArgs;
use crate::stack::project::{DumpKind, DumpOptions, dump, dump_role, server_major};
use clap::Args;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use tokio::runtime::Runtime;

pub(super) const EXAMPLES: &str = "\
Examples:
  rest-gateway db dump -f schema.sql
  rest-gateway db dump -f data.sql --data-only --use-copy
  rest-gateway db dump -f roles.sql --role-only --db-url postgres://postgres:…@db.example.org/postgres";

#[derive(Args)]
pub(super) struct DumpArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Dump the rows instead of the schema, including those of accounts and files.
    #[arg(long)]
    data_only: bool,
    /// Dump the project's own roles, without passwords.
    #[arg(long, conflicts_with = "data_only")]
    role_only: bool,
    /// Write rows as COPY instead of INSERT.
    #[arg(long, requires = "data_only")]
    use_copy: bool,
    /// Dump these schemas only.
    #[arg(long, short, value_name = "SCHEMA", value_delimiter = ',', conflicts_with = "role_only")]
    schema: Vec<String>,
    /// Leave out the rows of these tables.
    #[arg(long, short = 'x', value_name = "SCHEMA.TABLE", value_delimiter = ',', requires = "data_only")]
    exclude: Vec<String>,
    /// Keep the comments of `pg_dump`.
    #[arg(long)]
    keep_comments: bool,
}

/// Runs the command. Removes an incomplete file.
///
/// # Errors
/// When `pg_dump` fails, or the file cannot be written.
pub(super) fn run(arguments: DumpArgs, runtime: &Runtime) -> Result<(), CommandError> {
    let target = arguments.target.resolve()?;
    let (role, server_major) = runtime.block_on(async {
        let client = target.connect().await?;
        Ok::<_, CommandError>((dump_role(&client).await?, server_major(&client).await?))
    })?;
    let options = DumpOptions {
        kind: match (arguments.data_only, arguments.role_only) {
            (true, _) => DumpKind::Data,
            (_, true) => DumpKind::Roles,
            _ => DumpKind::Schema,
        },
        schemas: arguments.schema,
        excluded_tables: arguments.exclude,
        uses_copy: arguments.use_copy,
        keeps_comments: arguments.keep_comments,
        snapshot: None,
        role,
        server_major,
    };
    let Some(path) = arguments.file else {
        let mut output = BufWriter::new(std::io::stdout().lock());
        return Ok(dump(&target.url, &options, &mut output)?);
    };
    let failed = |cause| CommandError::Write { path: path.clone(), cause };
    let mut file = BufWriter::new(File::create(&path).map_err(failed)?);
    if let Err(error) = dump(&target.url, &options, &mut file) {
        let _ = std::fs::remove_file(&path);
        return Err(error.into());
    }
    file.flush().map_err(failed)
}
