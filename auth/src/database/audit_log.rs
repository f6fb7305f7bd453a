//! SQL of `auth.audit_log_entries`.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::AuthTransaction;
use crate::client_context::ClientContext;
use crate::error::Result;
use crate::timestamp;

/// Adds an entry, with its payload and the client's address as parameters.
pub(super) const INSERT_ENTRY: &str =
    "insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), $1, now(), $2)";

/// Entries in which one of these fields of the payload contains a text.
#[derive(Clone, Copy)]
pub(crate) struct AuditFilter<'a> {
    pub fields: &'a [&'a str],
    pub text: &'a str,
}

impl AuthTransaction<'_> {
    /// A page of entries as JSON, the newest first, and the number of all that match.
    pub async fn audit_log(
        &self,
        filter: Option<AuditFilter<'_>>,
        limit: i64,
        offset: i64,
    ) -> Result<(Vec<Value>, i64)> {
        // Escapes `%` and `_` of the filter, so that they match literally.
        const FILTER: &str = r"instance_id = '00000000-0000-0000-0000-000000000000' and ($2::text is null or exists (
            select from unnest($1::text[]) as field
            where payload ->> field ilike '%' || regexp_replace($2, '([\\%_])', '\\\1', 'g') || '%'))";
        let (fields, text) = filter.map_or((&[][..], None), |filter| (filter.fields, Some(filter.text)));
        let count = format!("select count(*) from auth.audit_log_entries where {FILTER}");
        let rows = format!(
            "select id, payload, created_at, ip_address from auth.audit_log_entries where {FILTER}
             order by created_at desc, id limit $3 offset $4"
        );
        self.plan_for_values().await?;
        let (count, rows) = (self.0.prepare_cached(&count).await?, self.0.prepare_cached(&rows).await?);
        let total = self.0.query_one(&count, &[&fields, &text]).await?.try_get(0)?;
        let rows = self.0.query(&rows, &[&fields, &text, &limit, &offset]).await?;
        let entries = rows.iter().map(|row| {
            Ok(json!({
                "id": row.try_get::<_, Uuid>("id")?,
                "payload": row.try_get::<_, Option<Value>>("payload")?,
                "created_at": row.try_get::<_, Option<DateTime<Utc>>>("created_at")?.map(|at| timestamp::text(&at)),
                "ip_address": row.try_get::<_, String>("ip_address")?,
            }))
        });
        Ok((entries.collect::<Result<_, tokio_postgres::Error>>()?, total))
    }

    /// Adds an entry to the audit log, unless it is not stored.
    pub async fn log(&self, payload: &Value, client: &ClientContext) -> Result<()> {
        if !client.is_audited {
            return Ok(());
        }
        self.execute(INSERT_ENTRY, &[payload, &client.address_text()]).await?;
        Ok(())
    }
}
