//! OpenTelemetry traces: spans of requests, which are sent to a collector by OTLP over HTTP (protobuf).
//!
//! The standard variables of the environment configure it. Without the address of a collector nothing is started and no
//! span is made. Spans wait in a bounded queue, from which a thread of its own exports them: a collector that is slow or
//! away delays no request, and spans that do not fit are dropped and counted.
//!
//! - `settings`: whether traces are on. `collector`: the HTTP client. `export_queue`: the bound and the counters.
//! - `span`: spans and the trace context. `http`, `postgres`: the attributes of their spans.

mod collector;
mod export_queue;
mod http;
mod postgres;
mod settings;
mod span;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, SdkTracer, SdkTracerProvider};

use self::collector::Collector;
use self::export_queue::{BoundedProcessor, Counters, CountingExporter};
use self::settings::{Settings, SettingsError};

pub use opentelemetry::KeyValue;

pub use self::export_queue::Counts;
pub use self::http::ServerRequest;
pub use self::span::{Span, TRACEPARENT, TRACESTATE, in_current_trace};

/// How long the end of a process waits for the export of its last spans.
const FLUSH_LIMIT: Duration = Duration::from_secs(2);

/// What spans are made with. Empty while traces are off.
static TRACES: OnceLock<Traces> = OnceLock::new();

#[derive(Debug)]
struct Traces {
    tracer: SdkTracer,
    counters: Arc<Counters>,
}

/// Why there are no traces although the environment asks for them.
#[derive(Debug, thiserror::Error)]
enum StartError {
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error("the exporter has no runtime: {0}")]
    Runtime(#[from] std::io::Error),
    #[error(transparent)]
    Exporter(#[from] opentelemetry_otlp::ExporterBuildError),
}

/// The export of this process's spans.
#[derive(Debug)]
#[must_use]
pub struct Export(Option<SdkTracerProvider>);

/// Starts the export if the environment names a collector. `service` is this process's name unless `OTEL_SERVICE_NAME` is
/// set. Variables that cannot be used are logged, and leave traces off: they may be meant for other programs.
pub fn start(service: &'static str) -> Export {
    let provider = match Settings::of_process() {
        Ok(None) => None,
        Ok(Some(settings)) => provider(service, &settings).map(Some).unwrap_or_else(without_traces),
        Err(error) => without_traces(error.into()),
    };
    Export(provider)
}

fn without_traces(error: StartError) -> Option<SdkTracerProvider> {
    tracing::warn!("no traces are exported: {error}");
    None
}

fn provider(service: &'static str, settings: &Settings) -> Result<SdkTracerProvider, StartError> {
    let counters = Arc::new(Counters::default());
    let collector = Collector::new(settings.timeout)?;
    let exporter = SpanExporter::builder().with_http().with_http_client(collector).build()?;
    let batches = BatchConfigBuilder::default().with_max_queue_size(settings.max_queue_size).build();
    let exporter = CountingExporter::new(exporter, Arc::clone(&counters));
    let batching = BatchSpanProcessor::new(exporter, batches);
    let processor = BoundedProcessor::new(batching, settings.max_queue_size, Arc::clone(&counters));
    let provider = SdkTracerProvider::builder()
        .with_span_processor(processor)
        .with_resource(resource(service, settings))
        .build();
    let tracer = provider.tracer("isula");
    // A second start, in a test process, keeps the first tracer.
    let _ = TRACES.set(Traces { tracer, counters });
    Ok(provider)
}

/// The attributes of this process: those of `OTEL_RESOURCE_ATTRIBUTES`, its name and its version.
fn resource(service: &'static str, settings: &Settings) -> Resource {
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let resource = Resource::builder().with_attribute(version);
    if settings.names_service { resource.build() } else { resource.with_service_name(service).build() }
}

impl Export {
    /// Exports the spans that are left, for two seconds at most. Blocks this thread, at the end of the process.
    pub fn stop(self) {
        let Some(provider) = self.0 else { return };
        if let Err(error) = provider.shutdown_with_timeout(FLUSH_LIMIT) {
            tracing::warn!("the last spans were not exported: {error}");
        }
    }
}

/// The numbers of spans of this process. `None` while traces are off.
#[must_use]
pub fn counts() -> Option<Counts> {
    TRACES.get().map(|traces| traces.counters.read())
}
