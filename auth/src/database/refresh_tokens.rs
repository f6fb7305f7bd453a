//! SQL of `auth.refresh_tokens`, and of the sessions that they refresh.

use chrono::{DateTime, Utc};
use futures_util::future::join;
use serde_json::Value;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{Json, ToSql};
use tokio_postgres::{Row, Statement};
use uuid::Uuid;

use super::audit_log::INSERT_ENTRY;
use super::rotations::{Rotation, SESSION_COLUMNS};
use super::{AuthTransaction, Database};
use crate::access_token::{Application, AuthenticationMethod, SessionClaims};
use crate::client_context::ClientContext;
use crate::error::{Error, Result};
use crate::models::{USER_COLUMNS, User};

/// Revokes the old token and inserts the new one as its child. A token that was revoked before keeps its time, so that
/// repeated use does not extend the reuse interval.
const SWAP: &str = "with revoked as (update auth.refresh_tokens set revoked = true, updated_at = now()
                                     where id = $1 and revoked is not true)
     insert into auth.refresh_tokens
       (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $2, $3::uuid::text, $4, $5, false, now(), now())";

/// A session and its account.
pub(crate) struct StoredSession {
    pub user: User,
    pub claims: SessionClaims,
    pub created_at: DateTime<Utc>,
    pub refreshed_at: Option<DateTime<Utc>>,
    pub not_after: Option<DateTime<Utc>>,
    /// The key of signed counters, as it is stored.
    pub counter_key: Option<String>,
    /// The counter of the current token.
    pub counter: Option<i64>,
}

/// A refresh token that has a row.
pub(crate) struct TokenRow {
    pub id: i64,
    pub is_revoked: bool,
    pub updated_at: DateTime<Utc>,
    /// The session's newest token that is not revoked.
    pub active: Option<ActiveToken>,
}

/// A session's refresh token that is not revoked.
pub(crate) struct ActiveToken {
    pub token: String,
    pub parent: Option<String>,
}

/// The replacement of a refresh token.
pub(crate) struct Swap {
    pub session_id: Uuid,
    pub user_id: Uuid,
    pub old_id: i64,
    pub old: String,
    pub new: String,
}

/// A new counter of a session.
pub(crate) struct NewCounter {
    pub value: i64,
    /// The session's key in its stored form; `None` leaves it as it is.
    pub key: Option<String>,
}

/// What a refresh changes beside the time of the session.
#[derive(Default)]
pub(crate) struct TokenUpdate {
    pub swap: Option<Swap>,
    pub counter: Option<NewCounter>,
}

/// A refresh, as it is stored.
pub(crate) struct Refresh<'a> {
    pub session_id: Uuid,
    pub update: TokenUpdate,
    pub audit_entry: &'a Value,
    pub client: &'a ClientContext,
    pub now: DateTime<Utc>,
}

impl Swap {
    /// The parameters of [`SWAP`].
    fn parameters(&self) -> [&(dyn ToSql + Sync); 5] {
        [&self.old_id, &self.new, &self.user_id, &self.session_id, &self.old]
    }
}

impl StoredSession {
    fn from_row(row: &Row) -> Result<StoredSession> {
        let Json(methods) = row.try_get::<_, Json<Vec<AuthenticationMethod>>>("methods")?;
        let client_id: Option<Uuid> = row.try_get("oauth_client_id")?;
        let scope = row.try_get("scope")?;
        Ok(StoredSession {
            user: User::from_row(row)?,
            claims: SessionClaims {
                session_id: row.try_get("session_id")?,
                aal: row.try_get("aal")?,
                methods,
                application: client_id.map(|client_id| Application { client_id, scope }),
            },
            created_at: row.try_get("session_created_at")?,
            refreshed_at: row.try_get("session_refreshed_at")?,
            not_after: row.try_get("not_after")?,
            counter_key: row.try_get("refresh_token_hmac_key")?,
            counter: row.try_get("refresh_token_counter")?,
        })
    }
}

impl Database {
    /// Replaces a refresh token. Returns its session; `None` when the token is unknown, or a transaction has to handle
    /// it.
    pub async fn rotate_refresh_token(&self, rotation: Rotation) -> Result<Option<StoredSession>> {
        let _span = self.span();
        self.rotations.output(rotation).await?.as_ref().map(StoredSession::from_row).transpose()
    }
}

