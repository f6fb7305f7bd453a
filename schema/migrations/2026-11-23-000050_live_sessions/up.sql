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

-- `user-auth` signs an administrator in by user name; the auth service knows accounts by their e-mail address.
create function auth.email_of_user_name(name text) returns text
language sql stable security definer set search_path = ''
as $$
  select email from auth.users
  where raw_app_meta_data ? 'username' and lower(raw_app_meta_data ->> 'username') = lower($1) and deleted_at is null
$$;
comment on function auth.email_of_user_name(text) is 'The e-mail address of the account with a user name.';

alter function auth.is_session_live(uuid, uuid) owner to supabase_auth_admin;
alter function auth.email_of_user_name(text) owner to supabase_auth_admin;
revoke execute on function auth.is_session_live(uuid, uuid), auth.email_of_user_name(text) from public;
grant usage on schema auth to authenticator;
grant execute on function auth.is_session_live(uuid, uuid) to authenticator;
grant execute on function auth.email_of_user_name(text) to service_role;

-- `user-auth` writes profiles as service_role, because it no longer logs in as the owner of the accounts.
drop policy "the auth service writes profiles" on public.profiles;
revoke select, insert, update on public.profiles from supabase_auth_admin;
