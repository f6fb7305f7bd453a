-- Administrators may log in with a user name.
create unique index users_username_key on auth.users (lower(raw_app_meta_data ->> 'username'))
  where raw_app_meta_data ? 'username';

-- Reads the account, not the token, so that a withdrawn role takes effect at once.
create function auth.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users
    where id = auth.uid()
      and raw_app_meta_data ->> 'role' = 'admin'
      and deleted_at is null
      and (banned_until is null or banned_until < now())
  )
$$;
comment on function auth.is_admin() is 'Whether the caller''s account is an administrator''s (app_metadata.role = admin).';

alter function auth.is_admin() owner to supabase_auth_admin;
grant execute on function auth.is_admin()
  to anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin;
