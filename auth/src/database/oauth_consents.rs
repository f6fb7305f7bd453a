//! SQL of `auth.oauth_consents`: which scopes an account has granted to which client.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{AuthTransaction, Connection};
use crate::error::Result;
use crate::models::{OAUTH_CLIENT_COLUMNS, OAuthClient};

/// The most grants of a list.
const MAX_LISTED: i64 = 1000;

/// A grant that is in force.
pub(crate) struct OAuthGrant {
    pub client: OAuthClient,
    /// Separated by spaces.
    pub scopes: String,
    pub granted_at: DateTime<Utc>,
}

impl Connection {
    /// The account's grants, the newest first.
    pub async fn list_oauth_grants(&self, user_id: Uuid) -> Result<Vec<OAuthGrant>> {
        let query = format!(
            "select {OAUTH_CLIENT_COLUMNS}, granted.scopes, granted.granted_at
             from (
               select client_id, scopes, granted_at from auth.oauth_consents
               where user_id = $1 and revoked_at is null
             ) granted
             join auth.oauth_clients on id = granted.client_id
             where deleted_at is null
             order by granted.granted_at desc limit {MAX_LISTED}"
        );
        let rows = self.0.query(&self.0.prepare_cached(&query).await?, &[&user_id]).await?;
        let grants = rows.iter().map(|row| {
            Ok(OAuthGrant {
                client: OAuthClient::from_row(row)?,
                scopes: row.try_get("scopes")?,
                granted_at: row.try_get("granted_at")?,
            })
        });
        grants.collect()
    }
}

impl AuthTransaction<'_> {
    /// The scopes that the account has granted to a client, separated by spaces. `None` without a grant.
    pub async fn granted_scopes(&self, user_id: Uuid, client_id: Uuid) -> Result<Option<String>> {
        let query = "select scopes from auth.oauth_consents
             where user_id = $1 and client_id = $2 and revoked_at is null";
        let row = self.0.query_opt(&self.0.prepare_cached(query).await?, &[&user_id, &client_id]).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// Grants scopes to a client, in place of an earlier grant.
    pub async fn store_oauth_consent(&self, user_id: Uuid, client_id: Uuid, scopes: &str) -> Result<()> {
        let insert =
            "insert into auth.oauth_consents (id, user_id, client_id, scopes) values ($1, $2, $3, $4)
             on conflict (user_id, client_id)
             do update set scopes = excluded.scopes, granted_at = now(), revoked_at = null";
        self.execute(insert, &[&Uuid::new_v4(), &user_id, &client_id, &scopes]).await?;
        Ok(())
    }

    /// Revokes a grant and ends the client's sessions. Returns whether there was a grant.
    pub async fn revoke_oauth_grant(&self, user_id: Uuid, client_id: Uuid) -> Result<bool> {
        let update = "update auth.oauth_consents set revoked_at = now()
             where user_id = $1 and client_id = $2 and revoked_at is null";
        if self.execute(update, &[&user_id, &client_id]).await? == 0 {
            return Ok(false);
        }
        let delete = "delete from auth.sessions where user_id = $1 and oauth_client_id = $2";
        self.execute(delete, &[&user_id, &client_id]).await?;
        Ok(true)
    }
}
