//! SQL of `auth.oauth_client_states`: the secrets of sign-ins, which the exchange at the provider needs: the code verifiers of
//! PKCE, and the secrets of request tokens of OAuth 1.0a. Both are in the column `code_verifier`.

use uuid::Uuid;

use super::AuthTransaction;
use crate::error::Result;

impl AuthTransaction<'_> {
    /// Stores a secret and returns its id. Also deletes secrets of more than an hour ago, some at a time.
    pub async fn insert_sign_in_secret(&self, provider: &str, secret: &str) -> Result<Uuid> {
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
        self.0.execute(&statement, &[&id, &provider, &secret]).await?;
        Ok(id)
    }

    /// Removes a secret and returns it, if it is the provider's and not older than five minutes.
    pub async fn take_sign_in_secret(&self, id: Uuid, provider: &str) -> Result<Option<String>> {
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