impl AuthTransaction<'_> {
    /// A refresh token with its session, which stays locked until the end of the transaction, so that concurrent
    /// refreshes of one session run one after the other.
    ///
    /// # Errors
    /// 409 when the lock is not free in time.
    pub async fn lock_refresh_token(&self, token: &str) -> Result<Option<(StoredSession, TokenRow)>> {
        const LOCK: &str =
            "select s.id from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
             where t.token = $1 for update of s";
        let query = format!(
            "select {USER_COLUMNS}, {SESSION_COLUMNS}, t.id as token_id, coalesce(t.revoked, false) as is_revoked,
               coalesce(t.updated_at, now()) as token_updated_at,
               active.token as active_token, active.parent as active_parent
             from auth.refresh_tokens t
             join auth.sessions s on s.id = t.session_id
             join auth.users u on u.id = s.user_id
             left join lateral (
               select token, parent from auth.refresh_tokens
               where session_id = s.id and revoked = false order by id desc limit 1
             ) active on true
             where t.token = $1"
        );
        let Some(row) = self.lock_and_read(LOCK, &query, &token).await? else { return Ok(None) };
        let active_token = row.try_get::<_, Option<String>>("active_token")?;
        let parent = row.try_get::<_, Option<String>>("active_parent")?;
        let token = TokenRow {
            id: row.try_get("token_id")?,
            is_revoked: row.try_get("is_revoked")?,
            updated_at: row.try_get("token_updated_at")?,
            active: active_token.map(|token| ActiveToken { token, parent }),
        };
        Ok(Some((StoredSession::from_row(&row)?, token)))
    }

    /// A session, locked until the end of the transaction.
    ///
    /// # Errors
    /// 409 when the lock is not free in time.
    pub async fn lock_session(&self, id: Uuid) -> Result<Option<StoredSession>> {
        const LOCK: &str = "select from auth.sessions where id = $1 for update";
        let query = format!(
            "select {USER_COLUMNS}, {SESSION_COLUMNS}
             from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1"
        );
        self.lock_and_read(LOCK, &query, &id).await?.as_ref().map(StoredSession::from_row).transpose()
    }

    /// Locks a row and reads it with what belongs to it, in one message. The reading is a statement of its own, so that
    /// it sees what the previous holder of the lock has committed.
    async fn lock_and_read(
        &self,
        lock: &str,
        read: &str,
        parameter: &(dyn ToSql + Sync),
    ) -> Result<Option<Row>> {
        let (lock, read) = (self.0.prepare_cached(lock).await?, self.0.prepare_cached(read).await?);
        let parameters = [parameter];
        let (locked, row) =
            join(self.0.query_opt(&lock, &parameters), self.0.query_opt(&read, &parameters)).await;
        Ok(if locked.map_err(conflict_if_locked)?.is_some() { row? } else { None })
    }

    /// Replaces a refresh token.
    pub async fn swap_refresh_token(&self, swap: &Swap) -> Result<()> {
        let statement = self.0.prepare_cached(SWAP).await?;
        self.0.execute(&statement, &swap.parameters()).await.map_err(conflict_if_locked)?;
        Ok(())
    }

    /// Stores a refresh and commits, in one message.
    ///
    /// # Errors
    /// 409 when the old token stays locked.
    pub async fn commit_refresh(self, refresh: &Refresh<'_>) -> Result<()> {
        // The session's row is changed once, also where it has a counter.
        const TOUCH: &str = "update auth.sessions
             set refreshed_at = $2 at time zone 'utc', user_agent = $3, ip = $4, updated_at = $2,
               refresh_token_counter = coalesce($5, refresh_token_counter),
               refresh_token_hmac_key = coalesce($6, refresh_token_hmac_key)
             where id = $1";
        let Refresh { session_id, update, audit_entry, client, now } = refresh;
        let swap = update.swap.as_ref().map(Swap::parameters);
        let (counter, key) =
            update.counter.as_ref().map_or((None, None), |it| (Some(it.value), it.key.as_deref()));
        let address = client.address_text();
        let entry: [&(dyn ToSql + Sync); 2] = [audit_entry, &address];
        let touch: [&(dyn ToSql + Sync); 6] =
            [session_id, now, &client.user_agent, &client.address, &counter, &key];
        let mut statements: Vec<(Statement, &[&(dyn ToSql + Sync)])> = Vec::new();
        if let Some(swap) = &swap {
            statements.push((self.0.prepare_cached(SWAP).await?, swap));
        }
        if client.is_audited {
            statements.push((self.0.prepare_cached(INSERT_ENTRY).await?, &entry));
        }
        statements.push((self.0.prepare_cached(TOUCH).await?, &touch));
        self.0.execute_and_commit(&statements).await.map_err(conflict_if_locked)
    }

    /// Revokes the session's tokens and inserts `new` as the child of the newest one.
    pub async fn replace_refresh_token(&self, session_id: Uuid, user_id: Uuid, new: &str) -> Result<()> {
        let insert = "with active as (
               select token from auth.refresh_tokens where session_id = $1 and revoked = false order by id desc limit 1
             ),
             revoked as (
               update auth.refresh_tokens set revoked = true, updated_at = now()
               where session_id = $1 and revoked = false
             )
             insert into auth.refresh_tokens
               (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
             values ('00000000-0000-0000-0000-000000000000', $3, $2::uuid::text, $1, (select token from active), false,
               now(), now())";
        self.execute(insert, &[&session_id, &user_id, &new]).await?;
        Ok(())
    }

    /// Revokes every refresh token of the session that has a row.
    pub async fn revoke_refresh_tokens(&self, session_id: Uuid) -> Result<()> {
        let update = "update auth.refresh_tokens set revoked = true, updated_at = now()
             where session_id = $1 and revoked = false";
        self.execute(update, &[&session_id]).await?;
        Ok(())
    }

    /// Sets the counter of the session's current token, and its key unless that is `None`. `key` is in its stored form.
    pub async fn set_counter(&self, session_id: Uuid, counter: i64, key: Option<&str>) -> Result<()> {
        let update = "update auth.sessions
             set refresh_token_counter = $2, refresh_token_hmac_key = coalesce($3, refresh_token_hmac_key)
             where id = $1";
        self.execute(update, &[&session_id, &counter, &key]).await?;
        Ok(())
    }
}

/// The error of a refresh whose session or token another program, or many requests, keep locked.
fn conflict_if_locked(error: tokio_postgres::Error) -> Error {
    if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) {
        return Error::conflict(
            "Too many concurrent token refresh requests on the same session or refresh token",
        );
    }
    error.into()
}
