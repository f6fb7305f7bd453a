//! SQL of `auth.audit_log_entries`.

use serde_json::Value;

use super::AuthTransaction;
use crate::client_context::ClientContext;
use crate::error::Result;

impl AuthTransaction<'_> {
    /// Adds an entry to the audit log.
    pub async fn log(&self, payload: &Value, client: &ClientContext) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
                 values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), $1, now(), $2)",
            )
            .await?;
        self.0.execute(&statement, &[payload, &client.address_text()]).await?;
        Ok(())
    }
}
