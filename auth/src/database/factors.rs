//! SQL of `auth.mfa_factors`.

use std::time::Duration;

use tokio_postgres::types::Json;
use uuid::Uuid;

use super::{AuthTransaction, Connection};
use crate::error::Result;
use crate::models::{FACTOR_OBJECT, Factor, FactorType};
use crate::webauthn::Credential;

/// A factor that is not verified yet.
pub(crate) struct NewFactor<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub factor_type: FactorType,
    pub friendly_name: &'a str,
    /// As it is stored.
    pub secret: Option<&'a str>,
    pub phone: Option<&'a str>,
}

fn select(condition: &str) -> String {
    format!(
        "select f.*, f.factor_type::text as type_name, f.status = 'verified' as is_verified, {FACTOR_OBJECT} as object
         from auth.mfa_factors f where {condition}"
    )
}

impl Connection {
    /// The account's factor with this id.
    pub async fn find_factor(&self, user_id: Uuid, id: Uuid) -> Result<Option<Factor>> {
        let statement = self.0.prepare_cached(&select("f.user_id = $1 and f.id = $2")).await?;
        let row = self.0.query_opt(&statement, &[&user_id, &id]).await?;
        Ok(row.as_ref().map(Factor::from_row).transpose()?.flatten())
    }
}

impl AuthTransaction<'_> {
    /// The account's factors, the oldest first.
    pub async fn factors(&self, user_id: Uuid) -> Result<Vec<Factor>> {
        let query = select("f.user_id = $1 order by f.created_at, f.id");
        let rows = self.0.query(&self.0.prepare_cached(&query).await?, &[&user_id]).await?;
        Ok(rows.iter().filter_map(|row| Factor::from_row(row).transpose()).collect::<Result<_, _>>()?)
    }

    /// The account's factor with this id, locked until the end of the transaction.
    pub async fn lock_factor(&self, user_id: Uuid, id: Uuid) -> Result<Option<Factor>> {
        let query = select("f.user_id = $1 and f.id = $2 for update");
        let row = self.0.query_opt(&self.0.prepare_cached(&query).await?, &[&user_id, &id]).await?;
        Ok(row.as_ref().map(Factor::from_row).transpose()?.flatten())
    }

    pub async fn insert_factor(&self, factor: &NewFactor<'_>) -> Result<()> {
        let insert = "insert into auth.mfa_factors
               (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
             values ($1, $2, $3, $4::text::auth.factor_type, 'unverified', $5, $6, clock_timestamp(), clock_timestamp())";
        let NewFactor { id, user_id, factor_type, friendly_name, secret, phone } = factor;
        self.execute(insert, &[id, user_id, friendly_name, &factor_type.name(), secret, phone]).await?;
        Ok(())
    }

    /// Deletes the account's factors that were neither verified nor challenged within `expiry`.
    pub async fn delete_expired_factors(&self, user_id: Uuid, expiry: Duration) -> Result<()> {
        let delete = "delete from auth.mfa_factors f
             where f.user_id = $1 and f.status <> 'verified' and f.created_at < now() - make_interval(secs => $2)
               and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)";
        self.execute(delete, &[&user_id, &expiry.as_secs_f64()]).await?;
        Ok(())
    }

    /// Deletes the account's factors of one type that are not verified.
    pub async fn delete_unverified_factors(&self, user_id: Uuid, factor_type: FactorType) -> Result<()> {
        let delete = "delete from auth.mfa_factors
             where user_id = $1 and status = 'unverified' and factor_type = $2::text::auth.factor_type";
        self.execute(delete, &[&user_id, &factor_type.name()]).await?;
        Ok(())
    }

    /// Deletes the factor. The sessions that it had raised fall back to `aal1`.
    pub async fn delete_factor(&self, user_id: Uuid, factor: &Factor) -> Result<()> {
        let delete = "with deleted as (delete from auth.mfa_factors where id = $2),
             claims as (
               delete from auth.mfa_amr_claims c using auth.sessions s
               where c.session_id = s.id and s.factor_id = $2 and c.authentication_method = $3
             )
             update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and factor_id = $2";
        self.execute(delete, &[&user_id, &factor.id, &factor.factor_type.method()]).await?;
        Ok(())
    }

    pub async fn set_factor_verified(&self, id: Uuid) -> Result<()> {
        let update = "update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1";
        self.execute(update, &[&id]).await?;
        Ok(())
    }

    /// Replaces the secret. `secret` is in its stored form.
    pub async fn set_factor_secret(&self, id: Uuid, secret: &str) -> Result<()> {
        self.execute("update auth.mfa_factors set secret = $2 where id = $1", &[&id, &secret]).await?;
        Ok(())
    }

    /// Changes the name and the number. `None` leaves a column as it is.
    pub async fn update_factor(
        &self,
        id: Uuid,
        friendly_name: Option<&str>,
        phone: Option<&str>,
    ) -> Result<()> {
        let update = "update auth.mfa_factors set friendly_name = coalesce($2, friendly_name),
               phone = coalesce($3, phone), updated_at = now()
             where id = $1";
        self.execute(update, &[&id, &friendly_name, &phone]).await?;
        Ok(())
    }

    /// Stores the key of a WebAuthn factor, and its authenticator's model.
    pub async fn set_factor_credential(&self, id: Uuid, credential: &Credential) -> Result<()> {
        let aaguid = Uuid::from_slice(&credential.authenticator.aaguid).ok();
        let update =
            "update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3, updated_at = now()
             where id = $1";
        self.execute(update, &[&id, &Json(credential), &aaguid]).await?;
        Ok(())
    }
}
