//! `log-level`: which answers the log tells of, by their status. What the server tells of itself does not depend on it,
//! but for what only a developer wants to read. Refuses what is no level of PostgREST's.

use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

use actix_web::http::StatusCode;
use service_kit::log::{Format, Levels};
use tracing::level_filters::LevelFilter;

use super::environment::{EnvironmentError, refused};
use super::given::Given;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogLevel {
    Crit,
    #[default]
    Error,
    Warn,
    Info,
    Debug,
}

/// What the engine tells of requests. A word on those that the server is not set up for is more than PostgREST has: their
/// line in the log of requests tells their status.
const OF_REQUESTS: [&str; 4] = [
    "rest_engine::http",
    "rest_engine::log_query",
    "rest_engine::transaction::run",
    "rest_engine::transaction::timeout_log",
];
const OF_SETUP: &str = "rest_engine::setup";

const OF_THE_SERVER: [&str; 2] = ["rest_engine", "rest_gateway"];

impl FromStr for LogLevel {
    type Err = EnvironmentError;

    fn from_str(value: &str) -> Result<LogLevel, EnvironmentError> {
        let all = [LogLevel::Crit, LogLevel::Error, LogLevel::Warn, LogLevel::Info, LogLevel::Debug];
        all.into_iter().find(|level| level.name() == value).ok_or_else(|| refused("log-level", value))
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

    /// As the file and the variables of a process say.
    ///
    /// # Errors
    /// Names a level that is none.
    pub fn of(given: &Given) -> Result<LogLevel, EnvironmentError> {
        given.text("log-level").map_or_else(|| Ok(LogLevel::default()), str::parse)
    }

    pub(super) fn tells_of(self, status: StatusCode) -> bool {
        match self {
            LogLevel::Crit => false,
            LogLevel::Error => status.is_server_error(),
            LogLevel::Warn => status.is_server_error() || status.is_client_error(),
            LogLevel::Info | LogLevel::Debug => true,
        }
    }

    /// What is written of what libraries tell.
    fn filter(self) -> LevelFilter {
        match self {
            LogLevel::Crit | LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
        }
    }

    /// What is written of what modules of ours tell; of the server itself another measure may be given.
    fn filters(self, of_the_server: Option<LevelFilter>) -> Vec<(&'static str, LevelFilter)> {
        let server = of_the_server.unwrap_or(self.filter().max(LevelFilter::INFO));
        let requests = if self == LogLevel::Crit { LevelFilter::OFF } else { self.filter() };
        let server = OF_THE_SERVER.map(|module| (module, server));
        let requests = OF_REQUESTS.map(|module| (module, requests));
        server.into_iter().chain(requests).chain([(OF_SETUP, LevelFilter::OFF)]).collect()
    }
}

/// The log that has been started, whose level a reload of the configuration may change.
pub struct Log {
    level: RwLock<LogLevel>,
    /// The measure of what is told of the server itself, where one was given.
    of_the_server: Option<LevelFilter>,
    levels: Levels,
}

impl Log {
    #[must_use]
    pub fn start(level: LogLevel, of_the_server: Option<LevelFilter>, format: Format) -> Log {
        let levels = service_kit::log::init_to(
            std::io::stderr,
            format,
            of_the_server.unwrap_or(level.filter()),
            &level.filters(of_the_server),
        );
        Log { level: RwLock::new(level), of_the_server, levels }
    }

    pub(super) fn level(&self) -> LogLevel {
        *self.level.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_level(&self, level: LogLevel) {
        if level != self.level() {
            *self.level.write().unwrap_or_else(PoisonError::into_inner) = level;
            let of_the_server = self.of_the_server;
            self.levels.set(of_the_server.unwrap_or(level.filter()), &level.filters(of_the_server));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_tells_of_the_answers_that_postgrests_tells_of() {
        for (level, told) in [
            ("crit", &[][..]),
            ("error", &[500]),
            ("warn", &[400, 500]),
            ("info", &[200, 400, 500]),
            ("debug", &[200, 400, 500]),
        ] {
            let level: LogLevel = level.parse().unwrap();
            let tells = |status: &u16| level.tells_of(StatusCode::from_u16(*status).unwrap());
            assert_eq!([200, 400, 500].into_iter().filter(tells).collect::<Vec<u16>>(), told, "{level:?}");
        }
        assert!("never".parse::<LogLevel>().is_err() && "".parse::<LogLevel>().is_err());
    }

    #[test]
    fn what_the_server_tells_of_itself_is_written_at_every_level() {
        for level in [LogLevel::Crit, LogLevel::Error, LogLevel::Warn, LogLevel::Info, LogLevel::Debug] {
            let server = level.filter().max(LevelFilter::INFO);
            assert!(level.filters(None).contains(&("rest_engine", server)), "{level:?}");
        }
        let filters = LogLevel::Crit.filters(Some(LevelFilter::DEBUG));
        assert!(filters.contains(&("rest_gateway", LevelFilter::DEBUG)), "unless it is told otherwise");
        assert!(filters.contains(&("rest_engine::http", LevelFilter::OFF)), "which is no request");
    }
}
