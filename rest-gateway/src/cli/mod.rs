//! The command line.

mod logs;
mod status;

use crate::child_process::end_with_parent;
use crate::config::{Config, ConfigError, PostgresUrl};
use crate::log_output::{self, LogsError};
use crate::postgrest::{self, ConfigFile, Given, Log, LogLevel, NotReady, ServeError, Settings};
use crate::stack::{
    self, FolderError, Signals, StackError, Starter, StopError, Stopped, USUAL_FOLDER, UpOptions, say,
};
use clap::{Parser, Subcommand, ValueEnum};
use rest_engine::DumpError;
use service_kit::log::FormatName;
use status::Format;
use std::io::IsTerminal;
use std::os::unix::process::parent_id;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tracing::level_filters::LevelFilter;

/// A drop-in for hosted Supabase: REST over Postgres, functions, storage, auth and the site, on one origin.
#[derive(Parser)]
#[command(name = "rest-gateway", version, about, disable_help_subcommand = true, after_help = VARIABLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// How the log is written, instead of LOG_FORMAT; text on a terminal and JSON elsewhere when neither says.
    #[arg(long, global = true, value_enum, value_name = "FORMAT")]
    log_format: Option<LogFormat>,
}

const VARIABLES: &str = "\
Environment:
  LOG_LEVEL    what the log of every process tells: error, warn, info (default), debug
  LOG_FORMAT   how it is written: text (default on a terminal), json (default elsewhere)
  NO_COLOR     anything: no colours on a terminal";

