//! The span of a request, and the trace that the services behind the gateway continue.

use actix_web::dev::RequestHead;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use telemetry::{ServerRequest, Span, TRACEPARENT, TRACESTATE};

use super::forwarded::X_FORWARDED_PROTO;

/// Begins the span of a request, whose forwarding headers are set. It continues the trace of a trusted proxy. If there is
/// one, the headers name it instead of the caller's span.
pub(super) fn begin(head: &mut RequestHead, is_of_proxy: bool) -> Span {
    let text = |name: &str| head.headers.get(name).and_then(|value| value.to_str().ok());
    let is_encrypted = head.headers.get(X_FORWARDED_PROTO).is_some_and(|scheme| scheme == "https");
    let span = Span::server(&ServerRequest {
        method: head.method.as_str(),
        path: head.uri.path(),
        scheme: if is_encrypted { "https" } else { "http" },
        traceparent: text(TRACEPARENT).filter(|_| is_of_proxy),
        tracestate: text(TRACESTATE).filter(|_| is_of_proxy),
    });
    replace(&mut head.headers, &span);
    span
}

fn replace(headers: &mut HeaderMap, span: &Span) {
    for (name, value) in span.headers() {
        if name == TRACEPARENT {
            headers.remove(TRACESTATE);
        }
        if let Ok(value) = HeaderValue::try_from(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
}
