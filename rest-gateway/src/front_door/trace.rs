//! The span of a request.

use actix_web::dev::RequestHead;
use telemetry::{ServerRequest, Span, TRACEPARENT, TRACESTATE};

use super::forwarded::X_FORWARDED_PROTO;

/// Begins the span of a request, whose forwarding headers are set. It continues the trace of a trusted proxy.
pub(super) fn begin(head: &RequestHead, is_of_proxy: bool) -> Span {
    let text = |name: &str| head.headers.get(name).and_then(|value| value.to_str().ok());
    let is_encrypted = head.headers.get(X_FORWARDED_PROTO).is_some_and(|scheme| scheme == "https");
    Span::server(&ServerRequest {
        method: head.method.as_str(),
        path: head.uri.path(),
        scheme: if is_encrypted { "https" } else { "http" },
        traceparent: text(TRACEPARENT).filter(|_| is_of_proxy),
        tracestate: text(TRACESTATE).filter(|_| is_of_proxy),
    })
}
