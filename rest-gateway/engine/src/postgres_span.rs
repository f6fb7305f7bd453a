//! The span of a transaction: the time of Postgres, without the wait for a connection. It has no SQL and no values.

use postgres_connect::Connector;
use telemetry::{KeyValue, Span};

use crate::error::Error;
use crate::transaction::Work;

/// Begins the span, as a part of the request's.
pub(crate) fn begin(work: &Work, database: &Connector) -> Span {
    let operation = work.operation;
    let name = database.config().get_dbname().unwrap_or_default();
    Span::client(
        || format!("{operation} {name}").into(),
        || {
            [
                KeyValue::new("db.system.name", "postgresql"),
                KeyValue::new("db.namespace", name.to_owned()),
                KeyValue::new("db.operation.name", operation),
            ]
        },
    )
}

/// Records why the transaction failed: the SQLSTATE, if Postgres has answered.
pub(crate) fn fail(span: &Span, error: &Error) {
    let code = match error {
        Error::Database(error) => Some(error.code()),
        _ => None,
    };
    if let Some(code) = code {
        span.set("db.response.status_code", code.to_owned());
    }
    span.fail(code);
}
