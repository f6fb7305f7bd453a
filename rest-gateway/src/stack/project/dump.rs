//! `db dump`: writes a database as SQL with `pg_dump`, without the objects of the platform, as Supabase's command line
//! does.

use super::dump_connection::connection;
use super::dump_edits::{
    edit_roles, edit_schema, hide_meta_commands, is_meta_command, is_setting_of_gateway, matches,
};
use postgres_server::{ClientProgramError, find_client_program};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tokio_postgres::Client;

/// Why a database could not be dumped.
#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    #[error(transparent)]
    Program(#[from] ClientProgramError),
    #[error("cannot run {program}: {cause}", program = .program.display())]
    Run { program: PathBuf, cause: std::io::Error },
    #[error("{program} failed: {message}")]
    Failed { program: &'static str, message: String },
    #[error("the dump cannot be written: {0}")]
    Write(std::io::Error),
    #[error("the address of the database is not valid: {0}")]
    Url(#[from] tokio_postgres::Error),
}

/// What is dumped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DumpKind {
    Schema,
    Data,
    Roles,
}

/// What is dumped, and how.
#[derive(Debug, Clone)]
pub struct DumpOptions {
    pub kind: DumpKind,
    /// Only these schemas; by default those that are not the platform's.
    pub schemas: Vec<String>,
    /// Tables without their data, as `schema.table`.
    pub excluded_tables: Vec<String>,
    /// Data as `COPY` instead of `INSERT`.
    pub uses_copy: bool,
    /// Keeps lines that are empty or begin with `--`: `pg_dump`'s comments, but also lines of functions and texts.
    pub keeps_comments: bool,
    /// The exported snapshot of a transaction, whose view of the data is dumped.
    pub snapshot: Option<String>,
    /// The role that reads the database; by default that of the login.
    pub role: Option<String>,
    /// The major version of the server, which `pg_dump` must have, or a newer one.
    pub server_major: u32,
}

/// Schemas of extensions and of the service's machinery, whose content is never dumped.
const INTERNAL: [&str; 19] = [
    "information_schema",
    "pg_*",
    "graphql",
    "graphql_public",
    "pgsodium",
    "pgsodium_masks",
    "pgtle",
    "repack",
    "tiger",
    "tiger_data",
    "timescaledb_*",
    "_timescaledb_*",
    "topology",
    "vault",
    "etl",
    "extensions",
    "pgbouncer",
    "realtime",
    "supabase_migrations",
];
/// Schemas whose rows are dumped, and whose tables are there in every project.
const PLATFORM: [&str; 10] = [
    "auth",
    "storage",
    "supabase_functions",
    "cron",
    "net",
    "pgmq",
    "dbdev",
    "_analytics",
    "_realtime",
    "_supavisor",
];
/// The history of a project's migrations. The command line leaves it out of dumps, although it is the project's.
const HISTORY: &str = "supabase_migrations";
/// The histories of migrations of the platform's services.
const HISTORIES: [&str; 3] =
    ["auth.schema_migrations", "storage.migrations", "supabase_functions.migrations"];

/// Bookkeeping of this platform. A hosted project has none of these tables.
const BOOKKEEPING: [&str; 9] = [
    "extensions.platform_migrations",
    "realtime.schema_migrations",
    "auth.rate_limits",
    "storage.orphaned_blobs",
    "storage.unmoved_blobs",
    "storage.variants",
    "storage.reference_scopes",
    "storage.object_references",
    "storage.unreferenced_objects",
];

/// Whether a table holds bookkeeping of the platform, and nothing of a project.
pub fn is_bookkeeping_table(table: &str) -> bool {
    HISTORIES.iter().chain(&BOOKKEEPING).any(|known| *known == table)
}

/// The role that reads a database for a dump: `postgres`, as for Supabase's command line, if the login may become it. On
/// some managed servers that is the provider's own superuser, and the owner of the database reads it.
///
/// # Errors
/// When the statement fails.
pub async fn dump_role(client: &Client) -> Result<Option<String>, tokio_postgres::Error> {
    let query = "select rolname::text from pg_roles where rolname = 'postgres' and pg_has_role(
                   oid, case when current_setting('server_version_num')::integer < 160000 then 'MEMBER' else 'SET' end
                 )";
    Ok(client.query_opt(query, &[]).await?.map(|row| row.get(0)))
}

/// The major version of the server.
///
/// # Errors
/// When the statement fails.
pub async fn server_major(client: &Client) -> Result<u32, tokio_postgres::Error> {
    let query = "select current_setting('server_version_num')::integer / 10000";
    Ok(client.query_one(query, &[]).await?.get::<_, i32>(0).unsigned_abs())
}

