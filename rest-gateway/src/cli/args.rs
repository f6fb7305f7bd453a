//! The arguments of the command line. Doc comments are the help texts.

use super::db::DbCommand;
use super::export::{self, ExportArgs};
use super::gen_types::GenTypesArguments;
use super::import::{self, ImportArgs};
use super::init::{self, InitArgs};
use super::keys::KeysCommand;
use super::migration::MigrationCommand;
use super::seed::{self, SeedArgs};
use super::status::Format;
use crate::config::PostgresUrl;
use crate::stack::DEFAULT_FOLDER;
use clap::{Parser, Subcommand, ValueEnum};
use service_kit::log::FormatName;
use std::path::PathBuf;

/// A drop-in for hosted Supabase: REST over Postgres, functions, storage, auth and the site, on one origin.
#[derive(Parser)]
#[command(name = "rest-gateway", version, about, disable_help_subcommand = true, after_help = VARIABLES)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
    /// Format of the log; overrides LOG_FORMAT. By default text on a terminal, and JSON otherwise.
    #[arg(long, global = true, value_enum, value_name = "FORMAT")]
    pub(super) log_format: Option<LogFormat>,
    /// Work in this folder instead of the current one.
    #[arg(long, global = true, value_name = "DIR")]
    pub(super) workdir: Option<PathBuf>,
}

const VARIABLES: &str = "\
Environment:
  LOG_LEVEL    log level of every process: error, warn, info (default), debug
  LOG_FORMAT   format of the log: text (default on a terminal), json (default otherwise)
  NO_COLOR     if set, no colours on a terminal";

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum LogFormat {
    /// For people: time, service, message.
    Text,
    /// One JSON object per line.
    Json,
}

impl From<LogFormat> for FormatName {
    fn from(format: LogFormat) -> FormatName {
        match format {
            LogFormat::Text => FormatName::Text,
            LogFormat::Json => FormatName::Json,
        }
    }
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Run the whole stack: Postgres, migrations, sample data, S3, services, the front door. In the foreground it stops
    /// on Ctrl-C, and when its parent process ends.
    Up {
        /// Return once the stack is ready, and leave it running until `stop`.
        #[arg(long, short)]
        detach: bool,
        /// Set by `--detach`: this process is the stack, and its standard input is a socket to the starting process.
        #[arg(long, hide = true)]
        in_own_session: bool,
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// Port of the front door; overrides [api] port. 0 picks a free one.
        #[arg(long, value_name = "N")]
        port: Option<u16>,
        /// Use this Postgres instead of starting one. The login must be a superuser, or the database's owner with
        /// CREATEROLE.
        #[arg(long, value_name = "URL", value_parser = PostgresUrl::parse)]
        db_url: Option<PostgresUrl>,
        /// Set the passwords of an external Postgres's login roles to this stack's, even if they have others.
        #[arg(long)]
        set_role_passwords: bool,
        /// The configuration. By default `supabase-compat.toml` here, else the `supabase/config.toml` of a Supabase
        /// project, here or in a folder above, else the defaults of `supabase init`.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Run the front door, functions and storage on an external database and S3 server. Without a configuration, run
    /// only the REST API, with PostgREST's environment variables (PGRST_DB_URI …) and configuration file.
    Serve {
        /// A PostgREST configuration file; PostgREST's environment variables override it.
        #[arg(value_name = "FILE", conflicts_with = "config")]
        file: Option<PathBuf>,
        /// The configuration, which must contain every key and password.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// Port; overrides [api] port or PGRST_SERVER_PORT. 0 picks a free one.
        #[arg(long, value_name = "N")]
        port: Option<u16>,
        /// Do not serve; request /ready from the configured admin server, and fail if the API is not ready.
        #[arg(long, conflicts_with_all = ["config", "port"])]
        ready: bool,
        /// Do not serve; print the whole configuration, secrets included, as a valid configuration file.
        #[arg(long, conflicts_with_all = ["config", "port", "ready"])]
        dump_config: bool,
        /// Do not serve; print the schema cache as JSON.
        #[arg(long, conflicts_with_all = ["config", "port", "ready", "dump_config"])]
        dump_schema: bool,
    },
    /// Stop the stack that runs on a folder, in the foreground or detached.
    Stop {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// Also remove the folder, and Postgres's data if it is elsewhere: database, files, keys and logs.
        #[arg(long)]
        delete_data: bool,
    },
    /// Print the logs of the stack on a folder, ordered by time.
    Logs {
        /// One service, e.g. `storage`, `user-auth` or `postgres`; by default all of them.
        service: Option<String>,
        /// Follow the logs until the stack ends.
        #[arg(long, short)]
        follow: bool,
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
    },
    /// Make this folder a Supabase project: write `supabase/config.toml`.
    #[command(after_help = init::EXAMPLES)]
    Init(InitArgs),
    /// Reset a database, apply a project's migrations to one, or dump one.
    Db {
        #[command(subcommand)]
        command: DbCommand,
    },
    /// Create, list, apply and record the migrations of a project.
    Migration {
        #[command(subcommand)]
        command: MigrationCommand,
    },
    /// Run the seeds of a project that were not run yet.
    #[command(after_help = seed::EXAMPLES)]
    Seed(SeedArgs),
    /// Fill a stack from a dump of a hosted project: schema, rows, accounts with their passwords, and objects. Either
    /// everything is imported or nothing.
    #[command(after_help = import::EXAMPLES)]
    Import(ImportArgs),
    /// Write a stack's database and objects to a folder, in the form that `supabase db dump` has.
    #[command(after_help = export::EXAMPLES)]
    Export(ExportArgs),
    /// Apply the migrations of the platform and of this product to a database; in the folder of a Supabase project those
    /// of the platform alone.
    Migrate {
        /// The database. The login must be a superuser, or the owner with CREATEROLE.
        #[arg(long, value_name = "URL", value_parser = PostgresUrl::parse)]
        db_url: PostgresUrl,
    },
    /// Remove the orphaned blobs in S3 of the stack that runs on a folder.
    StorageGc {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// The configuration; by default the one that `up` finds.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Generate code from the database.
    Gen {
        #[command(subcommand)]
        command: GenCommand,
    },
    /// List and rotate the keys that sign users' tokens: `standby`, wait until every machine has the file, `rotate`, and
    /// `revoke` the earlier key once its tokens have expired.
    Keys {
        #[command(subcommand)]
        command: KeysCommand,
        /// Folder that holds all state of the stack.
        #[arg(long, global = true, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// The configuration; by default the one that `up` finds. Its [auth] signing_keys_path names another file than
        /// the folder's.
        #[arg(long, global = true, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Print addresses and keys of the stack that runs on a folder. Fails if there is none.
    Status {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// Output format.
        #[arg(short, long, value_enum, default_value_t = Format::Pretty)]
        output: Format,
    },
}

#[derive(Subcommand)]
pub(super) enum GenCommand {
    /// Print the type `Database` for supabase-js, from the running stack or from any database.
    #[command(after_help = GEN_TYPES_EXAMPLES)]
    Types(GenTypesArguments),
}

const GEN_TYPES_EXAMPLES: &str = "\
Examples:
  rest-gateway gen types > src/database.types.ts
  rest-gateway gen types typescript --local --schema public,shop
  rest-gateway gen types --db-url \"$DATABASE_URL\" > database.types.ts";
