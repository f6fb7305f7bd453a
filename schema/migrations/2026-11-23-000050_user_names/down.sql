grant select, insert, update on public.profiles to supabase_auth_admin;
create policy "the auth service writes profiles" on public.profiles
  for all to supabase_auth_admin using (true) with check (true);

drop function auth.email_of_user_name(text);
