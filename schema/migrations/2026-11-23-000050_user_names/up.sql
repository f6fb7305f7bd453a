-- `user-auth` signs an administrator in by user name; the auth service knows accounts by their e-mail address.
create function auth.email_of_user_name(name text) returns text
language sql stable security definer set search_path = ''
as $$
  select email from auth.users
  where raw_app_meta_data ? 'username' and lower(raw_app_meta_data ->> 'username') = lower($1) and deleted_at is null
$$;
comment on function auth.email_of_user_name(text) is 'The e-mail address of the account with a user name.';

alter function auth.email_of_user_name(text) owner to supabase_auth_admin;
revoke execute on function auth.email_of_user_name(text) from public;
grant execute on function auth.email_of_user_name(text) to service_role;

-- `user-auth` writes profiles as service_role, because it no longer logs in as the owner of the accounts.
drop policy "the auth service writes profiles" on public.profiles;
revoke select, insert, update on public.profiles from supabase_auth_admin;
