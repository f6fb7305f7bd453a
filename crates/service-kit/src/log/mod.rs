//! Logs on standard error: one JSON object a line, `timestamp level target message request_id …`; on a terminal, one line
//! for a person. `LOG_FORMAT` chooses.
//!
//! The fields of the spans around an event are written beside its own, so that each line of a request carries the
//! request's id. What is logged must hold no secret, no token, no body and no e-mail.

mod text;

use crate::environment::{Environment, EnvironmentError};
use chrono::{SecondsFormat, Utc};
use serde_json::{Map, Value};
use std::fmt;
use std::io::IsTerminal;
use std::str::FromStr;
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

pub use text::render;

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line.
    Json,
    /// For a person.
    Text,
    /// The same, in colours.
    Colour,
}

/// What `LOG_FORMAT` and `--log-format` may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatName {
    Json,
    Text,
}

impl FromStr for FormatName {
    type Err = ();

    fn from_str(name: &str) -> Result<FormatName, ()> {
        match name {
            "json" => Ok(FormatName::Json),
            "text" => Ok(FormatName::Text),
            _ => Err(()),
        }
    }
}

impl Format {
    /// The format that is asked for by name, else by `LOG_FORMAT`, else text on a terminal and JSON elsewhere. Colours are
    /// for terminals alone, and `NO_COLOR` turns them off.
    pub fn choose(
        asked: Option<FormatName>,
        environment: &Environment,
        terminal: bool,
    ) -> Result<Format, EnvironmentError> {
        let plain =
            environment.optional("NO_COLOR").is_some() || environment.optional("TERM") == Some("dumb");
        let text = if terminal && !plain { Format::Colour } else { Format::Text };
        let name = match asked {
            Some(name) => Some(name),
            None => environment.parsed("LOG_FORMAT", "json or text")?,
        };
        Ok(match name {
            Some(FormatName::Json) => Format::Json,
            Some(FormatName::Text) => text,
            None if terminal => text,
            None => Format::Json,
        })
    }
}

/// Starts logging at `LOG_LEVEL` (`info` by default) in the format of `LOG_FORMAT`; panics are logged as errors.
pub fn init(environment: &Environment) -> Result<(), EnvironmentError> {
    let format = Format::choose(None, environment, std::io::stderr().is_terminal())?;
    init_to(std::io::stderr, format, level(environment)?.unwrap_or(LevelFilter::INFO), &[]);
    Ok(())
}

/// `LOG_LEVEL`, if it is there.
pub fn level(environment: &Environment) -> Result<Option<LevelFilter>, EnvironmentError> {
    environment.parsed("LOG_LEVEL", "one of error, warn, info, debug")
}

/// Starts logging at a level, and some modules at another one. The writer gets each line in one call.
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

/// The name of this program, which is the service's.
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
