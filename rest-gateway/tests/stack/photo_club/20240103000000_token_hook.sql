create function public.custom_access_token_hook(event jsonb) returns jsonb language sql stable
as $$
  select jsonb_set(event, '{claims,member_role}', to_jsonb(role))
  from public.members where id = (event ->> 'user_id')::uuid
$$;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.custom_access_token_hook to supabase_auth_admin;
revoke execute on function public.custom_access_token_hook from authenticated, anon, public;
grant all on table public.members to supabase_auth_admin;
create policy "Auth reads roles" on public.members for select to supabase_auth_admin using (true);

create function public.my_role() returns text language sql as $$ select auth.jwt() ->> 'member_role' $$;
