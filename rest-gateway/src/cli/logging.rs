//! Starts the log of a command.

use super::error::CommandError;
use crate::log_output;
use crate::postgrest::{self, ConfigFile, Log, LogLevel, RawSettings, ServeError, Settings};
use service_kit::log::FormatName;
use std::io::IsTerminal;
use std::sync::Arc;
use tracing::level_filters::LevelFilter;

/// Starts the log of a stack. Returns the level, which applies to its other processes too.
pub(super) fn start_log(format: Option<FormatName>) -> Result<String, CommandError> {
    let level = log_level();
    let parsed =
        service_kit::log::level(&service_kit::Environment::from_pairs([("LOG_LEVEL", level.as_str())]))?;
    log_output::start(choose_format(format)?, parsed.unwrap_or(LevelFilter::INFO));
    Ok(level)
}

/// The format of the flag or of `LOG_FORMAT`; by default text on a terminal, JSON otherwise.
fn choose_format(flag: Option<FormatName>) -> Result<service_kit::log::Format, CommandError> {
    let terminal = std::io::stderr().is_terminal();
    Ok(service_kit::log::Format::choose(flag, &service_kit::Environment::of_process(), terminal)?)
}

/// `LOG_LEVEL`, else `PGRST_LOG_LEVEL`, else `info`.
fn log_level() -> String {
    let postgrest = || match std::env::var("PGRST_LOG_LEVEL").ok()?.as_str() {
        "crit" => Some("error".to_owned()),
        level => Some(level.to_owned()),
    };
    std::env::var("LOG_LEVEL").ok().or_else(postgrest).unwrap_or_else(|| "info".to_owned())
}

/// Starts the log of `serve` without a configuration, then parses its settings, whose warnings are logged. The log level
/// is PostgREST's `log-level`; `LOG_LEVEL` overrides it for the server's own messages.
pub(super) fn postgrest_settings(
    file: &ConfigFile,
    format: Option<FormatName>,
) -> Result<(Settings, Arc<Log>), CommandError> {
    let variables = postgrest::variables();
    let raw = RawSettings::read(file, &variables).map_err(ServeError::from)?;
    let level = LogLevel::from_settings(&raw).map_err(ServeError::from)?;
    let server_level = service_kit::log::level(&service_kit::Environment::of_process())?;
    let log = Log::start(level, server_level, choose_format(format)?);
    Ok((Settings::parse(raw, &variables).map_err(ServeError::from)?, Arc::new(log)))
}
