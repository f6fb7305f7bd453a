//! SQL of `auth.webauthn_credentials` and `auth.webauthn_challenges`: passkeys, and the ceremonies that make and use
//! them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use tokio_postgres::Row;
use tokio_postgres::types::Json;
use uuid::Uuid;

use super::{AuthTransaction, Connection};
use crate::error::Result;
use crate::timestamp;
use crate::webauthn::{Authenticator, Challenge, Credential, Flags};

/// A passkey: its row, and its key.
pub(crate) struct Passkey {
    pub id: Uuid,
    friendly_name: String,
    created_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
    pub credential: Credential,
}

/// A passkey that was just registered.
pub(crate) struct NewPasskey<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub friendly_name: &'a str,
    pub credential: &'a Credential,
}

/// Supabase's object of a passkey. Without its key.
#[derive(Serialize)]
pub(crate) struct PasskeyObject<'a> {
    id: Uuid,
    #[serde(skip_serializing_if = "str::is_empty")]
    friendly_name: &'a str,
    created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used_at: Option<String>,
}

impl Passkey {
    pub fn object(&self) -> PasskeyObject<'_> {
        PasskeyObject {
            id: self.id,
            friendly_name: &self.friendly_name,
            created_at: timestamp::text(&self.created_at),
            last_used_at: self.last_used_at.as_ref().map(timestamp::text),
        }
    }

    fn from_row(row: &Row) -> Result<Passkey> {
        let transports = row.try_get::<_, Value>("transports")?;
        let aaguid = row.try_get::<_, Option<Uuid>>("aaguid")?;
        let sign_count = row.try_get::<_, i64>("sign_count")?;
        Ok(Passkey {
            id: row.try_get("id")?,
            friendly_name: row.try_get("friendly_name")?,
            created_at: row.try_get("created_at")?,
            last_used_at: row.try_get("last_used_at")?,
            credential: Credential {
                id: row.try_get("credential_id")?,
                public_key: row.try_get("public_key")?,
                attestation_type: row.try_get("attestation_type")?,
                transports: serde_json::from_value(transports).ok(),
                flags: Flags {
                    backup_eligible: row.try_get("backup_eligible")?,
                    backup_state: row.try_get("backed_up")?,
                    ..Flags::default()
                },
                authenticator: Authenticator {
                    aaguid: aaguid.map(|aaguid| aaguid.as_bytes().to_vec()).unwrap_or_default(),
                    sign_count: u32::try_from(sign_count).unwrap_or(u32::MAX),
                },
            },
        })
    }
}

impl Connection {
    /// The account's passkeys, the oldest first.
    pub async fn passkeys(&self, user_id: Uuid) -> Result<Vec<Passkey>> {
        let query = "select * from auth.webauthn_credentials where user_id = $1 order by created_at, id";
        let rows = self.0.query(&self.0.prepare_cached(query).await?, &[&user_id]).await?;
        rows.iter().map(Passkey::from_row).collect()
    }

    /// Stores the state of a ceremony. `user_id` is `None` for a sign-in, which does not know the account yet.
    /// Returns the ceremony's id.
    pub async fn insert_ceremony(
        &self,
        user_id: Option<Uuid>,
        ceremony: &str,
        challenge: &Challenge,
        expires_at: DateTime<Utc>,
    ) -> Result<Uuid> {
        // Abandoned ceremonies go a few at a time, so that the table does not grow without bound.
        let insert = "with expired as (
               delete from auth.webauthn_challenges where id in (
                 select id from auth.webauthn_challenges where expires_at < now() order by expires_at limit 20
                 for update skip locked
               )
             )
             insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
             values ($1, $2, $3, $4) returning id";
        let statement = self.0.prepare_cached(insert).await?;
        let row = self.0.query_one(&statement, &[&user_id, &ceremony, &Json(challenge), &expires_at]).await?;
        Ok(row.try_get("id")?)
    }

    /// Deletes the state of a ceremony, so that it is used once, and returns it with its expiry.
    pub async fn take_ceremony(
        &self,
        id: Uuid,
        ceremony: &str,
        user_id: Option<Uuid>,
    ) -> Result<Option<(Challenge, DateTime<Utc>)>> {
        let delete = "delete from auth.webauthn_challenges
             where id = $1 and challenge_type = $2 and user_id is not distinct from $3
             returning session_data, expires_at";
        let statement = self.0.prepare_cached(delete).await?;
        let Some(row) = self.0.query_opt(&statement, &[&id, &ceremony, &user_id]).await? else {
            return Ok(None);
        };
        let Json(challenge) = row.try_get::<_, Json<Challenge>>("session_data")?;
        Ok(Some((challenge, row.try_get("expires_at")?)))
    }
}

impl AuthTransaction<'_> {
    pub async fn count_passkeys(&self, user_id: Uuid) -> Result<i64> {
        let query = "select count(*) from auth.webauthn_credentials where user_id = $1";
        Ok(self.0.query_one(&self.0.prepare_cached(query).await?, &[&user_id]).await?.try_get(0)?)
    }

    /// Inserts the passkey. Returns `None` if an account has its key already.
    pub async fn insert_passkey(&self, passkey: &NewPasskey<'_>) -> Result<Option<Passkey>> {
        let NewPasskey { id, user_id, friendly_name, credential } = passkey;
        let aaguid = Uuid::from_slice(&credential.authenticator.aaguid).ok();
        let transports = credential.transports.as_deref().unwrap_or_default();
        let insert =
            "insert into auth.webauthn_credentials (id, user_id, friendly_name, credential_id, public_key,
               attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
             on conflict (credential_id) do nothing returning *";
        let statement = self.0.prepare_cached(insert).await?;
        let row = self
            .0
            .query_opt(
                &statement,
                &[
                    id,
                    user_id,
                    friendly_name,
                    &credential.id,
                    &credential.public_key,
                    &credential.attestation_type,
                    &aaguid,
                    &i64::from(credential.authenticator.sign_count),
                    &Json(transports),
                    &credential.flags.backup_eligible,
                    &credential.flags.backup_state,
                ],
            )
            .await?;
        row.as_ref().map(Passkey::from_row).transpose()
    }

    /// Records a sign-in with the passkey. Returns false if it was deleted meanwhile.
    pub async fn touch_passkey(&self, id: Uuid, sign_count: u32) -> Result<bool> {
        let update = "update auth.webauthn_credentials
             set sign_count = $2, last_used_at = now(), updated_at = now() where id = $1";
        Ok(self.execute(update, &[&id, &i64::from(sign_count)]).await? == 1)
    }

    /// Renames the account's passkey.
    pub async fn rename_passkey(&self, user_id: Uuid, id: Uuid, name: &str) -> Result<Option<Passkey>> {
        let update = "update auth.webauthn_credentials set friendly_name = $3, updated_at = now()
             where user_id = $1 and id = $2 returning *";
        let row = self.0.query_opt(&self.0.prepare_cached(update).await?, &[&user_id, &id, &name]).await?;
        row.as_ref().map(Passkey::from_row).transpose()
    }

    /// Deletes the account's passkey. Returns whether it existed.
    pub async fn delete_passkey(&self, user_id: Uuid, id: Uuid) -> Result<bool> {
        let delete = "delete from auth.webauthn_credentials where user_id = $1 and id = $2";
        Ok(self.execute(delete, &[&user_id, &id]).await? == 1)
    }
}
