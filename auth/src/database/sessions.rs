//! SQL of `auth.sessions` and `auth.mfa_amr_claims`.

use std::time::Duration;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{AuthTransaction, Connection};
use crate::access_token::Application;
use crate::client_context::ClientContext;
use crate::error::Result;

/// A new session with its first refresh token.
pub(crate) struct NewSession<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    /// The entry of the claim `amr`, e.g. `password`.
    pub method: &'a str,
    /// The token that gets a row; `None` for a session with a counter.
    pub refresh_token: Option<&'a str>,
    /// The key of the session's counter, as it is stored.
    pub counter_key: Option<&'a str>,
    /// The application that the session is for; `None` for the site's own.
    pub application: Option<&'a Application>,
    pub client: &'a ClientContext,
    pub now: DateTime<Utc>,
}

/// A session, and the limits within which another session of the account counts as a newer one.
pub(crate) struct NewerSession<'a> {
    pub user_id: Uuid,
    pub session_id: Uuid,
    pub tags: &'a [String],
    pub refreshed_at: DateTime<Utc>,
    pub now: DateTime<Utc>,
    pub timebox: Option<Duration>,
    pub inactivity: Option<Duration>,
}

impl Connection {
    /// When a session began, and its authentication methods.
    pub async fn session_age(&self, id: Uuid) -> Result<Option<(DateTime<Utc>, Vec<String>)>> {
        let statement = self
            .0
            .prepare_cached(
                "select coalesce(s.created_at, now()) as created_at, array(
                   select authentication_method from auth.mfa_amr_claims where session_id = s.id
                 ) as methods
                 from auth.sessions s where s.id = $1",
            )
            .await?;
        let Some(row) = self.0.query_opt(&statement, &[&id]).await? else { return Ok(None) };
        Ok(Some((row.try_get("created_at")?, row.try_get("methods")?)))
    }

    /// The scopes of an application's session, separated by spaces; empty for a session of the site.
    pub async fn session_scope(&self, id: Uuid) -> Result<String> {
        let query = "select coalesce(scopes, '') from auth.sessions where id = $1";
        let row = self.0.query_opt(&self.0.prepare_cached(query).await?, &[&id]).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.unwrap_or_default())
    }

    /// Whether a session exists, is not older than `timebox`, and was refreshed within `inactivity`.
    pub async fn is_session_live(
        &self,
        id: Uuid,
        timebox: Option<Duration>,
        inactivity: Option<Duration>,
    ) -> Result<bool> {
        let statement = self
            .0
            .prepare_cached(
                "select (not_after is null or not_after > now())
                   and ($2::float8 is null or created_at + make_interval(secs => $2) > now())
                   and ($3::float8 is null
                     or coalesce(refreshed_at at time zone 'utc', created_at) + make_interval(secs => $3) > now())
                 from auth.sessions where id = $1",
            )
            .await?;
        let seconds = |limit: Option<Duration>| limit.map(|limit| limit.as_secs_f64());
        let row = self.0.query_opt(&statement, &[&id, &seconds(timebox), &seconds(inactivity)]).await?;
        Ok(row.map(|row| row.try_get::<_, Option<bool>>(0)).transpose()?.flatten().unwrap_or(false))
    }
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
                   insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip,
                     refresh_token_hmac_key, refresh_token_counter, oauth_client_id, scopes)
                   select $1, id, $6, $6, 'aal1', $5, $8, $9::text, case when $9 is not null then 0 end, $10, $11
                   from signed_in
                   returning id
                 ),
                 method as (
                   insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
                   select gen_random_uuid(), id, $6, $6, $3 from session
                 ),
                 token as (
                   insert into auth.refresh_tokens
                     (instance_id, token, user_id, session_id, revoked, created_at, updated_at)
                   select '00000000-0000-0000-0000-000000000000', $4::text, $2::uuid::text, id, false, $6, $6
                   from session where $4::text is not null
                 )
                 select id from session",
            )
            .await?;
        let inserted = self
            .0
            .query_opt(
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
                    &session.counter_key,
                    &session.application.map(|application| application.client_id),
                    &session.application.map(|application| application.scope.as_str()),
                ],
            )
            .await?;
        Ok(inserted.is_some())
    }

    /// Adds a method to the session, or renews its time.
    pub async fn add_method(&self, session_id: Uuid, method: &str, now: DateTime<Utc>) -> Result<()> {
        let insert =
            "insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
             values (gen_random_uuid(), $1, $3, $3, $2)
             on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at";
        self.execute(insert, &[&session_id, &method, &now]).await?;
        Ok(())
    }

    /// Raises the session to `aal2` with a factor, and ends the account's sessions below that.
    pub async fn raise_session(&self, id: Uuid, user_id: Uuid, factor_id: Uuid) -> Result<()> {
        let update = "update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1";
        self.execute(update, &[&id, &factor_id]).await?;
        self.execute("delete from auth.sessions where user_id = $1 and aal < 'aal2'", &[&user_id]).await?;
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

    /// Whether the account has another valid session with the same tag that was refreshed later.
    pub async fn has_newer_session(&self, current: &NewerSession<'_>) -> Result<bool> {
        let query = "select exists (
               select from auth.sessions s, auth.sessions own
               where own.id = $2 and s.user_id = $1 and s.id <> $2
                 and case when s.tag = any ($3) then s.tag else ($3)[1] end
                   is not distinct from case when own.tag = any ($3) then own.tag else ($3)[1] end
                 and coalesce(s.refreshed_at at time zone 'utc', s.created_at) > $4
                 and (s.not_after is null or s.not_after >= $5)
                 and ($6::timestamptz is null or s.created_at >= $6)
                 and ($7::timestamptz is null or coalesce(s.refreshed_at at time zone 'utc', s.created_at) >= $7)
             )";
        let before = |age: Option<Duration>| {
            age.and_then(|age| current.now.checked_sub_signed(chrono::Duration::from_std(age).ok()?))
        };
        let statement = self.0.prepare_cached(query).await?;
        let row = self
            .0
            .query_one(
                &statement,
                &[
                    &current.user_id,
                    &current.session_id,
                    &current.tags,
                    &current.refreshed_at,
                    &current.now,
                    &before(current.timebox),
                    &before(current.inactivity),
                ],
            )
            .await?;
        Ok(row.try_get(0)?)
    }
}
