//! The arguments of the command line. Doc comments are the help texts.

use super::bearer_jwt::{self, BearerJwtArgs};
use super::completion::{self, Shell};
use super::db::DbCommand;
use super::export::{self, ExportArgs};
use super::extensions::ExtensionsCommand;
use super::functions::FunctionsCommand;
use super::gen_types::GenTypesArguments;
use super::import::{self, ImportArgs};
use super::init::{self, InitArgs};
use super::keys::KeysCommand;
use super::migration::MigrationCommand;
use super::seed::{self, SeedArgs};
use super::signing_key::{self, SigningKeyArgs};
use super::status::{self, StatusArgs};
use super::stop::{self, StopArgs};
use super::test::TestCommand;
use crate::config::PostgresUrl;
use crate::stack::DEFAULT_FOLDER;
use clap::{Parser, Subcommand, ValueEnum};
use service_kit::log::FormatName;
use std::path::PathBuf;

/// A drop-in for hosted Supabase: REST over Postgres, functions, storage, auth and the site, on one origin.
#[derive(Parser)]
#[command(name = "rest-gateway", version, about, after_help = VARIABLES)]
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
    #[command(after_help = UP_EXAMPLES)]
    Up {
        /// Return once the stack is ready, and leave it running until `stop`.
        #[arg(long, short)]
        detach: bool,
        /// Be ready only when the REST API, auth and storage have answered a request each. Without it, auth starts at its
        /// first request.
        #[arg(long)]
        wait: bool,
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
    #[command(after_help = SERVE_EXAMPLES)]
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
    #[command(after_help = stop::EXAMPLES)]
    Stop(StopArgs),
    /// Print the logs of the stack on a folder, ordered by time.
    #[command(after_help = LOGS_EXAMPLES)]
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
    /// Apply the migrations of the platform and of this product to a database; in the folder of a Supabase project only
    /// those of the platform.
    #[command(after_help = MIGRATE_EXAMPLES)]
    Migrate {
        /// The database. The login must be a superuser, or the owner with CREATEROLE.
        #[arg(long, value_name = "URL", value_parser = PostgresUrl::parse)]
        db_url: PostgresUrl,
    },
    /// Remove the orphaned blobs in S3 of the stack that runs on a folder.
    #[command(after_help = STORAGE_GC_EXAMPLES)]
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
    #[command(after_help = KEYS_EXAMPLES)]
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
    #[command(after_help = status::EXAMPLES)]
    Status(StatusArgs),
    /// Run the tests of a project's database, or create one.
    Test {
        #[command(subcommand)]
        command: TestCommand,
    },
    /// Install what the Postgres of this machine lacks.
    Extensions {
        #[command(subcommand)]
        command: ExtensionsCommand,
    },
    /// Create, list and serve the functions of a project.
    Functions {
        #[command(subcommand)]
        command: FunctionsCommand,
    },
    /// Print a script by which a shell completes commands and flags.
    #[command(after_help = completion::EXAMPLES)]
    Completion {
        /// The shell.
        shell: Shell,
    },
}

#[derive(Subcommand)]
pub(super) enum GenCommand {
    /// Print the type `Database` for supabase-js, from the running stack or from any database.
    #[command(after_help = GEN_TYPES_EXAMPLES)]
    Types(GenTypesArguments),
    /// Make a private key for users' tokens.
    #[command(after_help = signing_key::EXAMPLES)]
    SigningKey(SigningKeyArgs),
    /// Sign a token for calls of the API.
    #[command(after_help = bearer_jwt::EXAMPLES)]
    BearerJwt(BearerJwtArgs),
}

const UP_EXAMPLES: &str = "\
Examples:
  rest-gateway up
  rest-gateway up --detach --wait && rest-gateway status -o env > .env.local
  rest-gateway up --db-url postgres://postgres:…@db.example.org/postgres";

const LOGS_EXAMPLES: &str = "\
Examples:
  rest-gateway logs
  rest-gateway logs --follow
  rest-gateway logs storage";

const SERVE_EXAMPLES: &str = "\
Examples:
  rest-gateway serve --config /etc/isula/production.toml
  PGRST_DB_URI=postgres://authenticator:…@localhost/app rest-gateway serve
  rest-gateway serve postgrest.conf --dump-config";

const MIGRATE_EXAMPLES: &str = "\
Example:
  rest-gateway migrate --db-url postgres://postgres:…@db.example.org/postgres";

const KEYS_EXAMPLES: &str = "\
Examples:
  rest-gateway keys list
  rest-gateway keys standby && rest-gateway keys rotate";

const STORAGE_GC_EXAMPLES: &str = "\
Example:
  rest-gateway storage-gc --data .stack";

const GEN_TYPES_EXAMPLES: &str = "\
Examples:
  rest-gateway gen types > src/database.types.ts
  rest-gateway gen types typescript --local --schema public,shop
  rest-gateway gen types --db-url \"$DATABASE_URL\" > database.types.ts";
