-- The realtime service checks all sessions of its open channels with one query. Its login role may execute this
-- function and reads no table of `auth`. The rules are those of `auth.is_session_live`.
create function auth.ended_sessions(session_ids uuid[], user_ids uuid[]) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select asked.session_id
  from unnest($1, $2) as asked (session_id, user_id)
  where not exists (
    select from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = asked.session_id and session.user_id = asked.user_id
      and (session.not_after is null or session.not_after > now())
      and account.deleted_at is null
      and (account.banned_until is null or account.banned_until <= now())
  )
$$;
comment on function auth.ended_sessions(uuid[], uuid[]) is
  'Returns the sessions that do not exist, have expired, or belong to another, a banned or a deleted account.';

alter function auth.ended_sessions(uuid[], uuid[]) owner to supabase_auth_admin;
revoke execute on function auth.ended_sessions(uuid[], uuid[]) from public;
grant usage on schema auth to supabase_realtime_admin;
grant execute on function auth.ended_sessions(uuid[], uuid[]) to supabase_realtime_admin;
