//! SQL of `auth.mfa_challenges`.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use serde_json::Value;
use tokio_postgres::types::Json;
use uuid::Uuid;

use super::{AuthTransaction, Connection};
use crate::error::Result;
use crate::webauthn;

/// A new challenge.
pub(crate) struct NewChallenge<'a> {
    pub id: Uuid,
    pub factor_id: Uuid,
    pub address: IpAddr,
    /// The code that was sent, as it is stored.
    pub code: Option<&'a str>,
    pub web_authn: Option<&'a webauthn::Challenge>,
}

/// A challenge. Not `Debug`, because it contains the code.
pub(crate) struct Challenge {
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    pub is_verified: bool,
    pub address: IpAddr,
    /// The code that was sent, as it is stored.
    pub code: Option<String>,
    pub web_authn: Option<webauthn::Challenge>,
}

impl Connection {
    /// The factor's challenge with this id.
    pub async fn find_challenge(&self, factor_id: Uuid, id: Uuid) -> Result<Option<Challenge>> {
        let statement = self
            .0
            .prepare_cached(
                "select id, created_at, verified_at is not null as is_verified, ip_address, otp_code, web_authn_session_data
                 from auth.mfa_challenges where id = $1 and factor_id = $2",
            )
            .await?;
        let Some(row) = self.0.query_opt(&statement, &[&id, &factor_id]).await? else { return Ok(None) };
        let web_authn = row.try_get::<_, Option<Value>>("web_authn_session_data")?;
        Ok(Some(Challenge {
            id: row.try_get("id")?,
            created_at: row.try_get("created_at")?,
            is_verified: row.try_get("is_verified")?,
            address: row.try_get("ip_address")?,
            code: row.try_get("otp_code")?,
            web_authn: web_authn.and_then(|state| serde_json::from_value(state).ok()),
        }))
    }
}

impl AuthTransaction<'_> {
    /// Stores the challenge, and its time in the factor. Returns the time.
    pub async fn insert_challenge(&self, challenge: &NewChallenge<'_>) -> Result<DateTime<Utc>> {
        let insert = "with challenged as (
               update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $2
             )
             insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code, web_authn_session_data, created_at)
             values ($1, $2, $3, $4, $5, now()) returning created_at";
        let NewChallenge { id, factor_id, address, code, web_authn } = challenge;
        let statement = self.0.prepare_cached(insert).await?;
        let row = self.0.query_one(&statement, &[id, factor_id, address, code, &web_authn.map(Json)]).await?;
        Ok(row.try_get("created_at")?)
    }

    /// Uses up the challenge. Returns false if a concurrent request has done so before.
    pub async fn use_challenge(&self, id: Uuid) -> Result<bool> {
        let update =
            "update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null";
        Ok(self.execute(update, &[&id]).await? == 1)
    }

    /// Records the time step whose code answered this challenge of a TOTP factor. Returns false if the factor's code of
    /// that step was used before. The factor must be locked.
    pub async fn use_time_step(&self, factor_id: Uuid, challenge_id: Uuid, step: i64) -> Result<bool> {
        let update = "update auth.mfa_challenges set otp_code = $3::bigint::text
             where id = $2 and not exists (
               select from auth.mfa_challenges used
               where used.factor_id = $1 and used.verified_at is not null and used.otp_code = $3::bigint::text
             )";
        Ok(self.execute(update, &[&factor_id, &challenge_id, &step]).await? == 1)
    }

    /// Replaces the code. `code` is in its stored form.
    pub async fn set_challenge_code(&self, id: Uuid, code: &str) -> Result<()> {
        self.execute("update auth.mfa_challenges set otp_code = $2 where id = $1", &[&id, &code]).await?;
        Ok(())
    }

    /// Deletes the challenge. Returns false if a concurrent request has done so before.
    pub async fn delete_challenge(&self, id: Uuid) -> Result<bool> {
        Ok(self.execute("delete from auth.mfa_challenges where id = $1", &[&id]).await? == 1)
    }

    /// Keeps the last answered challenge of a WebAuthn factor with the authenticator's response, and deletes it.
    /// Returns false if a concurrent request has done so before.
    pub async fn use_web_authn_challenge(&self, id: Uuid, ceremony: &str, response: &Value) -> Result<bool> {
        let update = "with used as (delete from auth.mfa_challenges where id = $1 returning *)
             update auth.mfa_factors f set updated_at = now(), last_webauthn_challenge_data = jsonb_build_object(
               'challenge', jsonb_build_object(
                 'challenge_id', used.id, 'factor_id', used.factor_id, 'created_at', used.created_at,
                 'ip_address', host(used.ip_address), 'web_authn_session_data', used.web_authn_session_data
               ),
               'type', $2::text, 'credential_response', $3::jsonb
             )
             from used where f.id = used.factor_id";
        Ok(self.execute(update, &[&id, &ceremony, &response]).await? == 1)
    }
}
