//! A collector of traces: an HTTP server that keeps the spans that it is sent.

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use prost::Message;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

/// The header that an exporter has to send, and its value.
pub const HEADER: (&str, &str) = ("x-tenant", "corsica");

/// A span as the tests compare it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub service: String,
    pub name: String,
    pub kind: SpanKind,
    pub trace: String,
    pub id: String,
    /// Empty for the first span of a trace.
    pub parent: String,
    pub attributes: BTreeMap<String, String>,
    pub failed: bool,
}

/// A running collector. It ends with the test's runtime.
pub struct Collector {
    pub endpoint: String,
    spans: Arc<Mutex<Vec<Span>>>,
}

impl Collector {
    pub async fn start() -> Collector {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let spans = Arc::<Mutex<Vec<Span>>>::default();
        let kept = Arc::clone(&spans);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let kept = Arc::clone(&kept);
                let service = service_fn(move |request| collect(request, Arc::clone(&kept)));
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
        Collector { endpoint, spans }
    }

    /// All spans so far.
    pub fn spans(&self) -> Vec<Span> {
        self.spans.lock().unwrap().clone()
    }
}

async fn collect(
    request: Request<Incoming>,
    spans: Arc<Mutex<Vec<Span>>>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    assert_eq!(request.uri().path(), "/v1/traces");
    assert_eq!(request.headers()["content-type"], "application/x-protobuf");
    assert_eq!(request.headers()[HEADER.0], HEADER.1);
    let body = request.into_body().collect().await.unwrap().to_bytes();
    let export = ExportTraceServiceRequest::decode(body).unwrap();
    for resource in export.resource_spans {
        let process = attributes(resource.resource.unwrap().attributes);
        let of_scopes = resource.scope_spans.into_iter().flat_map(|scope| scope.spans);
        spans.lock().unwrap().extend(of_scopes.map(|span| Span {
            service: process["service.name"].clone(),
            kind: span.kind(),
            failed: span.status.is_some_and(|status| status.code != 0),
            name: span.name,
            trace: hex(&span.trace_id),
            id: hex(&span.span_id),
            parent: hex(&span.parent_span_id),
            attributes: attributes(span.attributes),
        }));
    }
    Ok(Response::new(Full::default()))
}

fn attributes(pairs: Vec<KeyValue>) -> BTreeMap<String, String> {
    pairs.into_iter().map(|pair| (pair.key, text(pair.value.unwrap_or_default()))).collect()
}

fn text(value: AnyValue) -> String {
    match value.value {
        Some(any_value::Value::StringValue(text)) => text,
        Some(any_value::Value::IntValue(number)) => number.to_string(),
        Some(any_value::Value::ArrayValue(array)) => {
            array.values.into_iter().map(text).collect::<Vec<_>>().join(",")
        }
        other => panic!("an attribute of another type: {other:?}"),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
