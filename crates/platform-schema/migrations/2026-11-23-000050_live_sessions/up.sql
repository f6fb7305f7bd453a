-- The gateway asks whether the session of an access token still counts. Its login role gets this answer alone and reads
-- no table of `auth`.
create function auth.is_session_live(session_id uuid, user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = $1 and session.user_id = $2
      and (session.not_after is null or session.not_after > now())
      and account.deleted_at is null
      and (account.banned_until is null or account.banned_until <= now())
  )
$$;
comment on function auth.is_session_live(uuid, uuid) is
  'Whether a session exists and is this account''s, and the account is neither banned nor deleted.';

alter function auth.is_session_live(uuid, uuid) owner to supabase_auth_admin;
revoke execute on function auth.is_session_live(uuid, uuid) from public;
grant usage on schema auth to authenticator;
grant execute on function auth.is_session_live(uuid, uuid) to authenticator;
