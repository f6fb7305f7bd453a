//! SQL of identities of external providers, and of the accounts that they belong to.

use serde_json::{Map, Value};
use tokio_postgres::types::Json;
use uuid::Uuid;

use super::AuthTransaction;
use crate::error::Result;

/// An identity of a provider.
pub(crate) struct ExternalIdentity {
    pub id: Uuid,
    pub user_id: Uuid,
}

/// A new identity of a provider.
pub(crate) struct NewExternalIdentity<'a> {
    pub user_id: Uuid,
    pub provider: &'a str,
    /// The person's id at the provider.
    pub provider_id: &'a str,
    pub data: &'a Map<String, Value>,
}

/// An identity of an account, as far as the account's e-mail address depends on it.
pub(crate) struct AccountIdentity {
    pub id: Uuid,
    pub provider: String,
    pub provider_id: String,
    pub email: Option<String>,
    /// Whether the provider has verified the address.
    pub is_verified: bool,
}

impl AuthTransaction<'_> {
    /// The identity of a provider's person.
    pub async fn find_external_identity(
        &self,
        provider: &str,
        provider_id: &str,
    ) -> Result<Option<ExternalIdentity>> {
        let statement = self
            .0
            .prepare_cached(
                "select id, user_id from auth.identities where provider = $1 and provider_id = $2",
            )
            .await?;
        let Some(row) = self.0.query_opt(&statement, &[&provider, &provider_id]).await? else {
            return Ok(None);
        };
        Ok(Some(ExternalIdentity { id: row.try_get("id")?, user_id: row.try_get("user_id")? }))
    }

    /// The accounts that one of these verified addresses belongs to: those with an identity of this address, if it is
    /// verified or the account's own, or else the account with this address. Accounts of single sign-on are left out.
    pub async fn find_accounts_of_emails(&self, emails: &[String]) -> Result<Vec<Uuid>> {
        let statement = self
            .0
            .prepare_cached(
                "with by_identity as (
                   select distinct u.id from auth.identities i join auth.users u on u.id = i.user_id
                   where i.email = any($1) and i.provider not like 'sso:%' and u.deleted_at is null
                     and not u.is_sso_user
                     and (i.identity_data ->> 'email_verified' = 'true' or u.email = i.email)
                 )
                 select id from by_identity
                 union
                 select id from auth.users
                 where email = any($1) and not is_sso_user and deleted_at is null
                   and not exists (select from by_identity)",
            )
            .await?;
        let rows = self.0.query(&statement, &[&emails]).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// Whether an account other than `own` has this address, or an identity with it.
    pub async fn is_email_taken(&self, email: &str, aud: &str, own: Option<Uuid>) -> Result<bool> {
        let statement = self
            .0
            .prepare_cached(
                "select exists (
                   select from auth.users where email = $1 and aud = $2 and not is_sso_user and deleted_at is null
                     and id is distinct from $3
                 ) or exists (
                   select from auth.identities i join auth.users u on u.id = i.user_id
                   where i.email = $1 and i.provider not like 'sso:%' and u.aud = $2 and u.deleted_at is null
                     and u.id is distinct from $3
                 )",
            )
            .await?;
        Ok(self.0.query_one(&statement, &[&email, &aud, &own]).await?.try_get(0)?)
    }

    /// Inserts an identity and returns its id.
    ///
    /// # Errors
    /// 422 when the provider's person has one already.
    pub async fn insert_external_identity(&self, identity: &NewExternalIdentity<'_>) -> Result<Uuid> {
        let statement = self
            .0
            .prepare_cached(
                "insert into auth.identities (
                   provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
                 )
                 values ($1, $2, $3, $4, now(), now(), now()) returning id",
            )
            .await?;
        let parameters: [&(dyn tokio_postgres::types::ToSql + Sync); 4] =
            [&identity.provider_id, &identity.user_id, &Json(identity.data), &identity.provider];
        Ok(self.0.query_one(&statement, &parameters).await?.try_get(0)?)
    }

    /// Replaces what the provider says about the person, and records the sign-in.
    pub async fn update_external_identity(&self, id: Uuid, data: &Map<String, Value>) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "update auth.identities set identity_data = $2, last_sign_in_at = now(), updated_at = now()
                 where id = $1",
            )
            .await?;
        self.0.execute(&statement, &[&id, &Json(data)]).await?;
        Ok(())
    }

    /// The identities of an account: first those with a verified address, then those with an unverified one, then the
    /// others, and the oldest ones first.
    pub async fn account_identities(&self, user_id: Uuid) -> Result<Vec<AccountIdentity>> {
        let statement = self
            .0
            .prepare_cached(
                "select id, provider, provider_id, nullif(email, '') as email,
                   coalesce(identity_data ->> 'email_verified' = 'true', false) as is_verified
                 from auth.identities where user_id = $1
                 order by email is null or email = '', not coalesce(identity_data ->> 'email_verified' = 'true', false),
                   created_at, id",
            )
            .await?;
        let rows = self.0.query(&statement, &[&user_id]).await?;
        let identities = rows.iter().map(|row| {
            Ok::<_, tokio_postgres::Error>(AccountIdentity {
                id: row.try_get("id")?,
                provider: row.try_get("provider")?,
                provider_id: row.try_get("provider_id")?,
                email: row.try_get("email")?,
                is_verified: row.try_get("is_verified")?,
            })
        });
        Ok(identities.collect::<Result<_, _>>()?)
    }

    pub async fn delete_identity(&self, id: Uuid) -> Result<()> {
        let statement = self.0.prepare_cached("delete from auth.identities where id = $1").await?;
        self.0.execute(&statement, &[&id]).await?;
        Ok(())
    }

    /// Deletes the account's identities apart from one.
    pub async fn delete_other_identities(&self, user_id: Uuid, kept: Uuid) -> Result<()> {
        let statement =
            self.0.prepare_cached("delete from auth.identities where user_id = $1 and id <> $2").await?;
        self.0.execute(&statement, &[&user_id, &kept]).await?;
        Ok(())
    }

    /// Removes the password and the metadata of an account with an unconfirmed address, because their author may not
    /// be the address's owner.
    pub async fn reset_unconfirmed_user(&self, user_id: Uuid, metadata: &Map<String, Value>) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "update auth.users set encrypted_password = null, raw_user_meta_data = $2, updated_at = now()
                 where id = $1",
            )
            .await?;
        self.0.execute(&statement, &[&user_id, &Json(metadata)]).await?;
        Ok(())
    }

    /// Sets the account's address, or removes it.
    ///
    /// # Errors
    /// 422 when another account has it.
    pub async fn set_email(&self, user_id: Uuid, email: Option<&str>, is_confirmed: bool) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "update auth.users set
                   email = $2,
                   email_confirmed_at = case when $3 then coalesce(email_confirmed_at, now()) end,
                   raw_user_meta_data =
                     coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email_verified', $3::boolean),
                   updated_at = now()
                 where id = $1",
            )
            .await?;
        self.0.execute(&statement, &[&user_id, &email, &is_confirmed]).await?;
        Ok(())
    }

    /// Removes the account's phone number.
    pub async fn remove_phone(&self, user_id: Uuid) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "update auth.users set phone = null, phone_confirmed_at = null, updated_at = now() where id = $1",
            )
            .await?;
        self.0.execute(&statement, &[&user_id]).await?;
        Ok(())
    }
}
