//! The rows of `realtime.subscription`.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use tokio_postgres::error::SqlState;
use uuid::Uuid;

use super::{Database, DatabaseError, message};
use crate::changes::{Parameters, Subscriptions};
use crate::token::Claims;

/// Writes a JSON array of [`Entry`]: one row for each published table that an entry names. A trigger checks filters and
/// columns.
const WRITE: &str = "insert into realtime.subscription
      (subscription_id, entity, filters, claims, action_filter, selected_columns)
    select it.id, published.entity, array(
        select (\"column\", operator, value, negate)::realtime.user_defined_filter
        from jsonb_to_recordset(it.filters)
          as filter (\"column\" text, operator realtime.equality_op, value text, negate boolean)
      ), it.claims, it.action, it.selected
    from jsonb_to_recordset($1::text::jsonb) as it
        (id uuid, schema text, \"table\" text, action text, filters jsonb, selected text[], claims jsonb)
      join (
        select schemaname, tablename, format('%I.%I', schemaname, tablename)::regclass as entity
        from pg_publication_tables where pubname = 'supabase_realtime'
      ) as published
        on it.schema in ('*', schemaname) and it.\"table\" in ('*', tablename)
    on conflict (subscription_id, entity, filters, action_filter, coalesce(selected_columns, '{}'))
    do update set claims = excluded.claims, created_at = now() at time zone 'utc'";
/// The largest number of entries that are renewed by one statement.
const BATCH: usize = 500;

/// The id, the parameters and the claims of an entry.
type Row = (Uuid, Arc<Parameters>, Claims);

/// The JSON of a row.
#[derive(Serialize)]
struct Entry<'a> {
    id: Uuid,
    #[serde(flatten)]
    parameters: &'a Parameters,
    claims: &'a RawValue,
}

/// Why a channel is not subscribed. The text is what clients get.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SubscribeError {
    #[error(
        "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [{0}]"
    )]
    NoTable(String),
    #[error(
        "Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [{parameters}]. Exception: {exception}"
    )]
    Rejected { parameters: String, exception: String },
    /// Worth another attempt.
    #[error("{0}")]
    Database(#[from] DatabaseError),
}

impl Database {
    /// Writes the rows of a channel's entries.
    pub(crate) async fn subscribe(
        &self,
        entries: &[(Uuid, Arc<Parameters>)],
        claims: &Claims,
    ) -> Result<(), SubscribeError> {
        let mut connection = self.connection().await?;
        let transaction = connection.transaction().await.map_err(DatabaseError::from)?;
        let write = transaction.prepare(WRITE).await.map_err(DatabaseError::from)?;
        for (id, parameters) in entries {
            let entry = json_of(&[(*id, Arc::clone(parameters), claims.clone())]);
            let written = transaction.execute(&write, &[&entry]).await;
            if written.map_err(|error| rejected(error, parameters))? == 0 {
                return Err(SubscribeError::NoTable(parameters.describe()));
            }
        }
        transaction.commit().await.map_err(DatabaseError::from)?;
        Ok(())
    }

    /// Writes the rows of all subscriptions of this node again. One that is rejected now gets no changes.
    pub(crate) async fn renew(&self, subscriptions: &Subscriptions) -> Result<(), DatabaseError> {
        // A new token must not be overwritten by an earlier one.
        let _exclusive = subscriptions.exclusive().await;
        let current = subscriptions.current();
        for batch in current.chunks(BATCH) {
            self.write_accepted(batch).await?;
            // Some channels may have ended in the meantime.
            subscriptions.end_if_absent(batch.iter().map(|(id, ..)| *id));
        }
        Ok(())
    }

    /// Writes rows by one statement. If it is rejected, its halves are written by one statement each, and so on.
    async fn write_accepted(&self, rows: &[Row]) -> Result<(), DatabaseError> {
        let connection = self.connection().await?;
        let write = connection.prepare(WRITE).await?;
        let mut due = vec![rows];
        while let Some(rows) = due.pop() {
            match (connection.execute(&write, &[&json_of(rows)]).await, rows) {
                (Ok(_), _) => {}
                (Err(error), _) if is_temporary(&error) => return Err(error.into()),
                (Err(error), [_]) => tracing::debug!("a subscription is not renewed: {}", message(&error)),
                (Err(_), rows) => {
                    let (first, second) = rows.split_at(rows.len() / 2);
                    due.extend([second, first]);
                }
            }
        }
        Ok(())
    }

    /// Deletes the rows of channels that have ended.
    pub(crate) async fn unsubscribe(&self, ids: &[Uuid]) -> Result<(), DatabaseError> {
        let statement = "delete from realtime.subscription where subscription_id = any($1)";
        self.connection().await?.execute(statement, &[&ids]).await?;
        Ok(())
    }
}

/// The parameter of [`WRITE`].
fn json_of(rows: &[Row]) -> String {
    let entries = rows.iter().filter_map(|(id, parameters, claims)| {
        let claims = serde_json::from_str(claims.as_json()).ok()?;
        Some(Entry { id: *id, parameters, claims })
    });
    // Claims are the JSON of a verified token, and everything else has text keys.
    serde_json::to_string(&entries.collect::<Vec<_>>()).unwrap_or_else(|_| "[]".to_owned())
}

/// Whether the same statement may succeed later: the connection is lost, the server stops or has no resources left, or a
/// deadlock or a timeout has cancelled the statement.
fn is_temporary(error: &tokio_postgres::Error) -> bool {
    const CLASSES: [&str; 5] = ["08", "40", "53", "57", "58"];
    error.as_db_error().is_none_or(|cause| CLASSES.iter().any(|class| cause.code().code().starts_with(class)))
}

/// The server's answer in the form that clients know.
fn rejected(error: tokio_postgres::Error, parameters: &Parameters) -> SubscribeError {
    let cause = match error.as_db_error() {
        Some(cause) if !is_temporary(&error) => cause,
        _ => return DatabaseError::from(error).into(),
    };
    let code = cause.code();
    let name = match *code {
        SqlState::RAISE_EXCEPTION => " (raise_exception)",
        SqlState::INVALID_TEXT_REPRESENTATION => " (invalid_text_representation)",
        SqlState::INVALID_DATETIME_FORMAT => " (invalid_datetime_format)",
        SqlState::DATETIME_FIELD_OVERFLOW => " (datetime_field_overflow)",
        SqlState::NUMERIC_VALUE_OUT_OF_RANGE => " (numeric_value_out_of_range)",
        SqlState::UNDEFINED_OBJECT => " (undefined_object)",
        _ => "",
    };
    let exception = format!("{} {}{name} {}", cause.severity(), code.code(), cause.message());
    SubscribeError::Rejected { parameters: parameters.describe(), exception }
}
