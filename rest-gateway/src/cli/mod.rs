//! The command line.
//!
//! - `args`: the arguments and help texts. `error`: why a command failed.
//! - `foreground`, `logging`: runtime, signals and log of the commands that run servers.
//! - `bearer_jwt`, `completion`, `db`, `diff`, `dump`, `export`, `extensions`, `functions`, `gen_types`, `import`, `init`,
//!   `keys`, `logs`, `migration`, `seed`, `signing_key`, `status`, `stop`, `test`: the commands of these names. `rsa_key`: a key for
//!   `signing_key`; `health`: the checks that `status` shows.
//! - `workspace`: the folder and the configuration of a command. `target`: the database that it works on.
//!   `report`: texts about files and runs.

mod args;
mod bearer_jwt;
mod completion;
mod db;
mod diff;
mod dump;
mod error;
mod export;
mod extensions;
mod foreground;
mod functions;
mod gen_types;
mod health;
mod import;
mod init;
mod keys;
mod logging;
mod logs;
mod migration;
mod report;
mod rsa_key;
mod seed;
mod signing_key;
mod status;
mod stop;
mod target;
mod test;
mod workspace;

use self::args::{Cli, Command, GenCommand};
use self::error::CommandError;
use self::foreground::{in_foreground, with_parent};
use self::logging::{postgrest_settings, start_log};
use self::workspace::{enter, find_config};
use crate::config::{Config, ConfigSource, PostgresUrl};
use crate::postgrest::{self, ConfigFile};
use crate::signals::Signals;
use crate::stack::{self, Starter, UpOptions};
use crate::terminal::print;
use clap::{CommandFactory, Parser};
use service_kit::log::FormatName;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// The name of this process in traces, unless the environment has another one.
const SERVICE: &str = "rest-gateway";

/// Parses the arguments and runs the command. Errors go to standard error.
pub fn run() -> ExitCode {
    let Cli { command, log_format, workdir } = Cli::parse();
    match execute(command, log_format.map(FormatName::from), workdir.as_deref()) {
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

fn execute(
    command: Command,
    log_format: Option<FormatName>,
    workdir: Option<&Path>,
) -> Result<ExitCode, CommandError> {
    // The detached stack has the same arguments, and enters the folder itself.
    let is_starter = matches!(command, Command::Up { detach: true, in_own_session: false, .. });
    if let Some(folder) = workdir.filter(|_| !is_starter) {
        workspace::change_folder(folder)?;
    }
    match command {
        Command::Up { detach: true, in_own_session: false, config, .. } => {
            // Checked here, so that an error reaches the terminal.
            let folder = workdir.unwrap_or(Path::new("."));
            Config::load_source(&find_config(config.as_deref(), folder)?)?;
            return in_foreground(async move |signals| stack::start_detached(signals).await);
        }
        Command::Up { in_own_session, wait, data, port, db_url, set_role_passwords, config, .. } => {
            let starter = if in_own_session { Some(Starter::from_stdin()?) } else { None };
            let (source, data) = enter(config.as_deref(), data)?;
            let config = Config::load_source(&source)?;
            let log_level = start_log(log_format)?;
            log_warnings(&config);
            let detached = starter.is_some();
            let options = UpOptions { data, port, db_url, set_role_passwords, log_level, wait, starter };
            // Its future is large.
            let run = async move |signals: &mut Signals| Box::pin(stack::up(config, options, signals)).await;
            let traces = telemetry::start(SERVICE);
            let ended = if detached { in_foreground(run) } else { with_parent(run) };
            traces.stop();
            ended?;
        }
        Command::Serve { config: Some(config), port, .. } => {
            let config = Config::load(&config)?;
            let log_level = start_log(log_format)?;
            log_warnings(&config);
            let traces = telemetry::start(SERVICE);
            let ended =
                in_foreground(async move |signals| stack::serve(config, port, log_level, signals).await);
            traces.stop();
            ended?;
        }
        Command::Serve { file, port, ready, dump_config, dump_schema, .. } => {
            let file = ConfigFile::new(file);
            let (mut settings, log) = postgrest_settings(&file, log_format)?;
            let runtime = tokio::runtime::Runtime::new;
            if ready {
                print(&format!("OK: {}\n", runtime()?.block_on(postgrest::ready(&settings.server))?));
            } else if dump_config {
                print(&runtime()?.block_on(postgrest::dump_config(&settings)));
            } else if dump_schema {
                print(&(runtime()?.block_on(postgrest::dump_schema(&settings))? + "\n"));
            } else {
                settings.server.port = port.unwrap_or(settings.server.port);
                let traces = telemetry::start(SERVICE);
                let ended =
                    in_foreground(async move |signals| postgrest::serve(settings, file, log, signals).await);
                traces.stop();
                ended?;
            }
        }
        Command::Stop(arguments) => stop::run(arguments)?,
        Command::Logs { service, follow, data } => {
            logs::run(&enter(None, data)?.1, service, follow, log_format)?;
        }
        Command::Init(arguments) => init::run(&arguments)?,
        Command::Db { command } => db::run(command)?,
        Command::Migration { command } => migration::run(command)?,
        Command::Seed(arguments) => seed::run(arguments)?,
        Command::Import(arguments) => import::run(arguments)?,
        Command::Export(arguments) => export::run(arguments)?,
        Command::Migrate { db_url } => migrate(&db_url)?,
        Command::StorageGc { data, config } => {
            let (source, data) = enter(config.as_deref(), data)?;
            if !stack::storage_gc(&Config::load_source(&source)?, &data)? {
                return Err(CommandError::StorageGc);
            }
        }
        Command::Gen { command } => match command {
            GenCommand::Types(arguments) => print(&gen_types::run(arguments)?),
            GenCommand::SigningKey(arguments) => signing_key::run(&arguments)?,
            GenCommand::BearerJwt(arguments) => bearer_jwt::run(arguments)?,
        },
        Command::Keys { command, data, config } => {
            let (source, data) = enter(config.as_deref(), data)?;
            keys::run(command, &Config::load_source(&source)?, &data)?;
        }
        Command::Status(arguments) => status::run(arguments)?,
        Command::Test { command } => return test::run(command),
        Command::Extensions { command } => extensions::run(command)?,
        Command::Functions { command } => functions::run(command)?,
        Command::Completion { shell } => {
            std::io::stdout().write_all(&completion::script(shell, &mut Cli::command()))?
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Warns about parts of the configuration that have no effect here.
fn log_warnings(config: &Config) {
    for warning in &config.warnings {
        tracing::warn!("{}: {warning}", config.path.display());
    }
}

/// Applies the platform's migrations, and those of this product unless this is another project.
fn migrate(db_url: &PostgresUrl) -> Result<(), CommandError> {
    let runtime = tokio::runtime::Runtime::new()?;
    let applied = match find_config(None, Path::new("."))? {
        ConfigSource::Project(_) => runtime.block_on(platform_schema::migrate::run(&db_url.0))?,
        _ => runtime.block_on(schema::migrate::run(&db_url.0))?,
    };
    match applied.as_slice() {
        [] => print("Nothing to do: the database is up to date\n"),
        applied => print(&(applied.join("\n") + "\n")),
    }
    Ok(())
}
