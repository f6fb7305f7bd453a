//! A span, and the context by which other processes continue its trace (W3C Trace Context).

use std::borrow::Cow;

use futures_util::future::Either;
use opentelemetry::context::{FutureExt, WithContext};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{SpanContext, SpanKind, SpanRef, Status, TraceContextExt, Tracer};
use opentelemetry::{Context, KeyValue, StringValue, Value};
use opentelemetry_sdk::propagation::TraceContextPropagator;

use crate::TRACES;

/// The header with the trace and the span that a request belongs to.
pub const TRACEPARENT: &str = "traceparent";
/// The header with what tracing systems add to it.
pub const TRACESTATE: &str = "tracestate";

/// The `error.type` of an error that has no name.
const OTHER_ERROR: &str = "_OTHER";

/// A span, which ends when it is dropped. Nothing while traces are off.
#[derive(Debug, Default)]
#[must_use]
pub struct Span(Option<Context>);

impl Span {
    /// A call to another system, as a part of the current span. Nothing if there is no current span. In a trace that is not
    /// sampled it is the current span, by which the other system learns not to sample it either.
    pub fn client<const N: usize>(
        name: impl FnOnce() -> Cow<'static, str>,
        attributes: impl FnOnce() -> [KeyValue; N],
    ) -> Span {
        if !Span::is_current() {
            return Span::default();
        }
        let current = Context::current();
        if !current.span().is_recording() {
            return Span(Some(current));
        }
        Span::begin(name(), SpanKind::Client, attributes(), current)
    }

    /// A span whose parent is in `parent`, if anything is.
    pub(crate) fn begin(
        name: Cow<'static, str>,
        kind: SpanKind,
        attributes: impl IntoIterator<Item = KeyValue>,
        parent: Context,
    ) -> Span {
        let Some(traces) = TRACES.get() else { return Span::default() };
        let builder = traces.tracer.span_builder(name).with_kind(kind).with_attributes(attributes);
        let span = traces.tracer.build_with_context(builder, &parent);
        Span(Some(parent.with_span(span)))
    }

    /// Whether there is a current span.
    #[must_use]
    pub fn is_current() -> bool {
        TRACES.get().is_some() && Context::current().has_active_span()
    }

    /// Makes this the current span of a future.
    pub fn within<F: Future>(&self, future: F) -> Either<WithContext<F>, F> {
        match &self.0 {
            Some(context) => Either::Left(future.with_context(context.clone())),
            None => Either::Right(future),
        }
    }

    /// Sets an attribute.
    pub fn set(&self, name: &'static str, value: impl Into<Value>) {
        if let Some(span) = self.recorded() {
            span.set_attribute(KeyValue::new(name, value));
        }
    }

    /// Marks the span as failed. `error_type` is one of few values, such as a status or an error code.
    pub fn fail(&self, error_type: Option<&str>) {
        if let Some(span) = self.recorded() {
            let error_type = StringValue::from(error_type.unwrap_or(OTHER_ERROR).to_owned());
            span.set_attribute(KeyValue::new("error.type", error_type));
            span.set_status(Status::error(""));
        }
    }

    /// The id of the trace: 32 hexadecimal digits.
    #[must_use]
    pub fn trace_id(&self) -> Option<String> {
        self.span_context().map(|span| span.trace_id().to_string())
    }

    /// The headers by which another process continues the trace.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let context = self.span_context();
        let traceparent = context.as_ref().map(|span| {
            let (trace, id, flags) = (span.trace_id(), span.span_id(), span.trace_flags().to_u8());
            (TRACEPARENT, format!("00-{trace}-{id}-{flags:02x}"))
        });
        let state = context.map(|span| span.trace_state().header()).filter(|state| !state.is_empty());
        traceparent.into_iter().chain(state.map(|state| (TRACESTATE, state)))
    }

    /// What identifies the span.
    fn span_context(&self) -> Option<SpanContext> {
        let context = self.0.as_ref().map(|context| context.span().span_context().clone());
        context.filter(SpanContext::is_valid)
    }

    /// The span that will be exported; `None` while traces are off, and in a trace that is not sampled.
    pub(crate) fn recorded(&self) -> Option<SpanRef<'_>> {
        self.0.as_ref().map(Context::span).filter(SpanRef::is_recording)
    }
}

/// Keeps the current span for a future that another task runs. The span ends after the future.
pub fn in_current_trace<F: Future>(future: F) -> Either<WithContext<F>, F> {
    if Span::is_current() { Either::Left(future.with_current_context()) } else { Either::Right(future) }
}

/// The context that a request names. Empty if it is malformed.
pub(crate) fn context_of(traceparent: Option<&str>, tracestate: Option<&str>) -> Context {
    TraceContextPropagator::new().extract_with_context(&Context::new(), &Headers { traceparent, tracestate })
}

struct Headers<'a> {
    traceparent: Option<&'a str>,
    tracestate: Option<&'a str>,
}

impl Extractor for Headers<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        match name {
            TRACEPARENT => self.traceparent,
            TRACESTATE => self.tracestate,
            _ => None,
        }
    }

    fn keys(&self) -> Vec<&str> {
        vec![TRACEPARENT, TRACESTATE]
    }
}
