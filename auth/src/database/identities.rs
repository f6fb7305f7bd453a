//! SQL of `auth.identities`.

use serde_json::Value;
use uuid::Uuid;

use super::AuthTransaction;
use crate::error::Result;

/// The provider `email` or `phone` of an account. The account's id is the `provider_id`.
pub(crate) struct NewIdentity<'a> {
    pub user_id: Uuid,
    pub provider: &'a str,
    pub data: &'a Value,
}

impl AuthTransaction<'_> {
    /// Inserts an identity, or replaces the data of the one that the account has with this provider.
    pub async fn upsert_identity(&self, identity: &NewIdentity<'_>) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "insert into auth.identities (
                   provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
                 )
                 values ($1::uuid::text, $1, $2, $3, now(), now(), now())
                 on conflict (provider_id, provider) do update
                 set identity_data = identities.identity_data || excluded.identity_data, updated_at = now()",
            )
            .await?;
        self.0.execute(&statement, &[&identity.user_id, identity.data, &identity.provider]).await?;
        Ok(())
    }

    /// Marks the account's address as verified in the identities that have it.
    pub async fn verify_email_identities(&self, user_id: Uuid) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                r#"update auth.identities i set identity_data = i.identity_data || '{"email_verified": true}', updated_at = now()
                   from auth.users u where u.id = $1 and i.user_id = u.id and i.email = lower(u.email)"#,
            )
            .await?;
        self.0.execute(&statement, &[&user_id]).await?;
        Ok(())
    }

    /// Lists the account's identities in its `app_metadata`, in the order in which they were linked.
    pub async fn refresh_providers(&self, user_id: Uuid) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
                   || jsonb_build_object('provider', known.providers -> 0, 'providers', known.providers)
                 from (
                   select jsonb_agg(provider order by first) as providers
                   from (
                     select provider, min(created_at) as first from auth.identities where user_id = $1 group by provider
                   ) as provider
                 ) as known
                 where u.id = $1 and known.providers is not null",
            )
            .await?;
        self.0.execute(&statement, &[&user_id]).await?;
        Ok(())
    }
}
