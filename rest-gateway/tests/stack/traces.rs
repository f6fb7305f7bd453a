//! Traces: what a stack sends to a collector, and what it does without one that answers.

use crate::collector::{Collector, HEADER, Span};
use crate::postgrest_server::{Server, eventually};
use crate::running::{Place, get};
use hyper::{Method, StatusCode};
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use serde_json::json;
use std::process::Command;
use std::time::Duration;
use tokio::net::TcpListener;

/// What a client sends in a query, a header or a body.
const SECRET: &str = "Pasquale";
const CONFIG: &str = "[api]\nadmin_port = 0\ntrusted_proxies = [\"127.0.0.1\"]\n\
    [storage]\nenabled = false\n[realtime]\nenabled = false\n[functions.user-searches]\nverify_jwt = false\n";

/// The command of a stack that exports each span soon.
fn up(place: &Place, endpoint: &str) -> Command {
    let mut command = place.up_command();
    command
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
        .env("OTEL_EXPORTER_OTLP_HEADERS", format!("{}={}", HEADER.0, HEADER.1))
        .env("OTEL_BSP_SCHEDULE_DELAY", "50");
    command
}

/// The spans of the trace that a request has begun, once those with these names have been exported.
async fn trace_of(collector: &Collector, path: &str, names: &[&str]) -> Vec<Span> {
    let of_path =
        |span: &Span| span.parent.is_empty() && span.attributes.get("url.path").is_some_and(|it| it == path);
    let trace = || {
        let all = collector.spans();
        let trace = all.iter().find(|span| of_path(span)).map(|span| span.trace.clone());
        all.into_iter().filter(|span| Some(&span.trace) == trace.as_ref()).collect::<Vec<_>>()
    };
    let is_exported = |trace: &[Span], name: &&str| trace.iter().any(|span| span.name == *name);
    eventually(async || {
        let trace = trace();
        names.iter().all(|name| is_exported(&trace, name))
    })
    .await;
    trace()
}

