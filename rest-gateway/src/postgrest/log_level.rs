//! PostgREST's `log-level`: which requests appear in the access log, by response status. The server's own messages do
//! not depend on it, except those at debug level. Rejects unknown levels.

use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

use actix_web::http::StatusCode;
use service_kit::log::{Format, Levels};
use tracing::level_filters::LevelFilter;

use super::error::SettingsError;
use super::raw_settings::RawSettings;

/// The value of `log-level`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogLevel {
    Crit,
    #[default]
    Error,
    Warn,
    Info,
    Debug,
}

/// Modules of the engine whose messages are about single requests.
const REQUEST_MODULES: [&str; 4] = [
    "rest_engine::http",
    "rest_engine::log_query",
    "rest_engine::transaction::run",
    "rest_engine::transaction::timeout_log",
];
/// Messages about requests that the configuration does not allow. Off, because PostgREST logs only the request's line.
const SETUP_MODULE: &str = "rest_engine::setup";

const SERVER_MODULES: [&str; 2] = ["rest_engine", "rest_gateway"];

impl FromStr for LogLevel {
    type Err = SettingsError;

    fn from_str(value: &str) -> Result<LogLevel, SettingsError> {
        let all = [LogLevel::Crit, LogLevel::Error, LogLevel::Warn, LogLevel::Info, LogLevel::Debug];
        let level = all.into_iter().find(|level| level.name() == value);
        level.ok_or_else(|| SettingsError::invalid_value("log-level", value))
    }
}

impl LogLevel {
    pub(super) fn name(self) -> &'static str {
        match self {
            LogLevel::Crit => "crit",
            LogLevel::Error => "error",
            LogLevel::Warn => "warn",
            LogLevel::Info => "info",
            LogLevel::Debug => "debug",
        }
    }

    /// The level in the settings, or the default.
    ///
    /// # Errors
    /// When the level is unknown.
    pub fn from_settings(settings: &RawSettings) -> Result<LogLevel, SettingsError> {
        settings.text("log-level").map_or_else(|| Ok(LogLevel::default()), str::parse)
    }

    /// Whether the access log contains a request with this response status.
    pub(super) fn includes(self, status: StatusCode) -> bool {
        match self {
            LogLevel::Crit => false,
            LogLevel::Error => status.is_server_error(),
            LogLevel::Warn => status.is_server_error() || status.is_client_error(),
            LogLevel::Info | LogLevel::Debug => true,
        }
    }

    /// The filter for libraries.
    fn filter(self) -> LevelFilter {
        match self {
            LogLevel::Crit | LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
        }
    }

    /// The filters for this workspace's modules. `server_level` overrides the one for the server's own messages.
    fn filters(self, server_level: Option<LevelFilter>) -> Vec<(&'static str, LevelFilter)> {
        let server = server_level.unwrap_or(self.filter().max(LevelFilter::INFO));
        let requests = if self == LogLevel::Crit { LevelFilter::OFF } else { self.filter() };
        let server = SERVER_MODULES.map(|module| (module, server));
        let requests = REQUEST_MODULES.map(|module| (module, requests));
        server.into_iter().chain(requests).chain([(SETUP_MODULE, LevelFilter::OFF)]).collect()
    }
}

/// The started log. A reload of the configuration may change its level.
pub struct Log {
    level: RwLock<LogLevel>,
    /// The level of the server's own messages (`LOG_LEVEL`), if one was given.
    server_level: Option<LevelFilter>,
    levels: Levels,
}

impl Log {
    /// Starts logging to standard error.
    #[must_use]
    pub fn start(level: LogLevel, server_level: Option<LevelFilter>, format: Format) -> Log {
        let levels = service_kit::log::init_to(
            std::io::stderr,
            format,
            server_level.unwrap_or(level.filter()),
            &level.filters(server_level),
        );
        Log { level: RwLock::new(level), server_level, levels }
    }

    pub(super) fn level(&self) -> LogLevel {
        *self.level.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_level(&self, level: LogLevel) {
        if level != self.level() {
            *self.level.write().unwrap_or_else(PoisonError::into_inner) = level;
            let server_level = self.server_level;
            self.levels.set(server_level.unwrap_or(level.filter()), &level.filters(server_level));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_includes_the_same_statuses_as_in_postgrest() {
        for (level, included) in [
            ("crit", &[][..]),
            ("error", &[500]),
            ("warn", &[400, 500]),
            ("info", &[200, 400, 500]),
            ("debug", &[200, 400, 500]),
        ] {
            let level: LogLevel = level.parse().unwrap();
            let includes = |status: &u16| level.includes(StatusCode::from_u16(*status).unwrap());
            let statuses = [200, 400, 500].into_iter().filter(includes).collect::<Vec<u16>>();
            assert_eq!(statuses, included, "{level:?}");
        }
        assert!("never".parse::<LogLevel>().is_err() && "".parse::<LogLevel>().is_err());
    }

    #[test]
    fn the_servers_own_messages_are_logged_at_every_level() {
        for level in [LogLevel::Crit, LogLevel::Error, LogLevel::Warn, LogLevel::Info, LogLevel::Debug] {
            let server = level.filter().max(LevelFilter::INFO);
            assert!(level.filters(None).contains(&("rest_engine", server)), "{level:?}");
        }
        let filters = LogLevel::Crit.filters(Some(LevelFilter::DEBUG));
        assert!(filters.contains(&("rest_gateway", LevelFilter::DEBUG)), "LOG_LEVEL overrides it");
        assert!(filters.contains(&("rest_engine::http", LevelFilter::OFF)), "but not for requests");
    }
}