/// Writes the dump.
///
/// # Errors
/// When the programs of Postgres are missing or fail, or the output cannot be written.
pub fn dump(url: &str, options: &DumpOptions, output: &mut dyn Write) -> Result<(), DumpError> {
    let program = if options.kind == DumpKind::Roles { "pg_dumpall" } else { "pg_dump" };
    let mut command = Command::new(find_client_program(program, options.server_major)?);
    let variables = connection(url)?;
    if options.kind == DumpKind::Roles {
        // It would connect to the database `postgres`, which the login may not reach.
        let database = variables.iter().find(|(name, _)| *name == "PGDATABASE");
        command.args(database.map(|(_, name)| format!("--database={name}")));
    }
    command.envs(variables).args(arguments(options));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let path = PathBuf::from(command.get_program());
    let mut child = command.spawn().map_err(|cause| DumpError::Run { program: path.clone(), cause })?;
    // Read on another thread, because a full pipe would block the program.
    let errors =
        child.stderr.take().map(|errors| std::thread::spawn(move || std::io::read_to_string(errors)));
    if options.kind == DumpKind::Data {
        // Triggers and foreign keys do not apply while the rows are restored.
        writeln!(output, "SET session_replication_role = replica;\n").map_err(DumpError::Write)?;
    }
    let written = match child.stdout.take() {
        Some(lines) => write_edited(BufReader::new(lines), options, output),
        None => Ok(()),
    };
    let status = child.wait().map_err(|cause| DumpError::Run { program: path, cause })?;
    let errors = errors.and_then(|thread| thread.join().ok()).and_then(Result::ok).unwrap_or_default();
    // A write error comes first: the program fails after one, because its output is closed.
    written?;
    if !status.success() {
        return Err(DumpError::Failed { program, message: errors.trim().to_owned() });
    }
    if options.kind != DumpKind::Schema {
        writeln!(output, "RESET ALL;").map_err(DumpError::Write)?;
    }
    output.flush().map_err(DumpError::Write)
}

/// Whether a schema belongs to the platform, to an extension or to Postgres, and not to a project.
pub fn is_platform_schema(name: &str) -> bool {
    name != HISTORY && INTERNAL.iter().chain(&PLATFORM).any(|pattern| matches(pattern, name))
}

fn arguments(options: &DumpOptions) -> Vec<String> {
    let mut arguments = vec!["--quote-all-identifiers".to_owned()];
    arguments.extend(options.role.iter().map(|role| format!("--role={role}")));
    match options.kind {
        DumpKind::Roles => {
            arguments.extend(["--roles-only", "--no-role-passwords", "--no-comments"].map(str::to_owned));
            return arguments;
        }
        DumpKind::Schema => arguments.push("--schema-only".to_owned()),
        DumpKind::Data => arguments.push("--data-only".to_owned()),
    }
    if options.schemas.is_empty() {
        let platform = if options.kind == DumpKind::Schema { PLATFORM.as_slice() } else { &[] };
        let excluded = INTERNAL.iter().chain(platform).copied().collect::<Vec<_>>().join("|");
        arguments.push(format!("--exclude-schema={excluded}"));
    } else {
        arguments.push(format!("--schema={}", options.schemas.join("|")));
    }
    if options.kind == DumpKind::Data {
        arguments
            .extend(HISTORIES.iter().chain(&BOOKKEEPING).map(|table| format!("--exclude-table={table}")));
        if !options.uses_copy {
            arguments.push("--column-inserts".to_owned());
            arguments.push("--rows-per-insert=100000".to_owned());
        }
    }
    arguments.extend(options.snapshot.iter().map(|snapshot| format!("--snapshot={snapshot}")));
    arguments.extend(options.excluded_tables.iter().map(|table| format!("--exclude-table={table}")));
    arguments
}

fn write_edited(lines: impl BufRead, options: &DumpOptions, output: &mut dyn Write) -> Result<(), DumpError> {
    let excluded: Vec<&str> = INTERNAL.iter().chain(&PLATFORM).copied().collect();
    for line in lines.split(b'\n') {
        let line = line.map_err(DumpError::Write)?;
        let Ok(text) = std::str::from_utf8(&line) else {
            // Rows of data in another encoding pass unchanged.
            output.write_all(&line).and_then(|()| output.write_all(b"\n")).map_err(DumpError::Write)?;
            continue;
        };
        let edited = match options.kind {
            DumpKind::Schema => edit_schema(text, &excluded),
            DumpKind::Roles => edit_roles(text),
            DumpKind::Data => hide_meta_commands(text),
        };
        // A row of data may begin like a comment.
        let is_comment = options.kind != DumpKind::Data && (text.starts_with("--") || text.is_empty());
        let is_dropped = is_comment && !options.keeps_comments
            || is_meta_command(text)
            || options.kind == DumpKind::Roles && is_setting_of_gateway(text);
        if !is_dropped {
            writeln!(output, "{edited}").map_err(DumpError::Write)?;
        }
    }
    Ok(())
}
