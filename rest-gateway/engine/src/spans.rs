//! The spans of the engine: of a request that the server around it has given none, and of its transaction, which is the time
//! of Postgres without the wait for a connection.

use actix_web::{HttpRequest, HttpResponse};
use postgres_connect::Connector;
use telemetry::{ServerRequest, Span, TRACEPARENT, TRACESTATE};

use crate::error::Error;
use crate::transaction::Work;

/// The pattern of all paths below the engine's scope, of which each names a table or a function.
const ROUTE: &str = "/*";

/// Begins the span of a request, which continues the trace of its caller.
pub(crate) fn begin_request(http: &HttpRequest) -> Span {
    if Span::is_current() {
        return Span::default();
    }
    let header = |name| http.headers().get(name).and_then(|value| value.to_str().ok());
    Span::server(&ServerRequest {
        method: http.method().as_str(),
        path: http.path(),
        scheme: "http",
        traceparent: header(TRACEPARENT),
        tracestate: header(TRACESTATE),
    })
}

/// Records the answer in the span of [`begin_request`].
pub(crate) fn end_request(span: &Span, http: &HttpRequest, response: &HttpResponse) {
    span.answered(http.method().as_str(), response.status().as_u16(), || Some(ROUTE.to_owned()));
}

/// Begins the span of a transaction, as a part of the request's.
pub(crate) fn begin_transaction(work: &Work, database: &Connector) -> Span {
    Span::transaction(database.config().get_dbname(), Some(work.operation))
}

/// Records why the transaction failed: the SQLSTATE, if Postgres has answered.
pub(crate) fn fail(span: &Span, error: &Error) {
    match error {
        Error::Database(error) => span.fail_with_sqlstate(error.code()),
        _ => span.fail(None),
    }
}
