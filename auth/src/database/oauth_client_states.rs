//! SQL of `auth.oauth_client_states`: the code verifiers of sign-ins with providers that need PKCE of this service.

use uuid::Uuid;

use super::AuthTransaction;
use crate::error::Result;

impl AuthTransaction<'_> {
    /// Stores a verifier and returns its id. Also deletes verifiers of more than an hour ago, some at a time.
    pub async fn insert_code_verifier(&self, provider: &str, verifier: &str) -> Result<Uuid> {
        let statement = self
            .0
            .prepare_cached(
                "with old as (
                   delete from auth.oauth_client_states where id in (
                     select id from auth.oauth_client_states where created_at < now() - interval '1 hour'
                     order by created_at limit 20 for update skip locked
                   )
                 )
                 insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
                 values ($1, $2, $3, now())",
            )
            .await?;
        let id = Uuid::new_v4();
        self.0.execute(&statement, &[&id, &provider, &verifier]).await?;
        Ok(id)
    }

    /// Removes a verifier and returns it, if it is the provider's and not older than five minutes.
    pub async fn take_code_verifier(&self, id: Uuid, provider: &str) -> Result<Option<String>> {
        let statement = self
            .0
            .prepare_cached(
                "delete from auth.oauth_client_states where id = $1
                 returning case when provider_type = $2 and created_at > now() - interval '5 minutes'
                           then code_verifier end",
            )
            .await?;
        let row = self.0.query_opt(&statement, &[&id, &provider]).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.flatten())
    }
}
