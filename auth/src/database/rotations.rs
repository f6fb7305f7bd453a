//! Rotates refresh tokens with one statement: checks the session, revokes the old token, inserts the new one and records
//! the refresh. Concurrent requests share statements.
//!
//! The statement skips used tokens, sessions that have ended or belong to an application, accounts that are banned or
//! deleted, and locked rows. A transaction handles these.

use std::net::IpAddr;
use std::sync::LazyLock;

use deadpool_postgres::Pool;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_postgres::Row;

use super::batches::by_number;
use crate::error::Result;
use crate::models::USER_COLUMNS;

/// The columns of a session beside those of its account, for a session with the alias `s`.
pub(super) const SESSION_COLUMNS: &str = "s.id as session_id, coalesce(s.aal::text, 'aal1') as aal,
    coalesce(s.created_at, now()) as session_created_at, s.refreshed_at at time zone 'utc' as session_refreshed_at,
    s.not_after, s.refresh_token_hmac_key, s.refresh_token_counter, s.oauth_client_id, coalesce(s.scopes, '') as scope,
    coalesce((
      select json_agg(json_build_object(
        'method', authentication_method, 'timestamp', floor(extract(epoch from updated_at))::bigint
      ) order by updated_at desc)
      from auth.mfa_amr_claims where session_id = s.id
    ), '[]') as methods";

/// The replacement of a refresh token by a new one.
#[derive(Clone)]
pub(crate) struct Rotation {
    pub old: String,
    pub new: String,
    pub user_agent: Option<String>,
    pub address: Option<IpAddr>,
    pub is_audited: bool,
}

/// The session is locked before its token, as in every transaction that refreshes. With `skip locked`, a
/// row that another transaction has locked delays only the requests for this row. A token that was revoked after the statement began is not found by the
/// update, which reads its current row. The entry of the audit log has the form of [`crate::audit_log`].
///
/// The lateral query finds each token by its index, also where the tables have no statistics yet. As one join, or with
/// the indexed `oauth_client_id is null`, Postgres then plans to read the tokens of all sessions.
static ROTATE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "with found as materialized (
           select r.*, account.*
           from unnest($1::text[], $2::text[], $3::text[], $4::inet[], $5::bool[])
             with ordinality as r (old_token, new_token, agent, address, is_audited, number)
           cross join lateral (
             select t.id as token_id, {USER_COLUMNS}, {SESSION_COLUMNS}
             from auth.refresh_tokens t
             join auth.sessions s on s.id = t.session_id
             join auth.users u on u.id = s.user_id
             where t.token = r.old_token and t.revoked is not true and num_nonnulls(s.oauth_client_id) = 0
               and (s.not_after is null or s.not_after > now())
               and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
             for update of s, t skip locked
           ) account
         ),
         revoked as (
           update auth.refresh_tokens t set revoked = true, updated_at = now()
           from found where t.id = found.token_id and t.revoked is not true
           returning found.number
         ),
         rotated as (select found.* from found join revoked using (number)),
         added as (
           insert into auth.refresh_tokens
             (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
           select '00000000-0000-0000-0000-000000000000', new_token, id::text, session_id, old_token, false, now(), now()
           from rotated
         ),
         refreshed as (
           update auth.sessions s set refreshed_at = now() at time zone 'utc', user_agent = rotated.agent,
             ip = rotated.address, updated_at = now()
           from rotated where s.id = rotated.session_id
         ),
         logged as (
           insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
           select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), json_strip_nulls(json_build_object(
             'action', 'token_refreshed', 'actor_id', id,
             'actor_username', coalesce(nullif(email, ''), nullif(phone, ''), ''), 'actor_via_sso', is_sso_user,
             'actor_name', case when jsonb_typeof(raw_user_meta_data -> 'full_name') = 'string'
               then raw_user_meta_data ->> 'full_name' end,
             'log_type', 'token'
           )), now(), coalesce(host(address), '')
           from rotated where is_audited
         )
         select * from rotated"
    )
});

/// Replaces several refresh tokens. Returns the row of each session, or `None` for a skipped one.
pub(super) fn rotate(pool: Pool, rotations: Vec<Rotation>) -> BoxFuture<'static, Result<Vec<Option<Row>>>> {
    async move {
        let client = pool.get().await?;
        let statement = client.prepare_cached(&ROTATE).await?;
        let old: Vec<_> = rotations.iter().map(|rotation| rotation.old.as_str()).collect();
        let new: Vec<_> = rotations.iter().map(|rotation| rotation.new.as_str()).collect();
        let agents: Vec<_> = rotations.iter().map(|rotation| rotation.user_agent.as_deref()).collect();
        let addresses: Vec<_> = rotations.iter().map(|rotation| rotation.address).collect();
        let audited: Vec<_> = rotations.iter().map(|rotation| rotation.is_audited).collect();
        let rows = client.query(&statement, &[&old, &new, &agents, &addresses, &audited]).await?;
        by_number(rotations.len(), rows)
    }
    .boxed()
}
