//! Calls of the functions that a project configures as hooks.

use serde_json::Value;

use super::AuthTransaction;

/// How long a function may run, in milliseconds.
const TIMEOUT: u32 = 2000;

impl AuthTransaction<'_> {
    /// Calls a function of one `json` or `jsonb` argument and returns its result as text; `None` for null. `name` is a
    /// quoted identifier from the settings.
    ///
    /// # Errors
    /// When the function fails, takes more than two seconds, or does not exist. The transaction can only be rolled
    /// back then.
    pub async fn call_hook(
        &self,
        name: &str,
        payload: &Value,
    ) -> Result<Option<String>, tokio_postgres::Error> {
        self.0.batch_execute(&format!("set local statement_timeout to {TIMEOUT}")).await?;
        // The result as text, because it may be json, jsonb or void.
        let statement = self.0.prepare_cached(&format!("select {name}($1)::text")).await?;
        let row = self.0.query_one(&statement, &[payload]).await?;
        self.0.batch_execute("set local statement_timeout to default").await?;
        row.try_get(0)
    }
}
