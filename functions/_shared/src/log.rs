//! Logs: one JSON object a line on standard error, `timestamp level target message request_id …`.
//!
//! The fields of the spans around an event are written beside its own, so that each line of a request carries the
//! request's id. What is logged must hold no secret, no token, no body and no e-mail.

use crate::environment::{Environment, EnvironmentError};
use chrono::{SecondsFormat, Utc};
use serde_json::{Map, Value};
use std::fmt;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::{JsonFields, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormattedFields};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::reload;

/// Starts logging at `LOG_LEVEL` (`info` by default); panics are logged as errors.
pub fn init(environment: &Environment) -> Result<(), EnvironmentError> {
    init_at(level(environment)?.unwrap_or(LevelFilter::INFO), &[]);
    Ok(())
}

/// `LOG_LEVEL`, if it is there.
pub fn level(environment: &Environment) -> Result<Option<LevelFilter>, EnvironmentError> {
    environment.parsed("LOG_LEVEL", "one of error, warn, info, debug")
}

/// Starts logging at a level, and what is told by some of the modules at another.
pub fn init_at(level: LevelFilter, modules: &[(&str, LevelFilter)]) -> Levels {
    let (targets, levels) = reload::Layer::new(targets(level, modules));
    let subscriber = tracing_subscriber::fmt()
        .fmt_fields(JsonFields::new())
        .event_format(JsonLine)
        .with_writer(std::io::stderr)
        // The targets say what is told.
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

/// The levels of a log that has been started.
pub struct Levels(Box<dyn Fn(Targets) + Send + Sync>);

impl Levels {
    /// As if it had been started with these.
    pub fn set(&self, level: LevelFilter, modules: &[(&str, LevelFilter)]) {
        (self.0)(targets(level, modules));
    }
}

fn targets(level: LevelFilter, modules: &[(&str, LevelFilter)]) -> Targets {
    Targets::new()
        .with_default(level)
        // The web server narrates its own start and stop.
        .with_target("actix_server", level.min(LevelFilter::WARN))
        .with_targets(modules.iter().copied())
}

struct JsonLine;

impl<S> FormatEvent<S, JsonFields> for JsonLine
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
        writeln!(writer, "{}", serde_json::to_string(&line).map_err(|_| fmt::Error)?)
    }
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