fn only<'a>(spans: &'a [Span], service: &str, name: &str) -> &'a Span {
    let mut named = spans.iter().filter(|span| span.service == service && span.name == name);
    match (named.next(), named.next()) {
        (Some(span), None) => span,
        _ => panic!("not one span {name} of {service}: {spans:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_spans_of_a_request_are_one_trace_without_its_values() {
    let collector = Collector::start().await;
    let place = Place::with_config(CONFIG);
    let stack = place.start_by(up(&place, &collector.endpoint));

    let rows = format!("/rest/v1/hotels?select=id&name=eq.{SECRET}");
    assert_eq!(stack.get(&rows).await.0, StatusCode::OK);
    let spans = trace_of(&collector, "/rest/v1/hotels", &["GET /rest/v1/*"]).await;
    let request = only(&spans, "rest-gateway", "GET /rest/v1/*");
    assert_eq!((request.kind, request.failed), (SpanKind::Server, false));
    assert_eq!(request.attributes["http.request.method"], "GET");
    assert_eq!(request.attributes["http.route"], "/rest/v1/*");
    assert_eq!(request.attributes["http.response.status_code"], "200");
    assert_eq!(request.attributes["url.scheme"], "http");
    assert_eq!(request.attributes["http.response.header.x-request-id"].len(), 36);
    let transaction = only(&spans, "rest-gateway", "SELECT postgres");
    assert_eq!((transaction.kind, &transaction.parent), (SpanKind::Client, &request.id));
    assert_eq!(transaction.attributes["db.system.name"], "postgresql");
    assert_eq!(transaction.attributes["db.operation.name"], "SELECT");

    let credentials = json!({ "email": "nobody@example.org", "password": SECRET });
    let (status, _) = stack.post_for_status("/auth/v1/token?grant_type=password", &credentials).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let spans = trace_of(&collector, "/auth/v1/token", &["POST /auth/v1/*", "POST /token"]).await;
    let request = only(&spans, "rest-gateway", "POST /auth/v1/*");
    assert!(!request.failed, "the client's error is not the server's");
    let call = only(&spans, "rest-gateway", "POST auth");
    assert_eq!((call.kind, &call.parent), (SpanKind::Client, &request.id));
    assert_eq!(call.attributes["server.address"], "auth");
    assert_eq!((call.attributes["error.type"].as_str(), call.failed), ("400", true));
    let answer = only(&spans, "auth", "POST /token");
    assert_eq!((answer.kind, &answer.parent), (SpanKind::Server, &call.id));
    assert_eq!(answer.attributes["url.path"], "/token");
    assert_eq!(
        answer.attributes["http.response.header.x-request-id"],
        request.attributes["http.response.header.x-request-id"]
    );
    let lookup = spans.iter().find(|span| span.service == "auth" && span.name == "postgres").unwrap();
    assert_eq!((lookup.kind, &lookup.parent), (SpanKind::Client, &answer.id));
    assert_eq!(lookup.attributes["db.system.name"], "postgresql");

    let function = format!("/functions/v1/user-searches?limit={SECRET}");
    assert_eq!(stack.get(&function).await.0, StatusCode::UNAUTHORIZED);
    let names = ["GET /functions/v1/*", "GET /user-searches"];
    let spans = trace_of(&collector, "/functions/v1/user-searches", &names).await;
    let call = only(&spans, "rest-gateway", "GET user-searches");
    let answer = only(&spans, "user-searches", "GET /user-searches");
    assert_eq!((answer.kind, &answer.parent), (SpanKind::Server, &call.id));

    let (status, _) = stack.get(&format!("/rest/v1/hotels?nothing=eq.{SECRET}")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    eventually(async || {
        collector.spans().iter().any(|span| span.attributes.contains_key("db.response.status_code"))
    })
    .await;
    let spans = collector.spans();
    let failed = spans.iter().find(|span| span.attributes.contains_key("db.response.status_code")).unwrap();
    assert_eq!((failed.attributes["error.type"].as_str(), failed.failed), ("42703", true));
    assert!(!format!("{spans:?}").contains(SECRET), "{spans:?}");
    assert!(!format!("{spans:?}").contains(stack.value("ANON_KEY")), "{spans:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_has_spans_of_postgres_and_s3_without_the_object() {
    let collector = Collector::start().await;
    let place = Place::with_config("[realtime]\nenabled = false\n[storage.buckets.photos]\n");
    let stack = place.start_by(up(&place, &collector.endpoint));
    let path = format!("/storage/v1/object/photos/{SECRET}.txt");
    let token = stack.value("SERVICE_ROLE_KEY");
    assert_eq!(stack.send_as(token, "POST", &path, "text/plain", "letters").await.0, StatusCode::OK);
    let names = ["POST /storage/v1/*", "POST storage", "PUT s3", "postgres"];
    let spans = trace_of(&collector, &path, &names).await;
    let answer =
        spans.iter().find(|span| span.service == "storage" && span.kind == SpanKind::Server).unwrap();
    let put = only(&spans, "storage", "PUT s3");
    assert_eq!((put.kind, &put.parent, put.failed), (SpanKind::Client, &answer.id, false));
    let attributes: Vec<(&str, &str)> =
        put.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let expected = [
        ("aws.s3.bucket", "storage"),
        ("http.request.method", "PUT"),
        ("http.response.status_code", "200"),
        ("server.address", "s3"),
    ];
    assert_eq!(attributes, expected);
    for transaction in spans.iter().filter(|span| span.name == "postgres") {
        assert_eq!((transaction.service.as_str(), &transaction.parent), ("storage", &answer.id));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_without_a_configuration_file_continues_its_callers_trace() {
    let collector = Collector::start().await;
    let headers = format!("{}={}", HEADER.0, HEADER.1);
    let variables = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint.as_str()),
        ("OTEL_EXPORTER_OTLP_HEADERS", headers.as_str()),
        ("OTEL_SERVICE_NAME", "library"),
    ];
    let mut server = Server::start(&variables).await;
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let traceparent = format!("00-{trace}-b7ad6b7169203331-01");
    let path = format!("/books?title=eq.{SECRET}");
    assert_eq!(server.send(Method::GET, &path, &[("traceparent", &traceparent)]).await.0, StatusCode::OK);
    assert_eq!(server.get("/rooms").await.0, StatusCode::NOT_FOUND);
    assert!(server.stack.end("TERM").success());
    let spans = collector.spans();
    let of_caller: Vec<Span> = spans.iter().filter(|span| span.trace == trace).cloned().collect();
    let request = only(&of_caller, "library", "GET /*");
    assert_eq!((request.kind, request.parent.as_str()), (SpanKind::Server, "b7ad6b7169203331"));
    assert_eq!(request.attributes["url.path"], "/books");
    let transaction = of_caller.iter().find(|span| span.name.starts_with("SELECT ")).unwrap();
    assert_eq!((transaction.kind, &transaction.parent), (SpanKind::Client, &request.id));
    let unknown = spans.iter().find(|span| span.attributes.get("url.path").is_some_and(|it| it == "/rooms"));
    assert_eq!(unknown.unwrap().attributes["http.response.status_code"], "404");
    assert!(!format!("{spans:?}").contains(SECRET), "{spans:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_is_continued_for_a_trusted_proxy_if_it_is_sampled() {
    let collector = Collector::start().await;
    let place = Place::with_config(CONFIG);
    let mut stack = place.start_by(up(&place, &collector.endpoint));
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let unsampled = "1bf7651916cd43dd8448eb211c80319c";
    for (trace, sampled) in [(unsampled, "00"), (trace, "01")] {
        let traceparent = format!("00-{trace}-b7ad6b7169203331-{sampled}");
        let status = stack.get_with("/auth/v1/health", &[("traceparent", &traceparent)]).await.0;
        assert_eq!(status, StatusCode::OK);
    }
    // The end exports what is left.
    assert!(stack.end("TERM").success());
    let spans = collector.spans();
    let of_proxy: Vec<&Span> = spans.iter().filter(|span| span.trace == trace).collect();
    assert_eq!(of_proxy.len(), 3, "{spans:?}");
    let request = of_proxy.iter().find(|span| span.name == "GET /auth/v1/*").unwrap();
    assert_eq!(request.parent, "b7ad6b7169203331");
    // Neither has a service begun a trace of its own.
    assert_eq!(spans.len(), of_proxy.len(), "{spans:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_is_no_trusted_proxy_chooses_no_trace() {
    let collector = Collector::start().await;
    let place = Place::with_config(&CONFIG.replace("127.0.0.1", "192.0.2.1"));
    let stack = place.start_by(up(&place, &collector.endpoint));
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let traceparent = format!("00-{trace}-b7ad6b7169203331-00");
    let headers = [("traceparent", traceparent.as_str()), ("tracestate", "vendor=chosen")];
    assert_eq!(stack.get_with("/auth/v1/health", &headers).await.0, StatusCode::OK);
    let spans = trace_of(&collector, "/auth/v1/health", &["GET /auth/v1/*", "GET /health"]).await;
    assert!(spans.iter().all(|span| span.trace != trace), "{spans:?}");
    assert!(spans.iter().any(|span| span.service == "auth"), "{spans:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_exported_while_traces_are_off() {
    let collector = Collector::start().await;
    for (variable, value) in [("OTEL_SDK_DISABLED", "true"), ("OTEL_TRACES_SAMPLER", "always_off")] {
        let place = Place::with_config(CONFIG);
        let mut command = up(&place, &collector.endpoint);
        command.env(variable, value);
        let mut stack = place.start_by(command);
        assert_eq!(stack.get("/rest/v1/hotels?select=id").await.0, StatusCode::OK);
        assert_eq!(stack.get("/auth/v1/health").await.0, StatusCode::OK);
        assert!(stack.end("TERM").success());
        assert_eq!(collector.spans(), [], "{variable}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_hangs_delays_neither_answers_nor_the_end() {
    // The kernel accepts connections, but no process reads from them.
    let hanging = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let place = Place::with_config(CONFIG);
    let mut command = up(&place, &format!("http://{}", hanging.local_addr().unwrap()));
    // An export that were waited for would take ten minutes.
    command.env("OTEL_EXPORTER_OTLP_TIMEOUT", "600000").env("OTEL_BSP_MAX_QUEUE_SIZE", "10");
    let mut stack = place.start_by(command);
    let running = async {
        for _ in 0..40 {
            assert_eq!(stack.get("/rest/v1/hotels?select=id").await.0, StatusCode::OK);
        }
        let (_, metrics) = get(stack.value("METRICS_URL"), "").await;
        let line =
            metrics.lines().find(|line| line.starts_with("gateway_trace_spans_total{result=\"dropped\"}"));
        let dropped: u64 = line.unwrap().rsplit(' ').next().unwrap().parse().unwrap();
        assert!(dropped > 0, "{metrics}");
        assert!(stack.end("TERM").success());
    };
    tokio::time::timeout(Duration::from_secs(120), running).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variable_that_cannot_be_used_leaves_traces_off() {
    let place = Place::with_config(CONFIG);
    let mut command = up(&place, "http://127.0.0.1:1");
    command.env("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
    let stack = place.start_by(command);
    assert_eq!(stack.get("/rest/v1/hotels?select=id").await.0, StatusCode::OK);
    let warning = "no traces are exported: OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf";
    assert!(stack.log().contains(warning), "{}", stack.log());
}
