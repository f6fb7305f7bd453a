//! SQL of `auth.sessions`, `auth.refresh_tokens` and `auth.mfa_amr_claims`.

use chrono::{DateTime, Utc};
use tokio_postgres::types::Json;
use uuid::Uuid;

use super::AuthTransaction;
use crate::access_token::{AuthenticationMethod, SessionClaims};
use crate::client_context::ClientContext;
use crate::error::Result;
use crate::models::{USER_COLUMNS, User};

/// A new session with its first refresh token.
pub(crate) struct NewSession<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The entry of the claim `amr`, e.g. `password`.
    pub method: &'a str,
    pub refresh_token: &'a str,
    pub client: &'a ClientContext,
    pub now: DateTime<Utc>,
}

/// A refresh token, its session and its account, as they are before a refresh.
pub(crate) struct RefreshState {
    pub user: User,
    pub token_id: i64,
    pub is_revoked: bool,
    pub token_updated_at: DateTime<Utc>,
    pub claims: SessionClaims,
    pub session_created_at: DateTime<Utc>,
    pub session_refreshed_at: Option<DateTime<Utc>>,
    pub not_after: Option<DateTime<Utc>>,
    /// The session's newest token that is not revoked.
    pub active: Option<ActiveToken>,
}

/// A session's refresh token that is not revoked.
pub(crate) struct ActiveToken {
    pub token: String,
    pub parent: Option<String>,
}

/// The replacement of a refresh token.
pub(crate) struct Swap<'a> {
    pub session_id: Uuid,
    pub user_id: Uuid,
    pub old_id: i64,
    pub old: &'a str,
    pub new: &'a str,
}

