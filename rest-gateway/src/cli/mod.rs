//! The command line.

mod status;

use crate::child_process::end_with_parent;
use crate::config::{Config, ConfigError, PostgresUrl};
use crate::postgrest::{self, ConfigFile, Given, Log, LogLevel, NotReady, ServeError, Settings};
use crate::stack::{self, FolderError, Signals, StackError, UpOptions, say};
use clap::{Parser, Subcommand};
use rest_engine::DumpError;
use status::Format;
use std::io::IsTerminal;
use std::os::unix::process::parent_id;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// A drop-in for hosted Supabase: REST over Postgres, functions, storage, auth and the site, on one origin.
#[derive(Parser)]
#[command(name = "rest-gateway", version, about, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the whole stack in the foreground: Postgres, migrations, sample data, S3, services, the front door.
    Up {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = ".stack", value_name = "DIR")]
        data: PathBuf,
        /// Port of the front door instead of [api] port; 0 takes a free one.
        #[arg(long, value_name = "N")]
        port: Option<u16>,
        /// Use this Postgres, as its superuser, instead of starting one.
        #[arg(long, value_name = "URL", value_parser = PostgresUrl::parse)]
        db_url: Option<PostgresUrl>,
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
    /// Bring a database's tables up to date.
    Migrate {
        /// The database, as its superuser.
        #[arg(long, value_name = "URL", value_parser = PostgresUrl::parse)]
        db_url: PostgresUrl,
    },
    /// Remove the bytes in S3 that no object of the stack that runs on a folder names.
    StorageGc {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = ".stack", value_name = "DIR")]
        data: PathBuf,
        /// The configuration.
        #[arg(long, default_value = "supabase-compat.toml", value_name = "FILE")]
        config: PathBuf,
    },
    /// Tell addresses and keys of the stack that runs on a folder; fails when none does.
    Status {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = ".stack", value_name = "DIR")]
        data: PathBuf,
        /// How to tell them.
        #[arg(short, long, value_enum, default_value_t = Format::Pretty)]
        output: Format,
    },
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Stack(#[from] StackError),
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error(transparent)]
    NotReady(#[from] NotReady),
    #[error(transparent)]
    Dump(#[from] DumpError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Migrate(#[from] schema::migrate::Error),
    #[error(transparent)]
    Log(#[from] edge::environment::EnvironmentError),
    #[error("the bytes could not be looked through; storage has said why")]
    StorageGc,
    #[error("the runtime cannot start: {0}")]
    Runtime(#[from] std::io::Error),
}

/// Runs what the arguments say.
pub fn run() -> ExitCode {
    let command = Cli::parse().command;
    match execute(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(CommandError::NotReady(error)) => {
            eprintln!("ERROR: {error}");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("rest-gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Command) -> Result<(), CommandError> {
    match command {
        Command::Up { data, port, db_url, config } => {
            let config = Config::load(&config)?;
            let log_level = start_log()?;
            with_parent(async move |signals| {
                stack::up(config, UpOptions { data, port, db_url, log_level }, signals).await
            })
        }
        Command::Serve { config: Some(config), port, .. } => {
            let config = Config::load(&config)?;
            let log_level = start_log()?;
            in_foreground(async move |signals| stack::serve(config, port, log_level, signals).await)
        }
        Command::Serve { file, port, ready, dump_config, dump_schema, .. } => {
            let file = ConfigFile::new(file);
            let (mut settings, log) = postgrests_settings(&file)?;
            let runtime = tokio::runtime::Runtime::new;
            if ready {
                say(&format!("OK: {}\n", runtime()?.block_on(postgrest::ready(&settings.server))?));
            } else if dump_config {
                say(&runtime()?.block_on(postgrest::dump_config(&settings)));
            } else if dump_schema {
                say(&(runtime()?.block_on(postgrest::dump_schema(&settings))? + "\n"));
            } else {
                settings.server.port = port.unwrap_or(settings.server.port);
                in_foreground(async move |signals| postgrest::serve(settings, file, log, signals).await)?;
            }
            Ok(())
        }
        Command::Migrate { db_url } => {
            let applied = tokio::runtime::Runtime::new()?.block_on(schema::migrate::run(&db_url.0))?;
            applied.iter().for_each(|name| println!("{name}"));
            Ok(())
        }
        Command::StorageGc { data, config } => match stack::storage_gc(&Config::load(&config)?, &data)? {
            true => Ok(()),
            false => Err(CommandError::StorageGc),
        },
        Command::Status { data, output } => {
            print!("{}", output.render(&stack::DataFolder::running(&data)?));
            Ok(())
        }
    }
}

/// Runs a stack that ends on a signal, and when the process that started it dies: its data would stay locked.
fn with_parent<E>(stack: impl AsyncFnOnce(&mut Signals) -> Result<(), E>) -> Result<(), CommandError>
where
    CommandError: From<E>,
{
    in_foreground::<CommandError>(async |signals| {
        // A child of the first process was started to outlast whoever asked for it.
        let parent = parent_id();
        if parent != 1 {
            end_with_parent()?;
            // It may have died before the signal was asked for.
            if parent_id() != parent {
                return Ok(());
            }
        }
        Ok(stack(signals).await?)
    })
}

/// Runs a server that ends on a signal.
fn in_foreground<E>(server: impl AsyncFnOnce(&mut Signals) -> Result<(), E>) -> Result<(), CommandError>
where
    CommandError: From<E>,
{
    edge::serve::keep_small();
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let mut signals = Signals::listen()?;
        Ok(server(&mut signals).await?)
    })
}

/// Starts the log of a stack; tells the level, which is its other processes' as well.
fn start_log() -> Result<String, CommandError> {
    let level = log_level();
    edge::log::init(&edge::Environment::from_pairs([("LOG_LEVEL", level.as_str())]))?;
    Ok(level)
}

/// A person at a terminal wants to hear of what is wrong; a file wants all of it.
fn log_level() -> String {
    let usual = if std::io::stderr().is_terminal() { "warn" } else { "info" };
    let postgrest = || match std::env::var("PGRST_LOG_LEVEL").ok()?.as_str() {
        "crit" => Some("error".to_owned()),
        level => Some(level.to_owned()),
    };
    std::env::var("LOG_LEVEL").ok().or_else(postgrest).unwrap_or_else(|| usual.to_owned())
}

/// The settings of the REST API alone. They are read once the log is there, which is by PostgREST's level; what is told of
/// the server itself is `LOG_LEVEL`'s as well.
fn postgrests_settings(file: &ConfigFile) -> Result<(Settings, Arc<Log>), CommandError> {
    let variables = postgrest::variables();
    let given = Given::read(file, &variables).map_err(ServeError::from)?;
    let level = LogLevel::of(&given).map_err(ServeError::from)?;
    let log = Log::start(level, edge::log::level(&edge::Environment::of_process())?);
    Ok((Settings::of(given, &variables).map_err(ServeError::from)?, Arc::new(log)))
}
