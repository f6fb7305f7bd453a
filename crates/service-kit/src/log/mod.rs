//! Logging to standard error. A line is a JSON object, `timestamp level target message request_id …`, or text for a
//! terminal; `LOG_FORMAT` chooses.
//!
//! A line has the fields of the event and of the spans around it, so that each line of a request has its request id.
//! Secrets, tokens, bodies and e-mail addresses must not be logged.

mod format;
mod text_line;

use crate::environment::{Environment, EnvironmentError};
use chrono::{SecondsFormat, Utc};
use serde_json::{Map, Value};
use std::fmt;
use std::io::IsTerminal;
use std::sync::OnceLock;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::{JsonFields, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormattedFields, MakeWriter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::reload;

pub use format::{Format, FormatName};
pub use text_line::render;

/// Starts logging to standard error at `LOG_LEVEL` (`info` by default) in the format of `LOG_FORMAT`. Panics are
/// logged as errors.
///
/// # Errors
/// When one of the variables has an unknown value.
pub fn init(environment: &Environment) -> Result<(), EnvironmentError> {
    let format = Format::choose(None, environment, std::io::stderr().is_terminal())?;
    init_to(std::io::stderr, format, level(environment)?.unwrap_or(LevelFilter::INFO), &[]);
    Ok(())
}

/// The level of `LOG_LEVEL`, if it is set.
///
/// # Errors
/// When it is not a level.
pub fn level(environment: &Environment) -> Result<Option<LevelFilter>, EnvironmentError> {
    environment.parsed("LOG_LEVEL", "one of error, warn, info, debug")
}

/// Starts logging at `level`, and `modules` at levels of their own. The writer gets each line in one call.
pub fn init_to(
    writer: impl for<'a> MakeWriter<'a> + Send + Sync + 'static,
    format: Format,
    level: LevelFilter,
    modules: &[(&str, LevelFilter)],
) -> Levels {
    let (targets, levels) = reload::Layer::new(targets(level, modules));
    let subscriber = tracing_subscriber::fmt()
        .fmt_fields(JsonFields::new())
        .event_format(LineFormat(format))
        .with_writer(writer)
        // The filter by target below decides.
        .with_max_level(LevelFilter::TRACE)
        .finish()
        .with(targets);
    // A second call, in a test process, keeps the first subscriber.
    if tracing::subscriber::set_global_default(subscriber).is_ok() {
        std::panic::set_hook(Box::new(|panic| {
            let location = panic.location().map(ToString::to_string).unwrap_or_default();
            tracing::error!(location, "panicked: {}", panic.payload_as_str().unwrap_or("no message"));
        }));
    }
    Levels(Box::new(move |new| drop(levels.reload(new))))
}

/// Changes the levels of a started log.
pub struct Levels(Box<dyn Fn(Targets) + Send + Sync>);

impl Levels {
    /// Replaces the level and those of `modules`.
    pub fn set(&self, level: LevelFilter, modules: &[(&str, LevelFilter)]) {
        (self.0)(targets(level, modules));
    }
}

fn targets(level: LevelFilter, modules: &[(&str, LevelFilter)]) -> Targets {
    Targets::new()
        .with_default(level)
        // The web server logs its own start and stop at `info`.
        .with_target("actix_server", level.min(LevelFilter::WARN))
        // It logs every rejected request as an error, and whole requests with their signatures at `debug`.
        .with_target("s3s", LevelFilter::OFF)
        .with_targets(modules.iter().copied())
}

struct LineFormat(Format);

impl<S> FormatEvent<S, JsonFields> for LineFormat
where
    S: Subscriber + for<'lookup> LookupSpan<'lookup>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, JsonFields>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut fields = Fields(Map::new());
        event.record(&mut fields);
        for span in context.event_scope().into_iter().flatten() {
            let extensions = span.extensions();
            let written = extensions.get::<FormattedFields<JsonFields>>();
            let values = written.and_then(|text| serde_json::from_str::<Map<String, Value>>(text).ok());
            for (name, value) in values.into_iter().flatten() {
                fields.0.entry(name).or_insert(value);
            }
        }
        let message = fields.0.remove("message").unwrap_or_default();
        let line = Line {
            timestamp: Utc::now().to_rfc3339_opts(SecondsFormat::Micros, true),
            level: event.metadata().level().as_str(),
            target: event.metadata().target(),
            message,
            fields: fields.0,
        };
        if self.0 == Format::Json {
            return writeln!(writer, "{}", serde_json::to_string(&line).map_err(|_| fmt::Error)?);
        }
        let Ok(Value::Object(line)) = serde_json::to_value(&line) else { return Err(fmt::Error) };
        writeln!(writer, "{}", render(&line, program(), self.0))
    }
}

/// The file name of this program, which is the service's name.
fn program() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let program = std::env::current_exe().ok();
        let name = program.as_deref().and_then(|path| path.file_name()).and_then(|name| name.to_str());
        name.unwrap_or_default().to_owned()
    })
}

#[derive(serde::Serialize)]
struct Line<'a> {
    timestamp: String,
    level: &'a str,
    target: &'a str,
    message: Value,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

struct Fields(Map<String, Value>);

impl Fields {
    fn set(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Fields {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.set(field, value);
    }
    fn record_i64(&mut self, field: &Field, value: i64) {
        self.set(field, value);
    }
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.set(field, value);
    }
    fn record_bool(&mut self, field: &Field, value: bool) {
        self.set(field, value);
    }
    fn record_str(&mut self, field: &Field, value: &str) {
        self.set(field, value);
    }
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.set(field, format!("{value:?}"));
    }
}