impl AuthTransaction<'_> {
    /// Inserts the session, its method and its refresh token, and records the sign-in. With `verified_hash`, only if
    /// the account still has this hash, so that a concurrent change of the password invalidates the sign-in.
    ///
    /// Returns whether the session was inserted.
    pub async fn insert_session(
        &self,
        session: &NewSession<'_>,
        verified_hash: Option<&str>,
    ) -> Result<bool> {
        let statement = self
            .0
            .prepare_cached(
                "with signed_in as (
                   update auth.users set last_sign_in_at = $6, updated_at = $6
                   where id = $2 and deleted_at is null and ($7::text is null or encrypted_password = $7)
                   returning id
                 ),
                 session as (
                   insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
                   select $1, id, $6, $6, 'aal1', $5, $8 from signed_in
                   returning id
                 ),
                 method as (
                   insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
                   select gen_random_uuid(), id, $6, $6, $3 from session
                 )
                 insert into auth.refresh_tokens (instance_id, token, user_id, session_id, revoked, created_at, updated_at)
                 select '00000000-0000-0000-0000-000000000000', $4, $2::uuid::text, id, false, $6, $6 from session",
            )
            .await?;
        let inserted = self
            .0
            .execute(
                &statement,
                &[
                    &session.id,
                    &session.user_id,
                    &session.method,
                    &session.refresh_token,
                    &session.client.user_agent,
                    &session.now,
                    &verified_hash,
                    &session.client.address,
                ],
            )
            .await?;
        Ok(inserted == 1)
    }

    /// A refresh token with its session, which stays locked until the end of the transaction, so that concurrent
    /// refreshes of one session run one after the other. Waits at most five seconds for the lock.
    ///
    /// # Errors
    /// 409 when the lock is not free in time.
    pub async fn lock_refresh_token(&self, token: &str) -> Result<Option<RefreshState>> {
        self.0.batch_execute("set local lock_timeout = '5s'").await?;
        let lock = self
            .0
            .prepare_cached(
                "select s.id from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
                 where t.token = $1 for update of s",
            )
            .await?;
        if self.0.query_opt(&lock, &[&token]).await?.is_none() {
            return Ok(None);
        }
        // A statement of its own, so that it sees what the previous holder of the lock has committed.
        let query = format!(
            "select {USER_COLUMNS}, t.id as token_id, coalesce(t.revoked, false) as is_revoked,
               coalesce(t.updated_at, now()) as token_updated_at, s.id as session_id,
               coalesce(s.aal::text, 'aal1') as aal, coalesce(s.created_at, now()) as session_created_at,
               s.refreshed_at at time zone 'utc' as session_refreshed_at, s.not_after,
               active.token as active_token, active.parent as active_parent,
               coalesce((
                 select json_agg(json_build_object(
                   'method', authentication_method, 'timestamp', floor(extract(epoch from created_at))::bigint
                 ) order by created_at desc)
                 from auth.mfa_amr_claims where session_id = s.id
               ), '[]') as methods
             from auth.refresh_tokens t
             join auth.sessions s on s.id = t.session_id
             join auth.users u on u.id = s.user_id
             left join lateral (
               select token, parent from auth.refresh_tokens
               where session_id = s.id and revoked = false order by id desc limit 1
             ) active on true
             where t.token = $1"
        );
        let statement = self.0.prepare_cached(&query).await?;
        let Some(row) = self.0.query_opt(&statement, &[&token]).await? else { return Ok(None) };
        let Json(methods) = row.try_get::<_, Json<Vec<AuthenticationMethod>>>("methods")?;
        let active_token = row.try_get::<_, Option<String>>("active_token")?;
        let parent = row.try_get::<_, Option<String>>("active_parent")?;
        Ok(Some(RefreshState {
            user: User::from_row(&row)?,
            token_id: row.try_get("token_id")?,
            is_revoked: row.try_get("is_revoked")?,
            token_updated_at: row.try_get("token_updated_at")?,
            claims: SessionClaims {
                session_id: row.try_get("session_id")?,
                aal: row.try_get("aal")?,
                methods,
            },
            session_created_at: row.try_get("session_created_at")?,
            session_refreshed_at: row.try_get("session_refreshed_at")?,
            not_after: row.try_get("not_after")?,
            active: active_token.map(|token| ActiveToken { token, parent }),
        }))
    }

    /// Revokes the old token and inserts the new one as its child. A token that was revoked before keeps its time, so
    /// that repeated use does not extend the reuse interval.
    pub async fn swap_refresh_token(&self, swap: &Swap<'_>) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "with revoked as (update auth.refresh_tokens set revoked = true, updated_at = now()
                                  where id = $1 and revoked is not true)
                 insert into auth.refresh_tokens
                   (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
                 values ('00000000-0000-0000-0000-000000000000', $2, $3::uuid::text, $4, $5, false, now(), now())",
            )
            .await?;
        let parameters: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
            [&swap.old_id, &swap.new, &swap.user_id, &swap.session_id, &swap.old];
        self.0.execute(&statement, &parameters).await?;
        Ok(())
    }

    /// Revokes every refresh token of the session.
    pub async fn revoke_refresh_tokens(&self, session_id: Uuid) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "update auth.refresh_tokens set revoked = true, updated_at = now()
                 where session_id = $1 and revoked = false",
            )
            .await?;
        self.0.execute(&statement, &[&session_id]).await?;
        Ok(())
    }

    /// Records a refresh: its time, and the client's address and user agent.
    pub async fn touch_session(&self, id: Uuid, client: &ClientContext, now: DateTime<Utc>) -> Result<()> {
        let statement = self
            .0
            .prepare_cached(
                "update auth.sessions set refreshed_at = $2 at time zone 'utc', user_agent = $3, ip = $4, updated_at = $2
                 where id = $1",
            )
            .await?;
        self.0.execute(&statement, &[&id, &now, &client.user_agent, &client.address]).await?;
        Ok(())
    }

    /// Ends one session.
    pub async fn delete_session(&self, id: Uuid) -> Result<()> {
        let statement = self.0.prepare_cached("delete from auth.sessions where id = $1").await?;
        self.0.execute(&statement, &[&id]).await?;
        Ok(())
    }

    /// Ends the account's sessions, apart from `except`.
    pub async fn delete_sessions(&self, user_id: Uuid, except: Option<Uuid>) -> Result<()> {
        let statement = self
            .0
            .prepare_cached("delete from auth.sessions where user_id = $1 and id is distinct from $2")
            .await?;
        self.0.execute(&statement, &[&user_id, &except]).await?;
        Ok(())
    }
}
