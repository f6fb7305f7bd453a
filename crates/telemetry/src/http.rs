//! The spans of HTTP, with the names and attributes of OpenTelemetry's semantic conventions. Queries, bodies, addresses of
//! clients and headers are left out: they may contain secrets and personal data.

use std::fmt::Display;

use opentelemetry::trace::SpanKind;
use opentelemetry::{KeyValue, StringValue, Value};

use crate::TRACES;
use crate::span::{Span, context_of};

/// The methods that spans name. Any other text comes from the client.
const METHODS: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"];
/// The attribute of another method, and what stands for it in the name of a span.
const OTHER_METHOD: &str = "_OTHER";
const NAME_OF_OTHER_METHOD: &str = "HTTP";

/// A request that this process answers.
#[derive(Clone, Copy, Debug)]
pub struct ServerRequest<'a> {
    /// The method.
    pub method: &'a str,
    /// The path without the query.
    pub path: &'a str,
    /// `http` or `https`.
    pub scheme: &'static str,
    /// The header `traceparent` of a caller that is trusted to continue its trace here.
    pub traceparent: Option<&'a str>,
    /// The header `tracestate` of the same caller.
    pub tracestate: Option<&'a str>,
}

impl Span {
    /// The span of a request that this process answers.
    pub fn server(request: &ServerRequest<'_>) -> Span {
        if TRACES.get().is_none() {
            return Span::default();
        }
        let method = known_method(request.method);
        let attributes = [
            KeyValue::new("http.request.method", method),
            KeyValue::new("url.path", request.path.to_owned()),
            KeyValue::new("url.scheme", request.scheme),
        ];
        let parent = context_of(request.traceparent, request.tracestate);
        Span::begin(name_of(method).into(), SpanKind::Server, attributes, parent)
    }

    /// The span of a request to another process of the stack, which it names by `service`.
    pub fn request_to(service: &str, method: &str) -> Span {
        let method = known_method(method);
        Span::client(
            || format!("{} {service}", name_of(method)).into(),
            || {
                [
                    KeyValue::new("http.request.method", method),
                    KeyValue::new("server.address", service.to_owned()),
                ]
            },
        )
    }

    /// Records the answer of this process. `route` is the pattern of the path, of which there are few.
    pub fn answered(&self, method: &str, status: u16, route: impl FnOnce() -> Option<String>) {
        let Some(span) = self.recorded() else { return };
        if let Some(route) = route() {
            span.update_name(format!("{} {route}", name_of(known_method(method))));
            self.set("http.route", route);
        }
        self.status(status, 500);
    }

    /// Records the id that the logs have for the request.
    pub fn name_request(&self, id: &impl Display) {
        if self.recorded().is_some() {
            let id = StringValue::from(id.to_string());
            self.set("http.response.header.x-request-id", Value::Array(vec![id].into()));
        }
    }

    /// Records the answer of another process.
    pub fn received(&self, status: u16) {
        self.status(status, 400);
    }

    /// Sets the status. It is a failure from `failure` on: the caller's errors are not those of the server.
    fn status(&self, status: u16, failure: u16) {
        self.set("http.response.status_code", i64::from(status));
        if status >= failure {
            self.fail(Some(&status.to_string()));
        }
    }
}

fn known_method(method: &str) -> &'static str {
    METHODS.into_iter().find(|known| *known == method).unwrap_or(OTHER_METHOD)
}

/// The method in the name of a span.
fn name_of(method: &'static str) -> &'static str {
    if method == OTHER_METHOD { NAME_OF_OTHER_METHOD } else { method }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_method_is_not_repeated() {
        assert_eq!((known_method("PATCH"), name_of(known_method("PATCH"))), ("PATCH", "PATCH"));
        for other in ["BREW", "patch", ""] {
            assert_eq!((known_method(other), name_of(known_method(other))), ("_OTHER", "HTTP"), "{other}");
        }
    }
}
