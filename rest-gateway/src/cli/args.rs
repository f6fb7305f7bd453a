//! The arguments of the command line. Doc comments are the help texts.

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
    /// How the log is written, instead of LOG_FORMAT; text on a terminal and JSON elsewhere when neither says.
    #[arg(long, global = true, value_enum, value_name = "FORMAT")]
    pub(super) log_format: Option<LogFormat>,
}

const VARIABLES: &str = "\
Environment:
  LOG_LEVEL    what the log of every process tells: error, warn, info (default), debug
  LOG_FORMAT   how it is written: text (default on a terminal), json (default elsewhere)
  NO_COLOR     anything: no colours on a terminal";

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum LogFormat {
    /// For a person: time, service, words.
    Text,
    /// One JSON object a line.
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
    /// Run the whole stack: Postgres, migrations, sample data, S3, services, the front door. In the foreground it ends with
    /// Ctrl-C, and with the process that started it.
    Up {
        /// Return when everything answers, and leave the stack running until `stop`.
        #[arg(long, short)]
        detach: bool,
        /// For `--detach` alone: this process is the stack, and its standard input leads to the one that waits for it.
        #[arg(long, hide = true)]
        in_own_session: bool,
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// Port of the front door instead of [api] port; 0 takes a free one.
        #[arg(long, value_name = "N")]
        port: Option<u16>,
        /// Use this Postgres, as its superuser or as the database's owner with CREATEROLE, instead of starting one.
        #[arg(long, value_name = "URL", value_parser = PostgresUrl::parse)]
        db_url: Option<PostgresUrl>,
        /// Give the login roles of a Postgres that is there already the passwords of this stack, also where they have others.
        #[arg(long)]
        set_role_passwords: bool,
        /// The configuration.
        #[arg(long, default_value = "supabase-compat.toml", value_name = "FILE")]
        config: PathBuf,
    },
    /// Run the front door, its functions and storage on a database and an S3 that are there already; without a
    /// configuration the REST API alone, by PostgREST's environment variables (PGRST_DB_URI …) and configuration file.
    Serve {
        /// A configuration file of PostgREST's; its variables come before it.
        #[arg(value_name = "FILE", conflicts_with = "config")]
        file: Option<PathBuf>,
        /// The configuration, which must hold every key and password.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// Port instead of [api] port, or of PGRST_SERVER_PORT; 0 takes a free one.
        #[arg(long, value_name = "N")]
        port: Option<u16>,
        /// Serve nothing: ask the admin server of these variables whether the API is ready, and fail when it is not.
        #[arg(long, conflicts_with_all = ["config", "port"])]
        ready: bool,
        /// Serve nothing: tell the whole configuration, secrets included, as a file that can be served by.
        #[arg(long, conflicts_with_all = ["config", "port", "ready"])]
        dump_config: bool,
        /// Serve nothing: tell what the database has to serve, as JSON.
        #[arg(long, conflicts_with_all = ["config", "port", "ready", "dump_config"])]
        dump_schema: bool,
    },
    /// End the stack that runs on a folder, in the foreground or detached.
    Stop {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// Remove the folder as well, and what Postgres had to put elsewhere: database, files, keys and logs.
        #[arg(long)]
        delete_data: bool,
    },
    /// Tell what the stack on a folder has logged, in the order of time.
    Logs {
        /// One service, e.g. `storage`, `user-auth` or `postgres`; all of them when not given.
        service: Option<String>,
        /// Go on as more is logged, until the stack ends.
        #[arg(long, short)]
        follow: bool,
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
    },
    /// Bring a database's tables up to date.
    Migrate {
        /// The database, as its superuser, or as its owner with CREATEROLE.
        #[arg(long, value_name = "URL", value_parser = PostgresUrl::parse)]
        db_url: PostgresUrl,
    },
    /// Remove the bytes in S3 that no object of the stack that runs on a folder names.
    StorageGc {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// The configuration.
        #[arg(long, default_value = "supabase-compat.toml", value_name = "FILE")]
        config: PathBuf,
    },
    /// Tell addresses and keys of the stack that runs on a folder; fails when none does.
    Status {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// How to tell them.
        #[arg(short, long, value_enum, default_value_t = Format::Pretty)]
        output: Format,
    },
}