#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
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
enum Command {
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
        #[arg(long, default_value = USUAL_FOLDER, value_name = "DIR")]
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
        #[arg(long, default_value = USUAL_FOLDER, value_name = "DIR")]
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
        #[arg(long, default_value = USUAL_FOLDER, value_name = "DIR")]
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
        #[arg(long, default_value = USUAL_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// The configuration.
        #[arg(long, default_value = "supabase-compat.toml", value_name = "FILE")]
        config: PathBuf,
    },
    /// Tell addresses and keys of the stack that runs on a folder; fails when none does.
    Status {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = USUAL_FOLDER, value_name = "DIR")]
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
    Stop(#[from] StopError),
    #[error(transparent)]
    Logs(#[from] LogsError),
    #[error(transparent)]
    Migrate(#[from] schema::migrate::Error),
    #[error(transparent)]
    Log(#[from] service_kit::environment::EnvironmentError),
    #[error("the bytes could not be looked through; storage has said why")]
    StorageGc,
    #[error("the runtime cannot start: {0}")]
    Runtime(#[from] std::io::Error),
}

/// Runs what the arguments say.
pub fn run() -> ExitCode {
    let Cli { command, log_format } = Cli::parse();
    match execute(command, log_format.map(FormatName::from)) {
        Ok(code) => code,
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

fn execute(command: Command, log_format: Option<FormatName>) -> Result<ExitCode, CommandError> {
    match command {
        Command::Up { detach: true, in_own_session: false, config, .. } => {
            // What is wrong with it is told by this process.
            Config::load(&config)?;
            return in_foreground(async move |signals| stack::start_detached(signals).await);
        }
        Command::Up { in_own_session, data, port, db_url, set_role_passwords, config, .. } => {
            let starter = if in_own_session { Some(Starter::from_stdin()?) } else { None };
            let config = Config::load(&config)?;
            let log_level = start_log(log_format)?;
            let detached = starter.is_some();
            let options = UpOptions { data, port, db_url, set_role_passwords, log_level, starter };
            let run = async move |signals: &mut Signals| stack::up(config, options, signals).await;
            if detached { in_foreground(run)? } else { with_parent(run)? }
        }
        Command::Serve { config: Some(config), port, .. } => {
            let config = Config::load(&config)?;
            let log_level = start_log(log_format)?;
            in_foreground(async move |signals| stack::serve(config, port, log_level, signals).await)?;
        }
        Command::Serve { file, port, ready, dump_config, dump_schema, .. } => {
            let file = ConfigFile::new(file);
            let (mut settings, log) = postgrests_settings(&file, log_format)?;
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
        }
        Command::Stop { data, delete_data } => stop(&data, delete_data)?,
        Command::Logs { service, follow, data } => logs::run(&data, service, follow, log_format)?,
        Command::Migrate { db_url } => migrate(&db_url)?,
        Command::StorageGc { data, config } => {
            if !stack::storage_gc(&Config::load(&config)?, &data)? {
                return Err(CommandError::StorageGc);
            }
        }
        Command::Status { data, output } => say(&output.render(&stack::DataFolder::running(&data)?)),
    }
    Ok(ExitCode::SUCCESS)
}

fn stop(data: &Path, delete_data: bool) -> Result<(), CommandError> {
    match stack::stop(data)? {
        Stopped::Ended => say(&format!("Stopped the stack on {}\n", data.display())),
        Stopped::WasNotRunning => say(&format!("No stack is running on {}\n", data.display())),
    }
    if delete_data {
        for folder in stack::delete_data(data)? {
            say(&format!("Removed {}\n", folder.display()));
        }
    }
    Ok(())
}

fn migrate(db_url: &PostgresUrl) -> Result<(), CommandError> {
    let applied = tokio::runtime::Runtime::new()?.block_on(schema::migrate::run(&db_url.0))?;
    match applied.as_slice() {
        [] => say("Nothing to do: the database is up to date\n"),
        applied => say(&(applied.join("\n") + "\n")),
    }
    Ok(())
}

/// Runs a stack that ends on a signal, and when the process that started it dies: its data would stay locked.
fn with_parent<E>(stack: impl AsyncFnOnce(&mut Signals) -> Result<(), E>) -> Result<(), CommandError>
where
    CommandError: From<E>,
{
    in_foreground::<(), CommandError>(async |signals| {
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
fn in_foreground<T, E>(server: impl AsyncFnOnce(&mut Signals) -> Result<T, E>) -> Result<T, CommandError>
where
    CommandError: From<E>,
{
    service_kit::serve::tune_allocator();
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let mut signals = Signals::listen()?;
        Ok(server(&mut signals).await?)
    })
}

/// Starts the log of a stack; tells the level, which is its other processes' as well.
fn start_log(format: Option<FormatName>) -> Result<String, CommandError> {
    let level = log_level();
    let parsed =
        service_kit::log::level(&service_kit::Environment::from_pairs([("LOG_LEVEL", level.as_str())]))?;
    log_output::start(choose_format(format)?, parsed.unwrap_or(LevelFilter::INFO));
    Ok(level)
}

fn choose_format(asked: Option<FormatName>) -> Result<service_kit::log::Format, CommandError> {
    let terminal = std::io::stderr().is_terminal();
    Ok(service_kit::log::Format::choose(asked, &service_kit::Environment::of_process(), terminal)?)
}

fn log_level() -> String {
    let postgrest = || match std::env::var("PGRST_LOG_LEVEL").ok()?.as_str() {
        "crit" => Some("error".to_owned()),
        level => Some(level.to_owned()),
    };
    std::env::var("LOG_LEVEL").ok().or_else(postgrest).unwrap_or_else(|| "info".to_owned())
}

/// The settings of the REST API alone. They are read once the log is there, which is by PostgREST's level; what is told of
/// the server itself is `LOG_LEVEL`'s as well.
fn postgrests_settings(
    file: &ConfigFile,
    format: Option<FormatName>,
) -> Result<(Settings, Arc<Log>), CommandError> {
    let variables = postgrest::variables();
    let given = Given::read(file, &variables).map_err(ServeError::from)?;
    let level = LogLevel::of(&given).map_err(ServeError::from)?;
    let of_the_server = service_kit::log::level(&service_kit::Environment::of_process())?;
    let log = Log::start(level, of_the_server, choose_format(format)?);
    Ok((Settings::of(given, &variables).map_err(ServeError::from)?, Arc::new(log)))
}
