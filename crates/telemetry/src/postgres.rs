//! The spans of transactions, with the names and attributes of OpenTelemetry's semantic conventions. SQL and values are left
//! out: they may contain secrets and personal data.

use opentelemetry::KeyValue;

use crate::span::Span;

/// `db.system.name`, and the name of a span whose database has none.
const SYSTEM: &str = "postgresql";

impl Span {
    /// The span of a transaction in `database`, as a part of the current span. `operation` is its SQL command, if it has
    /// only one.
    pub fn transaction(database: Option<&str>, operation: Option<&'static str>) -> Span {
        let database = database.unwrap_or(SYSTEM);
        let name = || match operation {
            Some(operation) => format!("{operation} {database}").into(),
            None => database.to_owned().into(),
        };
        let attributes =
            || [KeyValue::new("db.system.name", SYSTEM), KeyValue::new("db.namespace", database.to_owned())];
        let span = Span::client(name, attributes);
        if let Some(operation) = operation {
            span.set("db.operation.name", operation);
        }
        span
    }

    /// Records that Postgres has failed the transaction with this SQLSTATE.
    pub fn fail_with_sqlstate(&self, sqlstate: &str) {
        self.set("db.response.status_code", sqlstate.to_owned());
        self.fail(Some(sqlstate));
    }
}
