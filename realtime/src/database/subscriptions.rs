//! The rows of `realtime.subscription`.

use std::sync::Arc;

use tokio_postgres::error::SqlState;
use uuid::Uuid;

use super::{Database, DatabaseError};
use crate::changes::{Filter, Parameters, Subscriptions};
use crate::token::Claims;

/// One row for each published table that an entry names. A trigger checks filters and columns.
const INSERT: &str = "insert into realtime.subscription
      (subscription_id, entity, filters, claims, action_filter, selected_columns)
    select $1, published.entity, array(
        select (name, operator::realtime.equality_op, value, negate)::realtime.user_defined_filter
        from unnest($2::text[], $3::text[], $4::text[], $5::boolean[]) as it (name, operator, value, negate)
      ), $6::text::jsonb, $7, $8
    from (
      select format('%I.%I', schemaname, tablename)::regclass as entity from pg_publication_tables
      where pubname = 'supabase_realtime' and ($9 = '*' or schemaname = $9) and ($10 = '*' or tablename = $10)
    ) as published
    on conflict (subscription_id, entity, filters, action_filter, coalesce(selected_columns, '{}'))
    do update set claims = excluded.claims, created_at = now() at time zone 'utc'";

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
        for (id, parameters) in entries {
            let Parameters { action, schema, table, filters, selected } = &**parameters;
            let column = |of: fn(&Filter) -> &str| filters.iter().map(of).collect::<Vec<&str>>();
            let (columns, operators, values) = (
                column(|filter| &filter.column),
                column(|filter| filter.operator),
                column(|filter| &filter.value),
            );
            let negated: Vec<bool> = filters.iter().map(|filter| filter.negate).collect();
            let rows = transaction
                .execute(
                    INSERT,
                    &[
                        id,
                        &columns,
                        &operators,
                        &values,
                        &negated,
                        &claims.as_json(),
                        action,
                        selected,
                        schema,
                        table,
                    ],
                )
                .await
                .map_err(|error| rejected(error, parameters))?;
            if rows == 0 {
                return Err(SubscribeError::NoTable(parameters.describe()));
            }
        }
        transaction.commit().await.map_err(DatabaseError::from)?;
        Ok(())
    }

    /// Writes the rows of all subscriptions of this node again. One that is rejected now gets no changes.
    pub(crate) async fn renew(&self, subscriptions: &Subscriptions) -> Result<(), DatabaseError> {
        for (id, parameters, mut claims) in subscriptions.current() {
            let entry = [(id, parameters)];
            loop {
                match self.subscribe(&entry, &claims).await {
                    Ok(()) => subscriptions.end_if_absent(std::iter::once(id)),
                    Err(SubscribeError::Database(error)) => return Err(error),
                    Err(error) => tracing::debug!("a subscription is not renewed: {error}"),
                }
                match subscriptions.claims(id) {
                    // A new token wrote its claims during this loop, and the loop overwrote them.
                    Some(current) if current.as_json() != claims.as_json() => claims = current,
                    _ => break,
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

/// The server's answer in the form that clients know.
fn rejected(error: tokio_postgres::Error, parameters: &Parameters) -> SubscribeError {
    let Some(cause) = error.as_db_error() else { return DatabaseError::from(error).into() };
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
